"""Sites of containers as their owner, a visitor and the doctor find them."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.composed.site import ComposedSite
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD


@contextmanager
def logged_in(site: ComposedSite) -> Iterator[httpx.Client]:
    """A client of the owner's."""
    with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=60) as client:
        login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        assert client.post("/auth/tokens", json=login).status_code == 200
        yield client


def well(site: ComposedSite, part: str = "worker") -> subprocess.CompletedProcess[str]:
    """What the doctor says in one of its containers of a site that is well.

    It finds fault with what takes more than seconds to answer, as all does on a busy machine now and then.
    """
    until = time.monotonic() + 90
    while True:
        ended = site.container(part).run(["python", "-m", "deploy.operations", "doctor"])
        if ended.returncode == 0:
            assert not ended.stderr
            return ended
        assert time.monotonic() < until, ended.stdout


def first_page(site: ComposedSite) -> str:
    """The first page as visitors get it."""
    answer = httpx.get(site.base_url, timeout=30)
    assert answer.status_code == 200
    return answer.text
