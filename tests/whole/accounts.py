"""Accounts beside the owner's, for tests through the gateway."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD

_PASSWORD = "a long enough password"


@contextmanager
def logged_in(stack: Stack, *scopes: str, name: str = "Noor Newcomer") -> Iterator[httpx.Client]:
    """A client of somebody new with these scopes, whom the owner adds, with those of the scopes that are missing."""
    email = f"{uuid.uuid4().hex}@example.org"
    with owner_session(stack) as owner:
        for scope in scopes:
            made = owner.post("/auth/scopes", json={"name": scope})
            assert made.status_code in {201, 409}, made.text
        first_name, last_name = name.split()
        person = {"firstName": first_name, "lastName": last_name, "emailAddress": email, "timezone": "UTC"}
        form = {"person": person, "scopes": scopes, "password": _PASSWORD}
        owner.post("/auth/users", json=form).raise_for_status()
    with _browser(stack) as client:
        client.post("/auth/tokens", json={"email": email, "password": _PASSWORD}).raise_for_status()
        yield client


@contextmanager
def owner_session(stack: Stack) -> Iterator[httpx.Client]:
    """A session of the owner's that is new, and ends; what asks for a recent login takes it."""
    with _browser(stack) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client
        client.delete("/auth/tokens").raise_for_status()


def _browser(stack: Stack) -> httpx.Client:
    return httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30)
