"""How long to wait before something that has died is started again."""

FIRST, LONGEST = 0.5, 30.0  # seconds
_STEADY = 60.0  # seconds of life after which all is forgiven


class Backoff:
    """Pauses between the starts of one process: doubled with each death, short again after a minute of life."""

    def __init__(self) -> None:
        self._next = FIRST

    def pause(self, lived: float) -> float:
        """Seconds until the next start.

        :param lived: seconds since the last one.
        """
        if lived >= _STEADY:
            self._next = FIRST
        pause, self._next = self._next, min(LONGEST, self._next * 2)
        return pause
