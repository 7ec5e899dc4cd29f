"""Answers are shaped by the contract, and held against it where the tests ask for it."""

import json
import logging
from typing import Any

import flask
import pytest
from contract_app import KEY, MATCH, ORDERS, answering_app, move_order

from referee.api.contract import EXTENSION, Answer, ContractBroken, Request, bind
from referee.api.pages import show_contract, show_problem
from referee.api.problems import BY_NAME, Problem
from referee.api.spec import load_contract
from referee.matches.refusals import Refused
from referee.strict_json import canonical

CONTRACT = load_contract()
ME = {"player": "3v9k1zq8w0c5m2ht", "name": "Ana", "kind": "person"}


def always(*answer: Any) -> Any:
    """A handler that answers the same always."""

    def handler(request: Request) -> Answer:
        return answer  # type: ignore[return-value]

    return handler


def raising(error: Exception) -> Any:
    """A handler that raises."""

    def handler(request: Request) -> Answer:
        raise error

    return handler


# ------------------------------------------------------------------------------------------------------ routes


def test_routes_and_operations_are_the_same_set() -> None:
    """The contract is the only router: no route without an entry, no entry without a route."""
    app = answering_app({})
    routes = {
        (method, rule.rule, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
        if rule.endpoint != "static"
    }
    operations = {(each.method, each.rule, each.id) for each in CONTRACT.operations.values()}
    assert routes == operations
    assert len(operations) == 44


def test_an_operation_without_a_handler_is_told_at_once() -> None:
    handlers = dict.fromkeys(CONTRACT.operations, always(204, None))
    del handlers["show_me"]
    with pytest.raises(ContractBroken, match="show_me"):
        bind(flask.Flask("x"), CONTRACT, handlers)


def test_a_handler_without_an_operation_is_told_at_once() -> None:
    handlers = {**dict.fromkeys(CONTRACT.operations, always(204, None)), "show_secrets": always(204, None)}
    with pytest.raises(ContractBroken, match="show_secrets"):
        bind(flask.Flask("x"), CONTRACT, handlers)


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/secrets", "/v1//games", "/v1/games/", "/%00", "/v1/games/a/b"]
)
def test_an_unknown_path_is_a_problem_like_any_other(path: str) -> None:
    response = answering_app({}).test_client().get(path)
    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["type"] == "/problems/request/not-found"


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "GET"])
def test_a_method_that_a_path_does_not_take_names_those_that_it_takes(method: str) -> None:
    response = answering_app({}).test_client().open("/v1/tokens", method=method)
    assert response.status_code == 405
    assert response.get_json()["type"] == "/problems/request/method"
    assert response.headers["Allow"] == "DELETE, POST"


# ----------------------------------------------------------------------------------------------------- answers


def test_json_is_written_in_one_form_only() -> None:
    response = answering_app({"show_me": always(200, ME)}).test_client().get("/v1/me")
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert response.get_data() == canonical(ME)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_an_answer_without_a_body_has_no_type() -> None:
    response = answering_app({"revoke_token": always(204, None)}).test_client().delete("/v1/tokens")
    assert response.status_code == 204
    assert response.get_data() == b""
    assert "Content-Type" not in response.headers


def test_a_text_is_sent_as_the_contract_names_it() -> None:
    app = answering_app({"show_board_text": always(200, "Zoo\n"), "show_record": always(200, "{}\n")})
    client = app.test_client()
    board = client.get(f"/v1/matches/{MATCH}/board.txt")
    assert (board.content_type, board.get_data(as_text=True)) == ("text/plain; charset=utf-8", "Zoo\n")
    assert client.get(f"/v1/matches/{MATCH}/record").content_type == "application/jsonl"


def test_headers_of_a_handler_reach_the_client() -> None:
    app = answering_app({"list_legal_moves": always(202, {"status": "pending"}, {"Retry-After": "1"})})
    response = app.test_client().get(f"/v1/matches/{MATCH}/legal-moves")
    assert (response.status_code, response.headers["Retry-After"]) == (202, "1")


def test_an_answer_that_a_handler_makes_itself_passes_as_it_is() -> None:
    def show_view(request: Request) -> Answer:
        return flask.Response(status=304, headers={"ETag": '"1-a"', "Cache-Control": "private, no-cache"})

    answer = answering_app({"show_view": show_view}).test_client().get(f"/v1/matches/{MATCH}/view")
    assert (answer.status_code, answer.headers["ETag"]) == (304, '"1-a"')
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_an_answer_with_an_etag_may_be_kept_and_asked_again() -> None:
    app = answering_app({"show_me": always(200, ME, {"ETag": '"1-a"'})})
    assert app.test_client().get("/v1/me").headers["Cache-Control"] == "private, no-cache"


def test_answers_with_sentences_say_their_language() -> None:
    answer = {"base": {"version": 4, "head": "0" * 64}, "seat": 1, "decision": None, "steps": []}
    app = answering_app({"list_legal_steps": always(200, answer)})
    response = app.test_client().get(f"/v1/matches/{MATCH}/legal-steps", headers={"Accept-Language": "es"})
    assert response.headers["Content-Language"] == "es"
    assert response.headers["Vary"] == "Accept-Language"


def test_a_head_request_has_the_headers_and_no_body() -> None:
    response = answering_app({"show_me": always(200, ME)}).test_client().head("/v1/me")
    assert response.status_code == 200
    assert response.get_data() == b""


# -------------------------------------------------------------------------------------------------- validation


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((200, {**ME, "email": "ana@example.org"}), "email"),
        ((200, {"player": ME["player"]}), "required"),
        ((200, {**ME, "kind": "robot"}), "robot"),
        ((418, ME), "not documented"),
        ((200, "text", {"Content-Type": "text/plain"}), "text/plain"),
    ],
)
def test_an_answer_off_the_contract_is_a_fault_of_ours(
    answer: Any, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = answering_app({"show_me": always(*answer)}).test_client().get("/v1/me")
    assert response.status_code == 500
    body = response.get_json()
    assert body["type"] == "/problems/referee/fault"
    assert "ana@example.org" not in json.dumps(body)
    assert body["fault"] in caplog.text
    assert why in caplog.text
    assert "show_me" in caplog.text


def test_a_body_where_none_is_documented_is_a_fault_of_ours() -> None:
    app = answering_app({"revoke_token": always(204, {"revoked": True})})
    assert app.test_client().delete("/v1/tokens").status_code == 500


def test_a_problem_that_an_operation_does_not_document_is_a_fault_of_ours() -> None:
    app = answering_app({"show_me": raising(Problem("match/not-found"))})
    assert app.test_client().get("/v1/me").status_code == 500


def test_a_problem_of_the_right_status_but_of_another_operation_is_a_fault_of_ours() -> None:
    app = answering_app({"submit_order": raising(Problem("match/full"))})
    assert app.test_client().post(ORDERS, json=move_order()).status_code == 500


def test_without_validation_an_answer_passes_as_it_is() -> None:
    app = answering_app({"show_me": always(200, {"anything": 1})}, validate_responses=False)
    assert app.test_client().get("/v1/me").get_json() == {"anything": 1}


# ---------------------------------------------------------------------------------------------------- problems


def test_a_refusal_of_the_floors_below_becomes_its_problem() -> None:
    base = {"version": 19, "head": "0" * 64}
    app = answering_app(
        {"submit_order": raising(Refused("order/stale", "The position has changed.", base=base))}
    )
    response = app.test_client().post(ORDERS, json=move_order())
    assert response.status_code == 409
    assert response.mimetype == "application/problem+json"
    assert response.get_json() == {
        "type": "/problems/order/stale",
        "title": "The position has moved on",
        "status": 409,
        "detail": "The position has changed.",
        "base": base,
    }


def test_an_illegal_step_is_told_with_its_rule_and_what_was_legal() -> None:
    refused = Refused(
        "move/illegal",
        "step 1 (T2): truck 2 is empty",
        step={"index": 0, "text": "T2"},
        game="zooloretto",
        rule="truck-empty",
        legal=["D", "T1"],
    )
    client = answering_app({"submit_order": raising(refused)}).test_client()
    english = client.post(ORDERS, json=move_order()).get_json()
    assert english["detail"] == "step 1 (T2): truck 2 is empty"
    assert (english["step"], english["rule"]) == ({"index": 0, "text": "T2"}, "truck-empty")
    assert english["legal"] == ["D", "T1"]
    spanish = client.post(ORDERS, json=move_order(), headers={"Accept-Language": "es"}).get_json()
    assert spanish["detail"] == "T2: el camión está vacío."
    assert {**spanish, "title": 0, "detail": 0} == {**english, "title": 0, "detail": 0}


def test_a_bad_option_is_named_as_a_field() -> None:
    refused = Refused("match/options", "options: start_player: a seat", field="options/start_player")
    app = answering_app({"open_match": raising(refused)})
    body = {"game": "zooloretto", "players": 2, "options": {"start_player": 5}}
    response = app.test_client().post("/v1/matches", json=body, headers={"Idempotency-Key": KEY})
    assert response.status_code == 422
    assert response.get_json()["errors"] == [
        {
            "in": "body",
            "pointer": "/options/start_player",
            "keyword": "option",
            "detail": "options: start_player: a seat",
        }
    ]


def test_every_401_challenges_and_every_503_says_when_to_come_back() -> None:
    for name, kind in BY_NAME.items():
        headers = Problem(name).headers
        assert ("WWW-Authenticate" in headers) == (kind.status == 401), name
        assert ("Retry-After" in headers) == (kind.status == 503), name
    assert Problem("auth/missing").headers["WWW-Authenticate"].startswith("Bearer ")
    assert Problem("order/bad-signature").headers["WWW-Authenticate"].startswith("Signature ")


def test_a_problem_takes_only_members_of_the_contract() -> None:
    with pytest.raises(TypeError, match="seed"):
        Problem("order/stale", seed="00")


def test_a_problem_has_a_name_of_the_table() -> None:
    with pytest.raises(KeyError):
        Problem("order/odd")


def test_an_exception_is_never_shown_and_always_logged(caplog: pytest.LogCaptureFixture) -> None:
    app = answering_app({"show_me": raising(ValueError("secret of the house"))})
    with caplog.at_level(logging.ERROR):
        response = app.test_client().get("/v1/me")
    assert response.status_code == 500
    text = response.get_data(as_text=True)
    assert "secret" not in text
    assert "Traceback" not in text
    assert response.get_json()["fault"] in caplog.text
    assert "secret of the house" in caplog.text


def test_an_exception_can_be_translated() -> None:
    class Away(Exception):
        pass

    def translate(error: Exception) -> Problem | None:
        return Problem("store/away") if isinstance(error, Away) else None

    app = answering_app(
        {"show_me": raising(Away()), "list_keys": raising(ValueError())}, translate=[translate]
    )
    response = app.test_client().get("/v1/me")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert app.test_client().get("/v1/me/keys").status_code == 500


# ------------------------------------------------------------------------------------------------------- pages


@pytest.fixture
def pages() -> Any:
    return answering_app({"show_problem": show_problem, "show_contract": show_contract}).test_client()


@pytest.mark.parametrize("name", sorted(BY_NAME))
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_type_of_every_problem_is_a_page(pages: Any, name: str, language: str) -> None:
    page = pages.get(Problem(name).body("en")["type"], headers={"Accept-Language": language})
    assert page.status_code == 200
    assert page.mimetype == "text/plain"
    assert page.headers["Content-Language"] == language
    text = page.get_data(as_text=True)
    assert text.startswith(Problem(name).body(language)["title"])
    assert f"{name} ({BY_NAME[name].status})" in text


def test_a_browser_gets_the_page_as_html(pages: Any) -> None:
    page = pages.get("/problems/order/stale", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.content_type == "text/html; charset=utf-8"
    assert "<h1>The position has moved on</h1>" in page.get_data(as_text=True)
    assert page.headers["Vary"] == "Accept, Accept-Language"


def test_a_problem_that_does_not_exist_has_no_page(pages: Any) -> None:
    response = pages.get("/problems/order/odd")
    assert (response.status_code, response.get_json()["type"]) == (404, "/problems/request/not-found")


def test_the_contract_is_published_as_it_is(pages: Any) -> None:
    response = pages.get("/openapi.yaml")
    assert response.mimetype == "application/yaml"
    assert response.get_data(as_text=True) == pages.application.extensions[EXTENSION].text
