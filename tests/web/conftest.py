"""What the tests of the web host share."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.stack import Stack


@pytest.fixture
def host(stack: Stack) -> Iterator[httpx.Client]:
    """The web host itself, past the gateway, asked by nobody in particular."""
    with httpx.Client(base_url=stack.urls["web"], timeout=30) as client:
        yield client
