"""Reads a form that a browser has sent: texts, and files that wait on the disk and not in memory."""

import asyncio
import tempfile
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field

from cms.contact_forms.answers import Submitted
from cms.contact_forms.form import Form
from cms.emails.attachment_names import attachment_name
from cms.emails.attachments import MOST, MOST_BYTES, Upload
from cms.files.kinds import HEAD, kind_of
from kit.errors import FieldError, PayloadTooLarge, Unprocessable
from kit.multipart import Part

PREFIX = "f-"
"""Before the names of questions; all else is the form's own."""
TRAP, TICKET, SOLUTION, CAPTCHA = "website", "ticket", "solution", "captcha"
_OWN = frozenset({TRAP, TICKET, SOLUTION, CAPTCHA})
_LONGEST_OWN = 10_000
_LONGEST_TEXT = 40_000
"""Characters of an answer that are read at all; how long one may be is judged later."""
_MOST_ANSWERS = 100
_IN_MEMORY = 256 * 1024
MAX_BODY = MOST_BYTES + 1024 * 1024


class FormFieldUnknown(Unprocessable):
    """422: the request has a field that the form does not have."""

    code = "contact_field_unknown"


@dataclass(slots=True)
class Incoming:
    """What came in. ``own`` is what the form itself sends along."""

    own: dict[str, str] = field(default_factory=dict)
    texts: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, list[Upload]] = field(default_factory=dict)

    @property
    def submitted(self) -> Submitted:
        """The answers."""
        return Submitted(self.texts, self.files)


@asynccontextmanager
async def read(parts: AsyncIterable[Part], form: Form) -> AsyncIterator[Incoming]:
    """What the parts of a body brought; files are there as long as the block runs.

    Raises `FormFieldUnknown`, PayloadTooLarge, and what `kit.multipart` raises.
    """
    incoming, known = Incoming(), form.by_name
    with ExitStack() as opened:
        count = 0
        async for part in parts:
            count += 1
            name = part.name.removeprefix(PREFIX) if part.name.startswith(PREFIX) else None
            if count > _MOST_ANSWERS or (name is None and part.name not in _OWN) or (name and name not in known):
                fault = FieldError((name or part.name)[:100], "unknown_field", "The form has no such field.")
                raise FormFieldUnknown("The form has no such field.", errors=[fault])
            if name is None:
                incoming.own[part.name] = (await _text(part))[:_LONGEST_OWN]
            elif part.filename is None:
                incoming.texts.setdefault(name, []).append((await _text(part))[:_LONGEST_TEXT])
            else:
                await _file(incoming, name, part, opened)
        yield incoming


async def _text(part: Part) -> str:
    text = await part.text()
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


async def _file(incoming: Incoming, name: str, part: Part, opened: ExitStack) -> None:
    """Keep a file. One without a name and a content is a field that was left empty."""
    file = opened.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115 # closed by the stack
    head, size = bytearray(), 0
    async for piece in part.pieces():
        size += len(piece)
        if size > MOST_BYTES:
            raise PayloadTooLarge("The file is too large.", limit=MOST_BYTES)
        head += piece[: max(0, HEAD - len(head))]
        await asyncio.to_thread(file.write, piece)
    called = attachment_name(part.filename or "")
    if not called and not size:
        return
    if sum(map(len, incoming.files.values())) >= MOST:
        raise PayloadTooLarge(f"At most {MOST} files.")
    called = called or "file"
    upload = Upload(called, kind_of(called, bytes(head)), size, file)  # type: ignore[arg-type] # it is a BinaryIO in all but name
    incoming.files.setdefault(name, []).append(upload)
