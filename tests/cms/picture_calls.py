"""Images that are uploaded, and the browsers that ask for them."""

from typing import Any

import httpx
import pytest

from kit.testing import ServiceClient, Tokens
from tests.cms.upload_calls import upload

BROWSER = {"Accept": "image/avif,image/webp,image/png,image/*;q=0.8,*/*;q=0.5"}
OLDER = {"Accept": "image/webp,*/*"}
OLDEST = {"Accept": "*/*"}


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    """The headers of an editor."""
    return tokens.bearer("editor")


async def uploaded(client: ServiceClient, headers: Any, name: str, content: bytes) -> dict[str, Any]:
    """Upload a file; what is told of it."""
    answer = await upload(client, headers, (name, content))
    told: dict[str, Any] = answer.json()["success"][name]
    return told


async def refused(client: ServiceClient, headers: Any, name: str, content: bytes) -> tuple[int, str]:
    """Upload a file that is refused; the status and the code."""
    answer = await upload(client, headers, (name, content))
    assert answer.json()["success"] == {}
    told = answer.json()["failed"][name]
    return told["status"], told["code"]


async def keys(client: ServiceClient, prefix: str) -> list[str]:
    """The keys in the storage that begin like this, in order."""
    return sorted([each.key async for each in client.kit.storage.list(prefix)])


def kind(answer: httpx.Response) -> str:
    """The type that an image came with."""
    assert answer.status_code == 200, answer.text
    return answer.headers["content-type"]
