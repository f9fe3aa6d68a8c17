"""``python -m tests.composed.forking_parent <socket>``: what runs in the container whose forks the others are."""

import ctypes
import json
import os
import socket
import subprocess
import sys
from typing import NoReturn

from deploy.local import forking
from deploy.local.processes import shared_modules
from tests.composed.forks import HOSTS, VOLUMES
from tests.forking import serve

_NEW_MOUNT_NAMESPACE = 0x00020000
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
    if not forking.preload(shared_modules()):
        sys.exit("what the containers run cannot be imported")
    serve(socket.socket(fileno=int(sys.argv[1])), _become, lambda _: None)


def _become(message: bytes) -> NoReturn:
    """In a fork: what a container runs, with the files that it has."""
    container = json.loads(message)
    _enter(container["mounts"])
    os.chdir(container["folder"])
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
