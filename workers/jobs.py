"""Jobs as the relay rings for them: a row of the outbox, by its ids alone."""

from rq import Queue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from referee.store.client import Client
from referee.store.outbox import Row

RULES = "rules"
_RUN = "workers.rules.run"
_SECONDS = 60  # how long a job may take
_FAILURE_SECONDS = 3600  # how long a failed job can be looked at
_WAITING = frozenset({JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED, JobStatus.DEFERRED})


def job_id(row: Row) -> str:
    """The id that makes a job one: what is to be done for which version of what."""
    return "-".join(filter(None, [row.kind, row.subject, str(row.version), row.extra]))


def ring(queue: Queue, row: Row) -> bool:
    """Enqueue the job of a row unless it waits or runs already; False if it does."""
    try:
        _enqueue(queue, row)
    except DuplicateJobError:
        # RQ keeps the hash of a job that failed or whose worker was killed: that one must not block the next.
        try:
            known = Job.fetch(job_id(row), connection=queue.connection, serializer=JSONSerializer)
            if known.get_status() in _WAITING:
                return False
            known.delete()
        except NoSuchJobError:
            pass
        try:
            _enqueue(queue, row)
        except DuplicateJobError:
            return False
    return True


def rules_queue(cache: Client) -> Queue:
    """The queue of short jobs on the volatile server."""
    return Queue(RULES, connection=cache, serializer=JSONSerializer)


def _enqueue(queue: Queue, row: Row) -> None:
    queue.enqueue(
        _RUN,
        kwargs=row._asdict(),
        job_id=job_id(row),
        unique=True,
        job_timeout=_SECONDS,
        result_ttl=0,
        failure_ttl=_FAILURE_SECONDS,
    )
