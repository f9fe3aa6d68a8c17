"""``python -m tests.composed.forking_parent <socket>``: what runs in the container whose forks the others are.

On its socket it is told of one container after another, with the files for its output and for what becomes of it: it
writes its id into that, and its exit status once it has ended. When the socket is closed, it ends all of them.
"""

import ctypes
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import NoReturn

from deploy.local import forking
from deploy.local.processes import shared_modules
from tests.composed.forks import HOSTS, VOLUMES

_NEW_MOUNT_NAMESPACE = 0x00020000
_MOST_BYTES = 200_000
_MOST_FILES = 1024
_ENTER = f"""
set -eu
while [ $# -gt 0 ]; do
    mount --bind "$1" "$2"
    if [ "$3" = ro ]; then mount -o remount,bind,ro "$2"; fi
    shift 3
done
umount --lazy {VOLUMES} {HOSTS}
mount -t tmpfs tmpfs /tmp
"""


def main() -> None:
    """Fork until nobody is there who asks for it."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    if not forking.preload(shared_modules()):
        sys.exit("what the containers run cannot be imported")
    running: dict[int, int] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(channel, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is not channel:
                    selector.unregister(key.fileobj)
                    os.close(key.fd)
                    _ended(key.data, running.pop(key.data))
                    continue
                message, files, _, _ = socket.recv_fds(channel, _MOST_BYTES, 2)
                if not message:
                    return _end(running)
                output, told = files
                pid = os.fork()
                if not pid:
                    _become(message, output)
                os.close(output)
                os.write(told, f"{pid}\n".encode())
                running[pid] = told
                selector.register(os.pidfd_open(pid), selectors.EVENT_READ, pid)


def _ended(pid: int, told: int) -> None:
    _, status = os.waitpid(pid, 0)
    # The process that started it may have gone.
    with suppress(BrokenPipeError):
        os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os.close(told)


def _end(running: dict[int, int]) -> None:
    for pid in running:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def _become(message: bytes, output: int) -> NoReturn:
    """In a fork: what a container runs, with the files that it has."""
    try:
        container = json.loads(message)
        os.setsid()
        for stream, to in ((0, os.open(os.devnull, os.O_RDONLY)), (1, output), (2, output)):
            os.dup2(to, stream)
        os.closerange(3, _MOST_FILES)
        _enter(container["mounts"])
        os.chdir(container["folder"])
    except BaseException as error:  # noqa: BLE001  # a fork never goes on as its parent
        os.write(2, f"{error!r}\n".encode())
        os._exit(1)
    forking.run_module([sys.executable, "-m", *container["command"]], container["environment"])


def _enter(mounts: list[tuple[str, str, bool]]) -> None:
    """A mount namespace of its own, where it sees nothing of others."""
    system = ctypes.CDLL(None, use_errno=True)
    if system.unshare(_NEW_MOUNT_NAMESPACE):
        raise OSError(ctypes.get_errno(), "no mount namespace")
    arguments = [part for source, target, read_only in mounts for part in (source, target, "ro" if read_only else "rw")]
    subprocess.run(["/bin/sh", "-c", _ENTER, "enter", *arguments], check=True, env={"PATH": os.defpath})


if __name__ == "__main__":
    main()
