"""What runs in the process whose forks others are, be it of tests in Python (`tests.forks`) or of containers."""

import os
import selectors
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_MOST_BYTES = 200_000
_MOST_FILES = 1024


def serve(channel: socket.socket, become: Callable[[bytes], NoReturn], prepare: Callable[[bytes], object]) -> None:
    """Fork for each message until nobody is there who asks, and end all forks then.

    With a message come three files: for the fork's output, its errors, and for what becomes of it, into which its id is
    written, and its exit status once it has ended. `prepare` has the message first, here, and `become` in the fork.
    """
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
                message, files, _, _ = socket.recv_fds(channel, _MOST_BYTES, 3)
                if not message:
                    return _end(running)
                output, errors, told = files
                prepare(message)
                pid = os.fork()
                if not pid:
                    _begin(become, message, output, errors)
                os.close(output)
                os.close(errors)
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


def _begin(become: Callable[[bytes], NoReturn], message: bytes, output: int, errors: int) -> NoReturn:
    try:
        os.setsid()
        for stream, to in ((0, os.open(os.devnull, os.O_RDONLY)), (1, output), (2, errors)):
            os.dup2(to, stream)
        os.closerange(3, _MOST_FILES)
        become(message)
    except BaseException as error:  # noqa: BLE001  # a fork never goes on as its parent
        os.write(2, f"{error!r}\n".encode())
        os._exit(1)
