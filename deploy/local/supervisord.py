"""What supervises: supervisord, which says on its standard output what happens to its processes.

Run as `python -m deploy.local.supervisord <configuration> <listening socket> …` by
`deploy.local.supervision`. It keeps the sockets open for as long as it runs, so that connections wait
while the process that takes them is restarted. Python processes are forks of it that share what it has imported. Each
line is a JSON object: {"process": …, "state": "EXITED" | "BACKOFF" | …, "reason": …, "try": …}.

On its standard input it is given, as {"settings": {process: {name: value}}, "modules": […]}, the settings that only
some processes may see, and those of our own modules that the forks are to share. It imports them when it is sent the
remote event `preload`, and answers nobody meanwhile.
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from supervisor import events
from supervisor.medusa import asyncore_25 as asyncore
from supervisor.options import ServerOptions, decode_wait_status
from supervisor.states import SupervisorStates, getProcessStateDescription
from supervisor.supervisord import Supervisor

from deploy.local import forking, full_disk
from deploy.local.ports import LISTEN_FD


class _Options(ServerOptions):  # type: ignore[misc]  # supervisor comes without types
    """supervisord's options, which also remember how each process ended, and hand sockets on."""

    def __init__(self, listening: frozenset[int], private: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__()
        self.endings: dict[int, str] = {}
        self._listening = listening
        self._private = private

    def cleanup_fds(self) -> None:
        """Close nothing: all that is open was given to us on purpose."""

    def close_fd(self, fd: int) -> None:
        """In a new process: close whatever it has of ours, but for the sockets."""
        if fd not in self._listening:
            super().close_fd(fd)

    def execve(self, filename: str, argv: list[str], env: dict[str, str]) -> None:
        """In a new process, once it is known which one: leave it the socket and the settings that are its own."""
        for fd in self._listening:
            if str(fd) != env.get(LISTEN_FD):
                super().close_fd(fd)
        environment = {**env, **self._private.get(env["SUPERVISOR_PROCESS_NAME"], {})}
        if forking.can_run(argv):
            forking.run_module(argv, environment)
        super().execve(filename, argv, environment)

    def waitpid(self) -> tuple[int | None, int | None]:
        pid, status = super().waitpid()
        if pid:
            self.endings[pid] = decode_wait_status(status)[1]
        return pid, status


class _Supervisor(Supervisor):  # type: ignore[misc]  # as above
    """supervisord that reports, and that ends with the process that started it."""

    def __init__(self, options: _Options, modules: list[str]) -> None:
        super().__init__(options)
        self._parent = os.getppid()
        self._modules = modules
        self._is_to_preload = False

    def runforever(self) -> None:
        events.subscribe(events.ProcessStateEvent, self._report)
        events.subscribe(events.RemoteCommunicationEvent, self._hear)
        super().runforever()

    def tick(self, now: float | None = None) -> None:
        super().tick(now)
        # Preloads here and not in `_hear`, so that the sender gets its answer first.
        if self._is_to_preload:
            self._is_to_preload = False
            forking.preload(self._modules)
        # Killed with -9, the parent cannot ask us to stop.
        if os.getppid() != self._parent:
            self.options.mood = SupervisorStates.SHUTDOWN

    def _hear(self, event: Any) -> None:
        self._is_to_preload = event.type == forking.PRELOAD

    def _report(self, event: Any) -> None:
        process = event.process
        line = {
            "process": process.config.name,
            "state": getProcessStateDescription(process.state),
            "reason": self.options.endings.pop(process.pid, None),
            "try": process.backoff,
        }
        try:
            print(json.dumps(line), flush=True)
        except BrokenPipeError:
            self.options.mood = SupervisorStates.SHUTDOWN


def main() -> None:
    """Supervise until asked to stop."""
    full_disk.lose_what_cannot_be_written()
    told = json.load(sys.stdin)
    options = _Options(frozenset(map(int, sys.argv[2:])), told["settings"])
    options.realize(["--nodaemon", "--silent", "--configuration", sys.argv[1]])
    options.first = True
    options.test = False
    try:
        _Supervisor(options, told["modules"]).main()
    except asyncore.ExitNow:
        pass
    finally:
        options.close_httpservers()
        options.close_logger()


if __name__ == "__main__":
    main()
