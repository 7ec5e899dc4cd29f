"""The worker of the queue `rules`: short jobs, run in this process, everything imported before the first."""

import contextlib
import logging
import sys
import time
from types import FrameType

from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer

from referee import logs
from referee.settings import CannotStart, Settings
from referee.store.servers import check_servers, connect_cache, connect_log
from workers import rules  # noqa: F401  # the jobs: imported once, here, not again for each
from workers.jobs import RULES

WORKER_TTL = 30  # seconds; RQ's own default leaves a killed worker's job unseen for minutes
MAINTENANCE_INTERVAL = 10  # seconds
_PAUSE = 1.0  # seconds before a new start, when the volatile server went away

_logger = logging.getLogger(__name__)


class RulesWorker(SimpleWorker):
    """RQ's worker without fork, which remembers whether it was asked to stop and soon tries again."""

    max_connection_wait_time = 2.0  # seconds between two attempts to reach the server

    def __init__(self, cache: Redis) -> None:
        super().__init__(
            [RULES],
            connection=cache,
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL,
            maintenance_interval=MAINTENANCE_INTERVAL,
            log_job_description=False,
        )
        self.is_asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.is_asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ leaves it untyped


def run(cache: Redis) -> None:
    """Work until SIGTERM or SIGINT; the job at hand is finished first.

    The volatile server may restart empty: RQ then gives up, and a new worker registers itself.
    """
    with contextlib.suppress(StopRequested):  # RQ's handler raises it wherever an idle worker is
        while True:
            try:
                worker = RulesWorker(cache)
                worker.work(logging_level=None)
                if worker.is_asked_to_stop:
                    return
            except RedisError as error:
                _logger.warning("the volatile server is away: %s", error)
            time.sleep(_PAUSE)


def main() -> int:
    """Check the servers, work; the exit code."""
    try:
        settings = Settings.from_env()
        logs.set_up("worker", settings.log_level, settings.log_format)
        cache = connect_cache(settings)
        check_servers(connect_log(settings), cache)
    except CannotStart as error:
        sys.stderr.write(f"worker: {error}\n")
        return 2
    _logger.info("working on the queue %s", RULES)
    run(cache)
    return 0


if __name__ == "__main__":
    sys.exit(main())
