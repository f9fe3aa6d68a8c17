"""Documents as PDF, for archives and mail: tagged, so that screen readers tell the table's cells from its heads.

Typst sets them. The texts go in as data, which it never reads as markup; its program beside this module is ours alone.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path

import typst
from fastapi import FastAPI
from typst import TypstError

from ecom.orders.documents import Document
from kit.errors import Unavailable

AT_ONCE = 2
"""One takes about 20 ms of a core and 0.1 s where it has a hundred rows."""
MOST_WAITING = 40
_PROGRAM = Path(__file__).with_suffix(".typ").read_bytes()


class PrintingBusy(Unavailable):
    """503: too many documents are being made."""

    code = "printing_busy"


class Printing:
    """The turns of one process at making PDFs."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._most_waiting = most_waiting
        self._waiting = 0

    async def pdf(self, document: Document) -> bytes:
        """The document as PDF. Raises `PrintingBusy`. The caller has no connection meanwhile."""
        if self._waiting >= self._most_waiting:
            raise PrintingBusy(
                "Too many documents are being created. Try again in a moment.", headers={"Retry-After": "2"}
            )
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(pdf, document)
        finally:
            self._waiting -= 1


@asynccontextmanager
async def open_printing(app: FastAPI) -> AsyncIterator[None]:
    """Provides the slots while the app runs."""
    app.state.printing = Printing()
    yield


def pdf(document: Document) -> bytes:
    """The document as PDF; as PDF/UA, unless no font of the machine has one of its letters."""
    data = {**asdict(document), "title": document.title}
    with suppress(TypstError):
        return _set(data, is_checked=True)
    return _set(data, is_checked=False)


def _set(data: dict[str, object], *, is_checked: bool) -> bytes:
    # A compiler forgets its program when it has failed once: each document has its own, which costs nothing.
    compiler = typst.Compiler(_PROGRAM, font_paths=_fonts())
    made = compiler.compile(
        format="pdf", sys_inputs={"document": json.dumps(data)}, pdf_standards="ua-1" if is_checked else []
    )
    assert isinstance(made, bytes)
    return made


@cache
def _fonts() -> typst.Fonts:
    """Those of the library, which have Latin, Greek and Cyrillic; those of the machine stand in for other scripts."""
    return typst.Fonts(include_system_fonts=True)
