"""A process that writes down what it finds around it, for tests of what starts it.

Run as `python -m tests.deploy.tell_process <file> <exit status>`. With status 0 it stays until it is asked to end.
"""

import json
import os
import signal
import sys
from pathlib import Path


def main() -> None:
    """Write the file, then end as asked."""
    file, status = Path(sys.argv[1]), int(sys.argv[2])
    found = {
        "environment": dict(os.environ),
        "path": sys.path[0],
        "parent": os.getppid(),
        "caught": [number for number in signal.valid_signals() if callable(signal.getsignal(number))],
        "opened": sorted(int(fd.name) for fd in Path("/proc/self/fd").iterdir() if fd.exists()),
        "ours": sorted(name for name in sys.modules if name.split(".")[0] in {"kit", "auth", "content"}),
    }
    file.with_suffix(".part").write_text(json.dumps(found))
    file.with_suffix(".part").rename(file)
    if status:
        sys.exit(status)
    signal.pause()


if __name__ == "__main__":
    main()
