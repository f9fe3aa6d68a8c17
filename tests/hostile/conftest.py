"""A site of its own for the hostile texts: they are in its menus and on all its pages."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.hostile.corpus import Corpus, store_actions, store_plugins, store_titles
from tests.hostile.records import store_records
from tests.stack import Stack, running_stack
from tests.stack_fixtures import lasting_login, set_up_site


@pytest.fixture(scope="package")
def stack() -> Iterator[Stack]:
    """A copy with its site set up, for these tests alone."""
    with running_stack() as stack:
        set_up_site(stack)
        yield stack


@pytest.fixture(scope="package")
def owner_cookies(stack: Stack) -> Iterator[httpx.Cookies]:
    """The cookies of one login as its owner."""
    with lasting_login(stack) as cookies:
        yield cookies


@pytest.fixture(scope="package")
def corpus(stack: Stack, owner_cookies: httpx.Cookies) -> Corpus:
    """The site with the texts in it."""
    made = Corpus()
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=120
    ) as client:
        store_plugins(client, made)
        store_actions(client, made)
        store_titles(client, made)
        store_records(client, made)
    return made
