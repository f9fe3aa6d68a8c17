"""Varnish, the cache in front of a site: `python -m tests.varnish` says whether it is there.

Debian's own package is installed where there is none and that is possible: as root, with apt-get.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from deploy.local import ports
from deploy.local.settings import ROOT

PACKAGES = ("varnish", "varnish-modules")
START = ROOT / "deploy" / "cache" / "start.sh"
_PATH = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"


class NoVarnish(Exception):
    """It is not there; the text says what to do."""


@dataclass(frozen=True)
class Varnish:
    """One that runs: where visitors come, where it is told of changes, and its process, whose child answers."""

    url: str
    purge_url: str
    pid: int


def require() -> str:
    """The program's path. Installs it where that may be done; raises `NoVarnish`."""
    if not _found():
        _install()
    found = _found()
    if not found:
        raise NoVarnish(f"the cache in front needs Varnish with its module xkey: apt-get install {' '.join(PACKAGES)}")
    return found


@contextmanager
def in_front_of(gateway_port: int, folder: Path, held: ExitStack) -> Iterator[Varnish]:
    """The cache as `deploy/cache` has it, in front of a gateway on this machine, which need not answer yet."""
    require()
    chosen = ports.reserve(["visitors", "purges"], held)
    environment = {
        "PATH": _PATH,
        "GATEWAY": f"127.0.0.1:{gateway_port}",
        "HOST": "127.0.0.1",
        "PORT": str(chosen["visitors"]),
        "PURGE_PORT": str(chosen["purges"]),
        "RUN_DIR": str(folder),
    }
    visitors, purges = (f"http://127.0.0.1:{chosen[name]}" for name in ("visitors", "purges"))
    # The script makes way for Varnish in the same process.
    with _running(["sh", str(START)], environment, purges) as pid:
        yield Varnish(visitors, purges, pid)


@contextmanager
def plain(origin_port: int, folder: Path, held: ExitStack) -> Iterator[tuple[str, int]]:
    """Varnish by itself, without rules of ours, which keeps what another server answers; its address and process."""
    port = ports.reserve(["plain"], held)["plain"]
    address = f"127.0.0.1:{port}"
    command = [
        *(require(), "-F", "-j", "none", "-n", str(folder / "plain"), "-b", f"127.0.0.1:{origin_port}"),
        *("-a", address, "-p", "http_gzip_support=off"),
    ]
    with _running(command, {"PATH": _PATH}, f"http://{address}") as pid:
        yield f"http://{address}", pid


@contextmanager
def _running(command: list[str], environment: dict[str, str], url: str) -> Iterator[int]:
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            _await(process, url)
            yield process.pid
        finally:
            process.terminate()


def _await(process: subprocess.Popen[str], url: str) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if process.poll() is not None:
            raise NoVarnish(process.stderr.read() if process.stderr else "")
        try:
            httpx.get(url, timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError(f"nothing answers at {url}")


def _found() -> str | None:
    # Debian's folder for libraries has the machine's kind in its name, others' has not.
    has_module = any(any(Path("/usr/lib").glob(f"{folder}varnish/vmods/libvmod_xkey.so")) for folder in ("", "*/"))
    return shutil.which("varnishd", path=_PATH) if has_module else None


def _install() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # What its daemon's package starts by itself is not wanted here.
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, stdout=sys.stderr, check=False)


def main() -> int:
    """Print the path; 1 after a line that says what to do."""
    try:
        sys.stdout.write(f"{require()}\n")
    except NoVarnish as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
