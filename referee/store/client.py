"""The type of a Redis client here."""

from typing import Any

# redis-py's stubs describe every way of decoding at once; our clients answer in bytes, and stand in these modules only.
Client = Any
