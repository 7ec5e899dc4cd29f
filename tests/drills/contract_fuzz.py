"""Made-up requests against a running service: nothing undocumented comes back (security.md C1).

schemathesis makes requests from openapi.yaml, good ones and bad ones; a hook puts real ids, tokens, keys and
signatures into a share of them. Each operation must reach a 2xx and each of its documented 4xx; what chance does
not reach, a scripted request does.

``python -m tests.drills contract_fuzz`` prints one JSON object; exit 1 at any fault.
"""

import contextlib
import json
import random
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from requests.adapters import HTTPAdapter
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from urllib3.util.retry import Retry

from referee.api.spec import Contract, load_contract
from referee.matches.signatures import sign_detached
from referee.store.servers import connect
from referee.strict_json import Unwritable, canonical
from tests.api.fuzz_pool import Pool
from tests.api.fuzz_scripts import ABSENT, Sent, fill_buckets, good, script_for
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import Service

WEIGHTS = {"submit_order": 6, "preview_move": 3, "list_legal_moves": 2, "show_view": 2, "open_match": 2}
STREAMS = ("stream_match", "stream_player")
_TIMEOUT = 60  # seconds
_MOST_FAULTS = 20


def run(count: int, seed: int, tell: Tell = tell_nobody) -> Report:
    """Send at least ``count`` made-up requests to a service of its own, then the scripted ones.

    :returns: cases, statuses by operation, the documented 4xx and the 2xx that nothing reached (``missing``), and
        all that was not as documented (``faults``).
    """
    with (
        tempfile.TemporaryDirectory(prefix="fuzz-") as directory,
        Service(Path(directory), environment={"REFEREE_RATE_LIMITS": "on"}) as service,
    ):
        return Fuzz(service, seed).run(count, tell)


class Fuzz:
    """One run against one service."""

    def __init__(self, service: Service, seed: int) -> None:
        self.seed = seed
        self.service = service
        self.chance = random.Random(seed)
        self.contract: Contract = load_contract()
        document = json.loads(json.dumps(self.contract.document))
        found = [each.ok() for each in schemathesis.openapi.from_dict(document).get_all_operations()]
        self.operations = {each.definition.raw["operationId"]: each for each in found}
        self.pool = Pool(service.house, self.chance)
        self.session = requests.Session()
        self.session.trust_env = False
        # gunicorn closes a kept connection behind a body that it would not read, without saying so before.
        again = Retry(total=3, backoff_factor=0.05, allowed_methods=None, respect_retry_after_header=False)
        self.session.mount("http://", HTTPAdapter(max_retries=again))
        self.cache = connect(service.cache_server.url)
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.faults: list[str] = []

    def run(self, count: int, tell: Tell) -> Report:
        """All cases, then what is missing; the report."""
        weight = sum(WEIGHTS.get(each, 1) for each in self.operations)
        planned = {each: -(-count * WEIGHTS.get(each, 1) // weight) for each in self.operations}
        total, done = sum(planned.values()), 0
        for number, (name, most) in enumerate(planned.items()):
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                self._try_all(name, mode, -(-most // 2), self.seed * 1000 + number)
            done += most
            tell(done, total)
        # Where nothing is asked nothing can be asked wrongly, and what no client can send is not sent.
        while sum(self.statuses.values()) < count:
            self._try_all("submit_order", GenerationMode.POSITIVE, 50, self.chance.randrange(2**32))
        made = sum(self.statuses.values())
        scripted = self._script_the_rest()
        return {
            "drill": "contract_fuzz",
            "seed": self.seed,
            "cases": made,
            "scripted": scripted,
            "statuses": {
                name: {str(status): self.statuses[name, status] for status in sorted(self._seen(name))}
                for name in self.operations
            },
            "missing": self._missing(),
            "faults": self.faults[:_MOST_FAULTS],
        }

    def _seen(self, name: str) -> set[int]:
        return {status for operation, status in self.statuses if operation == name}

    def _missing(self) -> list[str]:
        return [
            f"{name} {status}"
            for name, operation in self.contract.operations.items()
            for status in sorted(operation.answers)
            if 400 <= status < 500 and status not in self._seen(name)
        ] + [f"{name} 2xx" for name in self.operations if not any(200 <= s < 300 for s in self._seen(name))]

    def _try_all(self, name: str, mode: GenerationMode, count: int, seed: int) -> None:
        @seeded(seed)
        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        @given(self.operations[name].as_strategy(generation_mode=mode))
        def send(case: Case) -> None:
            self._send(name, case)

        with contextlib.suppress(Unsatisfiable):
            send()

    def _send(self, name: str, case: Case) -> None:
        make_real(self.pool, name, case)
        try:
            response = case.call(self.service.url, session=self.session, timeout=_TIMEOUT)
        except (requests.exceptions.InvalidHeader, requests.exceptions.InvalidURL, UnicodeError):
            return  # what no client can send, no server can answer
        self._judge(name, response, response.status_code, lambda: case.as_curl_command())

    def _script_the_rest(self) -> int:
        sent = 0
        for name, operation in self.contract.operations.items():
            if not any(200 <= status < 300 for status in self._seen(name)):
                sent += self._send_script(name, good(self.pool, operation))
            for status in operation.answers:
                if 400 <= status < 500 and status not in self._seen(name):
                    script = script_for(self.contract, operation, status, self.cache)
                    if script is not None:
                        sent += self._send_script(name, script(self.pool))
                        fill_buckets(self.cache)
        return sent

    def _send_script(self, name: str, sent: Sent) -> int:
        response = self.session.request(
            sent.method,
            self.service.url + sent.path,
            params=dict(sent.query),
            data=sent.body,
            headers=sent.all_headers(),
            timeout=_TIMEOUT,
        )
        self._judge(name, response, response.status_code, lambda: f"{sent.method} {sent.path} {sent.body!r}")
        return 1

    def _judge(self, name: str, response: Any, status: int, describe: Callable[[], str]) -> None:
        self.statuses[name, status] += 1
        why = None
        if status >= 500 and status != 503:
            why = f"a server error: {response.text[:300]}"
        elif status not in self.contract.operations[name].answers:
            why = f"not documented: {response.text[:300]}"
        else:
            try:
                self.operations[name].validate_response(response)
            except (Failure, FailureGroup) as error:
                why = f"off the schema: {error}"
        if why:
            self.faults.append(f"{name} {status}: {why}; {describe()[:1000]}")


def make_real(pool: Pool, name: str, case: Case) -> None:
    """Put real things into a share of the made-up requests: tokens, keys, ids, signatures, bases, legal steps."""
    chance = pool.chance
    headers = case.headers
    _authorise(pool, name, case)
    if "Idempotency-Key" in headers and chance.random() < 0.9:
        headers["Idempotency-Key"] = uuid.uuid4().hex
    if isinstance(case.path_parameters, dict):
        if "match" in case.path_parameters and chance.random() < 0.8:
            case.path_parameters["match"] = pool.any_match() if chance.random() < 0.95 else ABSENT
        if "game" in case.path_parameters and chance.random() < 0.5:
            case.path_parameters["game"] = "zooloretto"
        if "area" in case.path_parameters and chance.random() < 0.5:
            case.path_parameters.update(area="order", name="stale")
    if isinstance(case.query, dict):
        _real_query(pool, name, case.query)
    if isinstance(case.body, dict):
        case.body = _real_body(pool, name, case)


def _authorise(pool: Pool, name: str, case: Case) -> None:
    roll = pool.chance.random()
    token = pool.chance.choice(pool.people[:3]).token
    if name == "revoke_token":
        token = pool.token_of(pool.organiser, ["read"])
    elif name == "take_seat" and roll > 0.5:
        token = pool.people[3].token
    elif roll < 0.1:
        token = pool.chance.choice([pool.read_token, pool.play_token])
    if roll < 0.9:
        case.headers["Authorization"] = f"Bearer {token}"
    elif roll < 0.95:
        case.headers.pop("Authorization", None)


def _real_query(pool: Pool, name: str, query: dict[str, Any]) -> None:
    if query.get("wait"):
        query["wait"] = pool.chance.choice(
            [0, 0, 1, query["wait"]] if not _is_long(query["wait"]) else [0, 0, 1]
        )
    if name in STREAMS and _goes_on(query):
        query["seconds"] = pool.chance.choice([0, 0, 1])
    if name == "revoke_key" and pool.chance.random() < 0.5:
        query["kid"] = pool.chance.choice(pool.kids)
    if "from" in query and pool.chance.random() < 0.5:
        query["from"] = [pool.legal_step(pool.match("running"))]
    if "at" in query and pool.chance.random() < 0.5:
        query["at"] = pool.chance.randint(1, 12)
    if name in ("list_legal_steps", "list_legal_moves") and "seat" in query and pool.chance.random() < 0.5:
        query["seat"] = pool.chance.randint(1, 2)


def _goes_on(query: dict[str, Any]) -> bool:
    """Would a stream last longer than the drill has time?"""
    return "seconds" not in query or _whole_numbers(query["seconds"]) in range(2, 86_401)


def _is_long(wait: Any) -> bool:
    """A valid wait of many seconds would only cost the drill its time."""
    return isinstance(wait, int | float) and not isinstance(wait, bool) and 1 < wait <= 25


def _real_body(pool: Pool, name: str, case: Case) -> Any:
    chance, body = pool.chance, _whole_numbers(case.body) if pool.chance.random() < 0.8 else case.body
    roll = chance.random()
    if name == "sign_up" and roll < 0.5 and "name" in body:
        return {**body, "name": pool.name()}
    if name == "add_key" and roll < 0.5:
        return {**body, **pool.new_key()} if roll < 0.4 else {**pool.new_key(), **body}
    if name == "submit_order":
        return _real_order(pool, case, body, roll)
    if name == "preview_move" and roll < 0.6:
        match = pool.match("running")
        case.path_parameters["match"] = match
        owed = pool.to_move(match)
        if owed is not None and roll < 0.5:
            case.headers["Authorization"] = f"Bearer {owed[1].token}"
            body = {**body, "seat": owed[0]}
        return {**body, "steps": [pool.legal_step(match)]} if "steps" in body and roll < 0.3 else body
    return body


def _real_order(pool: Pool, case: Case, body: dict[str, Any], roll: float) -> Any:
    match = case.path_parameters.get("match")
    made_up = body.get("order")
    if not isinstance(made_up, dict) or roll < 0.4:
        match = case.path_parameters["match"] = pool.match("running" if roll < 0.35 else "scored")
        return pool.order(match)
    if roll < 0.6:
        match = case.path_parameters["match"] = pool.any_match()
        kept = [member for member in made_up if member in ("seat", "version", "head", "steps", "game")]
        changes = {member: made_up[member] for member in kept[: 1 + int(roll * 10) % 2]}
        try:
            return pool.order(match, **changes)
        except Unwritable:
            return body
    if roll < 0.8:
        order = {**made_up, "match": match} if "match" in made_up else made_up
        try:
            return {**body, "order": order, "signature": sign_detached(canonical(order), pool.people[1].key)}
        except Unwritable:
            return body
    return body


def _whole_numbers(value: Any) -> Any:
    """1.0 is an integer to JSON Schema, and none to the referee: most of the time send it as one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole_numbers(item) for key, item in value.items()}
    return [_whole_numbers(item) for item in value] if isinstance(value, list) else value


DRILL = Drill(
    "contract_fuzz",
    run,
    full=5000,
    short=200,
    is_sound=lambda report: not report["faults"] and not report["missing"],
)
