"""The HTTP door: one Flask app, built from the contract."""

import logging

import flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import logs
from referee.api import accounts, clocks, games, matches, office, playing, stream, watching
from referee.api.contract import Handler, bind
from referee.api.limits import Limiter
from referee.api.metrics import count_answer
from referee.api.problems import Problem
from referee.api.spec import Contract, load_contract
from referee.service.following import Tails
from referee.service.house import House, open_house
from referee.settings import Settings
from referee.store.errors import StoreAway
from referee.web.routes import register as register_pages

_log = logging.getLogger(__name__)


def all_handlers(house: House, contract: Contract, tails: Tails | None = None) -> dict[str, Handler]:
    """One handler for each operation of the contract.

    :param tails: what the streams of this process follow by; fresh ones by default.
    """
    return {
        **accounts.handlers(house),
        **games.handlers(contract),
        **matches.handlers(house),
        **clocks.handlers(house),
        **playing.handlers(house),
        **watching.handlers(house, contract),
        **stream.handlers(house, tails or Tails(house)),
        **office.handlers(house),
    }


def create_app(settings: Settings | None = None, house: House | None = None) -> flask.Flask:
    """Build the app of one process.

    :param settings: from the environment by default.
    :param house: with the store; opened by the settings by default.
    """
    if settings is None:
        settings = Settings.from_env()
        logs.set_up("web", settings.log_level, settings.log_format)
    house = house or open_house(settings)
    contract = load_contract(settings.openapi)
    tails = Tails(house)
    app = flask.Flask("referee", static_folder=None)
    bind(
        app,
        contract,
        all_handlers(house, contract, tails),
        limit=_limiter(house) if settings.rate_limits else None,
        translate=[_store_away],
        validate_responses=settings.validate_responses,
    )
    register_pages(app, house, settings)
    app.after_request(_count)
    if settings.proxies:
        # Else the limit would count all who come through a proxy of ours as one sender.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=0)  # type: ignore[method-assign]
    app.extensions.update(house=house, tails=tails)
    return app


def _limiter(house: House) -> Limiter:
    def player_of(token: str) -> str | None:
        found = house.accounts.token(token)
        return None if found is None else found.player

    return Limiter(house.cache.take_token, player_of=player_of)


def _store_away(error: Exception) -> Problem | None:
    if not isinstance(error, StoreAway):
        return None
    _log.warning("the log server does not answer as it must: %s", error)
    return Problem("store/away")


def _count(response: flask.Response) -> flask.Response:
    count_answer(flask.request.endpoint or "none", response.status_code)
    return response
