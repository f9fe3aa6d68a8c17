"""Files of the size that shops have, from outside to the shop's service."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.whole.raw_http import send

MEGABYTE = 1024 * 1024
BOUNDARY = "pagewright"
HEAD = (
    f"--{BOUNDARY}\r\n"
    'Content-Disposition: form-data; name="file"; filename="products.csv"\r\nContent-Type: text/csv\r\n\r\n'
    "sku,name,description\r\n"
).encode()
TAIL = f"\r\n--{BOUNDARY}--\r\n".encode()


def lines(size: int) -> Iterator[bytes]:
    """Products with long descriptions, until there are so many bytes."""
    yield HEAD
    count = 0
    while size > 0:
        line = f"large-{count},Basket {count},{'Woven by hand of willow. ' * 200}\r\n".encode()
        yield line
        size, count = size - len(line), count + 1
    yield TAIL


def test_a_file_of_more_than_ten_megabytes_is_taken(owner_client: httpx.Client) -> None:
    content = b"".join(lines(12 * MEGABYTE))
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    answer = owner_client.post("/ecom/imports/products", content=content, headers=headers, timeout=60)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert (found["state"], found["headers"]) == ("uploaded", ["sku", "name", "description"])
    assert owner_client.delete(f"/ecom/imports/{found['id']}").status_code == 204


@pytest.mark.parametrize("is_declared", [True, False], ids=["declared", "chunked"])
def test_a_hundred_megabytes_are_refused_in_words(
    owner_client: httpx.Client, owner_cookies: httpx.Cookies, *, is_declared: bool
) -> None:
    session = next(cookie.value for cookie in owner_cookies.jar if cookie.name == "pagewright_session")
    content = b"".join(lines(100 * MEGABYTE))
    length = {"Content-Length": str(len(content))} if is_declared else {"Transfer-Encoding": "chunked"}
    blocks = (content[start : start + MEGABYTE] for start in range(0, len(content), MEGABYTE))
    answer = send(
        str(owner_client.base_url).rstrip("/"),
        "/ecom/imports/products",
        method="POST",
        headers={
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "Origin": str(owner_client.base_url).rstrip("/"),
            "Cookie": f"pagewright_session={session}",
            **length,
        },
        body=blocks if is_declared else (f"{len(each):x}\r\n".encode() + each + b"\r\n" for each in blocks),
    )
    assert (answer.status, answer.code) == (413, "import_too_large")
