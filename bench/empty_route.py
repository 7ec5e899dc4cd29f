"""The app with one operation more: an authenticated POST that does nothing, behind the same contract layer."""

import tempfile
from pathlib import Path
from typing import Any

import flask
import yaml

from referee import logs
from referee.api.app import all_handlers
from referee.api.contract import Answer, bind
from referee.api.doors import viewer_of
from referee.api.requests import Request
from referee.api.spec import Contract, find_document, load_contract
from referee.service.house import open_house
from referee.settings import Settings

PATH = "/v1/bench"


def create_app() -> flask.Flask:
    """Build the app; the empty operation takes the body of an order and a bearer token."""
    settings = Settings.from_env()
    logs.set_up("web", settings.log_level, settings.log_format)
    house = open_house(settings)
    contract = _contract()

    def do_nothing(request: Request) -> Answer:
        viewer_of(house, request)
        return 200, {"status": "alive"}

    app = flask.Flask("bench", static_folder=None)
    bind(app, contract, {**all_handlers(house, contract), "do_nothing": do_nothing})
    return app


def _contract() -> Contract:
    document: dict[str, Any] = yaml.safe_load(find_document().read_text(encoding="utf-8"))
    order = document["paths"]["/v1/matches/{match}/orders"]["post"]
    health = document["paths"]["/healthz"]["get"]["responses"]["200"]
    document["paths"][PATH] = {
        "post": {
            "operationId": "do_nothing",
            "summary": "Do nothing",
            "security": [{"bearer": ["read"]}],
            "x-max-bytes": order["x-max-bytes"],
            "x-problems": order["x-problems"],
            "requestBody": order["requestBody"],
            "responses": {**order["responses"], "200": health},
        }
    }
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False, encoding="utf-8") as file:
        yaml.safe_dump(document, file)
    return load_contract(Path(file.name))
