"""Players, tokens, keys."""

from referee.api.contract import Answer, Handler
from referee.api.doors import repeatable, viewer_of
from referee.api.requests import Request
from referee.api.schemas import NewKey, Player, PlayerKey, SignUp, TokenRequest
from referee.service import accounts
from referee.service.house import House


def handlers(house: House) -> dict[str, Handler]:
    """The handlers of the operations tagged Account."""

    def sign_up(request: Request) -> Answer:
        command = SignUp().load(request.body)
        made = accounts.sign_up(house, command["name"], command["kind"], repeatable(request, None))
        return 201, {**Player().dump(made.player), "token": made.token, "scopes": list(made.scopes)}

    def make_token(request: Request) -> Answer:
        viewer = viewer_of(house, request)
        command = TokenRequest().load(request.body)
        token, scopes = accounts.make_token(
            house, viewer, command["scopes"], repeatable(request, viewer.player)
        )
        return 201, {"token": token, "scopes": scopes}

    def revoke_token(request: Request) -> Answer:
        viewer_of(house, request)
        house.accounts.remove_token(str(request.credential))
        return 204, None

    def show_me(request: Request) -> Answer:
        viewer = viewer_of(house, request)
        return 200, Player().dump(accounts.show_player(house, viewer.player))

    def list_keys(request: Request) -> Answer:
        viewer = viewer_of(house, request)
        return 200, {"keys": PlayerKey(many=True).dump(accounts.list_keys(house, viewer.player))}

    def add_key(request: Request) -> Answer:
        viewer = viewer_of(house, request)
        command = NewKey().load(request.body)
        key = accounts.add_key(
            house, viewer.player, command["key"], command["proof"], repeatable(request, viewer.player)
        )
        return 201, PlayerKey().dump(key)

    def revoke_key(request: Request) -> Answer:
        viewer = viewer_of(house, request)
        accounts.revoke_key(house, viewer.player, request.query["kid"])
        return 200, {"kid": request.query["kid"], "status": "revoked"}

    return {
        "sign_up": sign_up,
        "make_token": make_token,
        "revoke_token": revoke_token,
        "show_me": show_me,
        "list_keys": list_keys,
        "add_key": add_key,
        "revoke_key": revoke_key,
    }
