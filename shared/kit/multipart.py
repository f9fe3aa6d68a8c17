"""Bodies of several parts, read as they arrive: nothing of a part waits in memory or on a disk.

For example::

    async for part in parts_of(request):
        if part.filename is None:
            value = await part.text()
        else:
            async for piece in part.pieces(): ...

Rejected: FastAPI's own forms, which write every file to a temporary one first.
"""

from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from kit.errors import BadRequest, PayloadTooLarge, UnsupportedMediaType

MOST_PARTS = 1000
LONGEST_FIELD = 1024 * 1024
"""Bytes of a part that is no file."""


class MultipartInvalid(BadRequest):
    """400: the body is not what multipart/form-data is, or it ended too early."""

    code = "multipart_invalid"


class TooManyParts(PayloadTooLarge):
    """413: the body has more parts than are taken."""

    code = "too_many_parts"


@dataclass(frozen=True, slots=True)
class _Begin:
    name: str
    filename: str | None


@dataclass(frozen=True, slots=True)
class _End:
    pass


_Event = _Begin | bytes | _End


@dataclass(slots=True)
class Part:
    """One part. What is not read of it is passed over when the next one is asked for."""

    name: str
    filename: str | None
    """As it was sent; None for a field that is no file."""
    _reader: "_Reader"

    async def pieces(self) -> AsyncIterator[bytes]:
        """Its bytes. Raises `MultipartInvalid` when the body ends before it does."""
        while isinstance(event := await self._reader.next_event(), bytes):
            yield event

    async def text(self) -> str:
        """All of it. Raises `PayloadTooLarge` beyond `LONGEST_FIELD`, `MultipartInvalid` for what is no text."""
        value = bytearray()
        async for piece in self.pieces():
            value += piece
            if len(value) > LONGEST_FIELD:
                raise PayloadTooLarge(f"The field {self.name[:100]!r} is too long.")
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise MultipartInvalid(f"The field {self.name[:100]!r} is not UTF-8.") from None


async def parts_of(request: Request) -> AsyncIterator[Part]:
    """The parts of a request's body, one after the other.

    Raises `UnsupportedMediaType`, `MultipartInvalid`, `TooManyParts`.
    """
    reader = _Reader(request)
    count = 0
    while (event := await reader.next_event()) is not None:
        if isinstance(event, _Begin):
            count += 1
            if count > MOST_PARTS:
                raise TooManyParts(f"A request can have at most {MOST_PARTS} parts.")
            yield Part(event.name, event.filename, reader)


@dataclass(slots=True)
class _Headers:
    name: bytearray = field(default_factory=bytearray)
    value: bytearray = field(default_factory=bytearray)
    disposition: bytes = b""


class _Reader:
    """Turns what the parser calls back into events."""

    def __init__(self, request: Request) -> None:
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        if kind != b"multipart/form-data":
            raise UnsupportedMediaType("The body has to be multipart/form-data.")
        if not options.get(b"boundary"):
            raise MultipartInvalid("The Content-Type names no boundary.")
        self._chunks = request.stream()
        self._events: deque[_Event] = deque()
        self._headers = _Headers()
        self._is_over = self._is_whole = False
        try:
            self._parser = MultipartParser(
                options[b"boundary"],
                {
                    "on_part_begin": self._begin_part,
                    "on_header_field": lambda data, start, end: self._headers.name.extend(data[start:end]),
                    "on_header_value": lambda data, start, end: self._headers.value.extend(data[start:end]),
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._end_headers,
                    "on_part_data": lambda data, start, end: self._events.append(bytes(data[start:end])),
                    "on_part_end": lambda: self._events.append(_End()),
                    "on_end": self._end,
                },
            )
        except FormParserError as error:
            raise MultipartInvalid("The boundary of the body is not valid.") from error

    async def next_event(self) -> _Event | None:
        """What comes next; None at the end of the body."""
        while not self._events:
            if self._is_over:
                return None
            await self._read()
        return self._events.popleft()

    async def _read(self) -> None:
        try:
            chunk = await anext(self._chunks, b"")
            if chunk:
                self._parser.write(chunk)
                return
        except ClientDisconnect:
            raise MultipartInvalid("The upload was cut off.") from None
        except FormParserError as error:
            raise MultipartInvalid("The body is not multipart/form-data.") from error
        self._is_over = True
        if not self._is_whole:
            raise MultipartInvalid("The body ended too early.")

    def _begin_part(self) -> None:
        self._headers = _Headers()

    def _end_header(self) -> None:
        if self._headers.name.lower() == b"content-disposition":
            self._headers.disposition = bytes(self._headers.value)
        self._headers.name.clear()
        self._headers.value.clear()

    def _end_headers(self) -> None:
        _, options = parse_options_header(self._headers.disposition)
        if b"name" not in options:
            raise FormParserError("a part has no name")
        filename = options.get(b"filename")
        self._events.append(_Begin(_text(options[b"name"]), None if filename is None else _text(filename)))

    def _end(self) -> None:
        self._is_whole = True


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")
