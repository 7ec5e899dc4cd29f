"""The referee's own keys, health, documentation."""

from referee.api.contract import Answer, Handler
from referee.api.metrics import write_metrics
from referee.api.pages import show_contract, show_problem
from referee.api.requests import Request
from referee.matches.signatures import public_jwk, thumbprint
from referee.now import now_ms
from referee.service.health import check_health
from referee.service.house import House


def handlers(house: House) -> dict[str, Handler]:
    """The handlers of the operations tagged Referee."""

    def list_referee_keys(request: Request) -> Answer:
        x = house.referee_key
        key = {**public_jwk(x), "alg": "EdDSA", "kid": thumbprint(x), "use": "sig"}
        return 200, {"keys": [key]}

    def show_health(request: Request) -> Answer:
        return 200, {"status": "alive"}

    def show_readiness(request: Request) -> Answer:
        checks = check_health(house, now_ms())
        is_ready = all(check.ok for check in checks)
        body = {
            "status": "ready" if is_ready else "not-ready",
            "checks": [check._asdict() for check in checks],
        }
        return (200, body) if is_ready else (503, body, {"Retry-After": "2"})

    def show_metrics(request: Request) -> Answer:
        return 200, write_metrics(house)

    return {
        "list_referee_keys": list_referee_keys,
        "show_health": show_health,
        "show_readiness": show_readiness,
        "show_metrics": show_metrics,
        "show_problem": show_problem,
        "show_contract": show_contract,
    }
