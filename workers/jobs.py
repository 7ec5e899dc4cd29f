"""Jobs as the relay rings for them: a row of the outbox, by its ids alone."""

from datetime import UTC, datetime, timedelta

from rq import Queue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from referee.store.client import Client
from referee.store.outbox import LETTER, Row

RULES, MAIL = "rules", "mail"
_RUN = {RULES: "workers.rules.run", MAIL: "workers.letters.run"}
_SECONDS = 60  # how long a job may take
_FAILURE_SECONDS = 3600  # how long a failed job can be looked at
# A job takes milliseconds. One that has been at it for longer than this lost its worker, which RQ itself notices
# after minutes, or never; that a job runs twice at the worst does no harm.
_LOST_AFTER = timedelta(seconds=15)


def job_id(row: Row) -> str:
    """The id that makes a job one: what is to be done for which version of what."""
    return "-".join(filter(None, [row.kind, row.subject, str(row.version), row.extra.replace(":", "-")]))


def ring(queue: Queue, row: Row) -> bool:
    """Enqueue the job of a row unless it waits or runs already; False if it does."""
    try:
        _enqueue(queue, row)
    except DuplicateJobError:
        # RQ keeps the hash of a job that failed or whose worker was killed: that one must not block the next.
        try:
            known = Job.fetch(job_id(row), connection=queue.connection, serializer=JSONSerializer)
            if _is_on_its_way(queue, known):
                return False
            known.delete()
        except NoSuchJobError:
            pass
        try:
            _enqueue(queue, row)
        except DuplicateJobError:
            return False
    return True


def _is_on_its_way(queue: Queue, job: Job) -> bool:
    """Does the job still wait in the queue, or has a worker taken it a moment ago?"""
    status = job.get_status(refresh=False)
    if status is JobStatus.QUEUED and queue.get_job_position(job.id) is not None:
        return True
    if status not in (JobStatus.QUEUED, JobStatus.STARTED):
        return False
    taken = job.started_at or job.enqueued_at
    return taken is not None and datetime.now(UTC) - taken < _LOST_AFTER


def rules_queue(cache: Client) -> Queue:
    """The queue of short jobs on the volatile server."""
    return Queue(RULES, connection=cache, serializer=JSONSerializer)


def mail_queue(cache: Client) -> Queue:
    """The queue of letters on the volatile server: they wait for a mail server, and must hold up nothing else."""
    return Queue(MAIL, connection=cache, serializer=JSONSerializer)


def queue_of(row: Row) -> str:
    """The name of the queue that does a row."""
    return MAIL if row.kind == LETTER else RULES


def _enqueue(queue: Queue, row: Row) -> None:
    queue.enqueue(
        _RUN[queue.name],
        kwargs=row._asdict(),
        job_id=job_id(row),
        unique=True,
        job_timeout=_SECONDS,
        result_ttl=0,
        failure_ttl=_FAILURE_SECONDS,
    )
