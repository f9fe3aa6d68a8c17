"""The fixtures around one running copy that all tests of a run share.

The first test that asks for ``stack`` starts it and sets the site up, whichever xdist worker that
is; the process that began the run stops it. Tests must leave it running, and keep to pages and
records of their own making. A test that kills processes starts a `Stack` of its own.
"""

import fcntl
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest

from deploy.local.up import down
from tests.stack import RESULTS, Stack

OWNER_EMAIL = "owner@example.org"
OWNER_PASSWORD = "seven amber kettles hum"
_FOLDER = "PAGEWRIGHT_TEST_STACK"
_PREFIX = "pagewright-stack-"
# Half of what a session lasts that nobody renews.
_LOGIN_SECONDS = 600.0
_logins: list["_Login"] = []


@dataclass
class _Login:
    stack: Stack
    cookies: httpx.Cookies
    since: float


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder that all workers share, and see to it that the copy in it is stopped."""
    if hasattr(config, "workerinput"):
        return
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    # As root, Postgres runs as somebody else and has to pass through.
    folder.chmod(0o711)
    os.environ[_FOLDER] = str(folder)
    config.add_cleanup(lambda: _finish(folder))


@pytest.fixture(scope="session")
def stack() -> Stack:
    """The run's copy, with its site set up and an owner who may do everything."""
    folder = Path(os.environ[_FOLDER])
    port_file = folder / "port"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if port_file.exists():
            return Stack(folder / "data", int(port_file.read_text()))
        started = Stack(folder / "data")
        try:
            started.start()
            set_up_site(started)
        except BaseException:
            # Half of a copy would stand in the way of every test that comes after.
            started.stop()
            shutil.rmtree(folder / "data", ignore_errors=True)
            raise
        port_file.write_text(str(started.port))
        return started


@pytest.fixture(scope="session")
def owner_cookies(stack: Stack) -> Iterator[httpx.Cookies]:
    """The cookies of one login as the owner, which tests must not renew."""
    with lasting_login(stack) as cookies:
        yield cookies


def pytest_runtest_setup() -> None:
    """Log in anew before the owner's session runs out."""
    for login in _logins:
        if time.monotonic() - login.since > _LOGIN_SECONDS:
            login.cookies.update(new_owner_login(login.stack)[0])
            login.since = time.monotonic()


@pytest.fixture
def owner_client(stack: Stack, owner_cookies: httpx.Cookies) -> Iterator[httpx.Client]:
    """A client through the gateway, logged in as the owner, with the Origin that writes need."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=httpx.Cookies(owner_cookies), timeout=30
    ) as client:
        yield client


@pytest.fixture
def visitor_client(stack: Stack) -> Iterator[httpx.Client]:
    """A client through the gateway that nobody is logged in with."""
    with httpx.Client(base_url=stack.base_url, timeout=30) as client:
        yield client


@contextmanager
def lasting_login(stack: Stack) -> Iterator[httpx.Cookies]:
    """The cookies of a session of the owner's for as long as the block lasts: they change in place."""
    cookies, _ = new_owner_login(stack)
    login = _Login(stack, cookies, time.monotonic())
    _logins.append(login)
    try:
        yield cookies
    finally:
        # By then the copy may be gone, and other tests go on: a login left here would fail each of them.
        _logins.remove(login)


def new_owner_login(stack: Stack) -> tuple[httpx.Cookies, dict[str, Any]]:
    """The cookies and the claims of a further session of the owner's."""
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        answer = client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})
        return client.cookies, answer.raise_for_status().json()["public"]["claims"]


class Site(Protocol):
    """A site that answers at an address."""

    base_url: str

    @property
    def setup_code(self) -> str:
        """What the set-up asks for."""


def set_up_site(stack: Site, **changed: object) -> None:
    """Do what /cms-setup does: the owner, the first page, a site with shop and customer area."""
    answers: dict[str, object] = {
        "code": stack.setup_code,
        "siteName": "Example",
        "firstName": "Olive",
        "lastName": "Owner",
        "emailAddress": OWNER_EMAIL,
        "password": OWNER_PASSWORD,
        "timezone": "Europe/London",
        "hasEcom": True,
        "hasCRM": True,
        **changed,
    }
    answer = httpx.post(f"{stack.base_url}/auth/setup", json=answers, headers={"Origin": stack.base_url}, timeout=30)
    assert answer.status_code == 201, answer.text


def _sweep() -> None:
    """End what a killed run has left behind."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
            _end(folder)


def _finish(folder: Path) -> None:
    """End the run's copy. What is left of one that ended before its time is kept in test-results/, to find out why."""
    if (folder / "port").exists() and not (stack := Stack(folder / "data", port=1)).is_running:
        ended = RESULTS / "copy-that-ended"
        shutil.rmtree(ended, ignore_errors=True)
        shutil.copytree(folder / "data" / "logs", ended)
        (ended / "output.txt").write_text(stack.output)
        sys.stderr.write(f"\nThe run's copy ended before its time: see {ended}\n")
    _end(folder)


def _end(folder: Path) -> None:
    if (folder / "data").exists():
        down(folder / "data")
    shutil.rmtree(folder, ignore_errors=True)
