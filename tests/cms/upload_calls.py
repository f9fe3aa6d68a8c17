"""Uploads in one request, as tests send them."""

from pathlib import Path
from typing import Any

import httpx

from kit.testing import ServiceClient
from tests.cms.pictures import encoded, photograph

MB = 1024 * 1024
PNG = encoded(photograph(64, 48), "png")
BOUNDARY = "a-boundary"
MULTIPART = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


async def upload(client: ServiceClient, headers: Any, *given: tuple[str, bytes], **fields: str) -> httpx.Response:
    files = [("files", (name, content)) for name, content in given]
    return await client.post("/cms/files", headers=headers, data=fields, files=files)


def part_of(name: str, content: bytes, filename: str | None = None) -> bytes:
    called = "" if filename is None else f'; filename="{filename}"'
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{called}\r\n\r\n'
    return head.encode() + content + b"\r\n"


END = f"--{BOUNDARY}--\r\n".encode()


async def send_raw(client: ServiceClient, headers: Any, content: Any) -> httpx.Response:
    return await client.post("/cms/files", headers={**headers, **MULTIPART}, content=content)


async def names(client: ServiceClient, headers: Any, place: str = "") -> list[str]:
    listed = (await client.get(f"/cms/file-entities{place}", headers=headers, params={"limit": 100})).json()
    return [each["name"] for each in listed["files"]]


async def is_empty(client: ServiceClient, headers: Any) -> bool:
    """Whether neither a row nor a byte is left."""
    files = Path(client.kit.settings.data_dir, "files")
    return await names(client, headers) == [] and not [path for path in files.rglob("*") if path.is_file()]
