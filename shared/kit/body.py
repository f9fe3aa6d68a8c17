"""Reading a request's body: how long it may be and which JSON is let in."""

from typing import Any

import orjson
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive

from kit.errors import InvalidJson, PayloadTooLarge, UnsupportedMediaType

DEFAULT_MAX_BODY = 64 * 1024
"""Bytes that a route takes unless it says ``max_body_size=…``."""

DOCUMENT_MAX_BODY = 10 * 1024 * 1024
"""Bytes for a route that takes documents: trees, rich text, many actions. The gateway lets no more through."""

MAX_DEPTH = 100
"""Nested arrays and objects. Beyond about 250 the encoders on the way out would fail."""


def limited(headers: Headers, receive: Receive, maximum: int) -> Receive:
    """A ``receive`` that refuses a body of more than ``maximum`` bytes, declared or counted.

    Raises `PayloadTooLarge` at once when Content-Length says so, else at the chunk that is too much.
    """
    declared = headers.get("content-length")
    if declared is not None and declared.isdecimal() and int(declared) > maximum:
        raise _too_large(maximum)
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > maximum:
            raise _too_large(maximum)
        return message

    return counting


async def read_json(request: Request) -> Any:
    """The request's body as JSON; raises `InvalidJson`, `UnsupportedMediaType` or `PayloadTooLarge`."""
    try:
        raw = await request.body()
    except ClientDisconnect:
        raise InvalidJson("The body ended too early.") from None
    if not raw:
        return None
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not (
        media_type == "application/json" or (media_type.startswith("application/") and media_type.endswith("+json"))
    ):
        raise UnsupportedMediaType("The body has to be application/json.")
    return parse_json(raw)


def parse_json(raw: bytes) -> Any:
    """Strict JSON: no NaN, infinities, lone surrogates, NUL characters or bottomless nesting.

    Raises `InvalidJson`. orjson refuses all but the last two; the walk that looks for those is
    only made when the raw bytes make them possible.
    """
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise InvalidJson(f"The body is not valid JSON: {error.msg} (at character {error.pos}).") from None
    if b"\\u0000" in raw or raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
        _refuse_nul_and_depth(value)
    return value


def _refuse_nul_and_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for item in level:
            if isinstance(item, str) and "\0" in item:
                raise InvalidJson("The body contains a NUL character.")
            if isinstance(item, dict):
                below.extend(item)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return
        level = below
    raise InvalidJson(f"The body is nested more than {MAX_DEPTH} levels deep.")


def _too_large(maximum: int) -> PayloadTooLarge:
    return PayloadTooLarge(f"This is too large: the limit is {_in_words(maximum)}.", limit=maximum)


def _in_words(size: int) -> str:
    for unit, factor in (("MB", 1024 * 1024), ("KB", 1024)):
        if size >= factor:
            return f"{size / factor:.3g} {unit}"
    return f"{size} bytes"
