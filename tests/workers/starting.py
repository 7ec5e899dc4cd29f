"""What the fixture ``start`` gives to a test."""

import subprocess
from collections.abc import Callable

Start = Callable[[str], "subprocess.Popen[bytes]"]
