"""What time it is; the rules and the logs never ask."""

import time


def now_ms() -> int:
    """Milliseconds since 1970 UTC by the clock of this machine."""
    return time.time_ns() // 1_000_000
