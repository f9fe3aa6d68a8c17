"""``python -m tests.cms.dying_command <signal> <message> <number> <file>``: the command restores a file and gets a signal.

When it does, `tests.cms.dying_worker` says. The job stands still then until it is ended; an import that opens the gate goes
on in a moment.
"""

import asyncio
import os
import signal
import sys

from cms import backup_command
from tests.cms.dying_worker import die_at

if __name__ == "__main__":
    _, name, step, number, file = sys.argv

    async def stop() -> None:
        os.kill(os.getpid(), signal.Signals[name])
        await asyncio.sleep(2 if step == "decided" else 600)

    die_at(step, int(number), stop)
    sys.exit(backup_command.main(["restore", file]))
