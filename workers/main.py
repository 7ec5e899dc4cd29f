"""The workers of a queue, everything imported before the first job.

``rules``: short jobs, run in this process. ``mail``: letters, each in a process of its own, for a mail server may
take its time, or bring a library down.
"""

import argparse
import contextlib
import logging
import sys
import time
from collections.abc import Mapping, Sequence
from types import FrameType

from redis import ConnectionPool, Redis
from redis.exceptions import RedisError
from rq import SimpleWorker, Worker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer
from rq.worker.base import BaseWorker

from referee import logs
from referee.settings import BadSetting, CannotStart, Settings
from referee.store.servers import check_servers, connect_cache, connect_log
from referee.store.tally import Pusher, Tally
from workers import letters, rules  # noqa: F401  # the jobs: imported once, here, not again for each
from workers.jobs import MAIL, RULES

WORKER_TTL = 30  # seconds; RQ's own default leaves a killed worker's job unseen for minutes
MAINTENANCE_INTERVAL = 10  # seconds
_PAUSE = 1.0  # seconds before a new start, when the volatile server went away

_logger = logging.getLogger(__name__)


class _Steady(BaseWorker):
    """RQ's worker, which remembers whether it was asked to stop and soon tries again.

    :param queue: the name of the one queue that it works on.
    """

    max_connection_wait_time = 2.0  # seconds between two attempts to reach the server

    def __init__(self, cache: Redis, queue: str = RULES) -> None:
        super().__init__(
            [queue],
            connection=_unused(cache),
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL,
            maintenance_interval=MAINTENANCE_INTERVAL,
            log_job_description=False,
        )
        self.is_asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.is_asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ leaves it untyped


def _unused(client: Redis) -> Redis:
    """A client of the same server with no connection yet.

    RQ gives the client a time-out longer than it waits for a job. Connections that are open already would keep their
    shorter one, and each wait on them would end as an error.
    """
    pool = client.connection_pool
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **pool.connection_kwargs))


class RulesWorker(_Steady, SimpleWorker):
    """Does its jobs in its own process."""


class MailWorker(_Steady, Worker):
    """Does each job in a child of its own."""


WORKERS: Mapping[str, type[_Steady]] = {RULES: RulesWorker, MAIL: MailWorker}


def run(cache: Redis, queue: str = RULES) -> None:
    """Work on a queue until SIGTERM or SIGINT; the job at hand is finished first.

    The volatile server may restart empty: RQ then gives up, and a new worker registers itself.
    """
    with contextlib.suppress(StopRequested):  # RQ's handler raises it wherever an idle worker is
        while True:
            try:
                worker = WORKERS[queue](cache, queue)
                worker.work(logging_level=None)
                if worker.is_asked_to_stop:
                    return
            except RedisError as error:
                _logger.warning("the volatile server is away: %s", error)
            time.sleep(_PAUSE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the servers, work; the exit code."""
    queue = _parser().parse_args(arguments).queue
    name = "worker" if queue == RULES else "mailer"
    try:
        settings = Settings.from_env()
        logs.set_up(name, settings.log_level, settings.log_format)
        if queue == MAIL and not settings.smtp_url:
            raise BadSetting("SMTP_URL", "is not set; letters need smtp://host:port of a mail server")
        cache = connect_cache(settings)
        check_servers(connect_log(settings), cache)
    except CannotStart as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 2
    _logger.info("working on the queue %s", queue)
    with Pusher(Tally(cache), name):
        run(cache, queue)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m workers.main", description="Work on a queue.")
    parser.add_argument("--queue", choices=list(WORKERS), default=RULES)
    return parser


if __name__ == "__main__":
    sys.exit(main())
