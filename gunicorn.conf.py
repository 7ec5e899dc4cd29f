"""How gunicorn serves the API: threads, since a long-poll only waits; figures from the settings."""

from typing import Any

from referee.api import server
from referee.logs import configuration
from referee.settings import CannotStart, Settings
from referee.store.servers import check_servers, connect_cache, connect_log
from referee.store.tally import Pusher, Tally

try:
    _settings = Settings.from_env()
except CannotStart as error:
    raise SystemExit(f"web: {error}") from None

bind = f"{_settings.host}:{_settings.port}"
worker_class = server.worker_class(_settings.request_seconds)
workers = _settings.web_workers
threads = _settings.web_threads
graceful_timeout = 5  # seconds; else a stop waits for every open long-poll
keepalive = 30  # seconds; players' clients ask again and again
limit_request_line = 8190  # bytes, the most there is: 40 steps of legal-moves?from= fit
forwarder_headers = ""  # nobody says by a header where we are mounted
control_socket_disable = True  # else gunicorn opens one in the home directory

logconfig_dict = configuration("web", _settings.log_level, _settings.log_format)
# With a configuration of its own gunicorn logs every request, whatever `accesslog` says.
logconfig_dict["loggers"]["gunicorn.access"]["level"] = "INFO" if _settings.access_log else "WARNING"
errorlog = "-"
access_log_format = "%(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"  # no query, no header: they may hold tokens


def on_starting(_arbiter: object) -> None:
    """Refuse servers that do not promise what they must, once and before any process of ours is up."""
    try:
        with connect_log(_settings) as log, connect_cache(_settings) as cache:
            check_servers(log, cache)
    except CannotStart as error:
        raise SystemExit(f"web: {error}") from None


def post_worker_init(worker: Any) -> None:
    """Let a new process push what it counts."""
    worker.referee_pusher = Pusher(Tally(connect_cache(_settings)), "web").start()


def worker_exit(_arbiter: object, worker: Any) -> None:
    """Push for the last time, unless the process ends before it has begun."""
    pusher = getattr(worker, "referee_pusher", None)
    if pusher is not None:
        pusher.stop()
