"""Images at addresses that people supply, as the library and the shop's import fetch them.

For example::

    async with image_at(client, address, most_bytes=LARGEST) as image:
        await storage.put(key, image.pieces())
"""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from kit.outbound import Outbound, Reason, Refused, StreamedResponse

_MB = 1024 * 1024
_OK = 200
_LONGEST_NAME = 150
# What storages say of files that were put there without a word of what they are.
_UNSAID = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_REASONS: Mapping[Reason, str] = {
    "address_invalid": "This is not a web address.",
    "address_not_public": "This address is not public.",
    "name_unknown": "There is no such site.",
    "timeout": "The download took longer than ten seconds.",
    "unreachable": "The site does not answer.",
    "too_many_redirects": "The address redirects more than five times.",
}


class ImageMissing(Exception):
    """An image could not be had; the message says why, in words for people."""


@dataclass(frozen=True, slots=True)
class RemoteImage:
    """An image that is on its way. ``name`` is what its address calls it; nobody has looked into it yet."""

    name: str
    _answer: StreamedResponse

    def pieces(self) -> AsyncIterator[bytes]:
        """Its bytes, once."""
        return self._answer.pieces()


@asynccontextmanager
async def image_at(client: Outbound, address: str, *, most_bytes: int) -> AsyncIterator[RemoteImage]:
    """The image at an address, whose bytes are taken in the block, within the ten seconds of `kit.outbound`.

    Raises `ImageMissing`, while its bytes come as well.
    """
    try:
        async with client.stream(address, accept="image/*", most_bytes=most_bytes) as answer:
            if answer.status != _OK:
                raise ImageMissing(f"The site answers with {answer.status}.")
            if not _may_be_image(answer.headers.get("content-type", "")):
                raise ImageMissing("There is no image at this address.")
            yield RemoteImage(_name_of(answer.url), answer)
    except Refused as refused:
        raise ImageMissing(_reason(refused.reason, most_bytes)) from None


def _may_be_image(content_type: str) -> bool:
    """Whether it is worth loading: what it is, is judged by its bytes."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind.startswith("image/") or kind in _UNSAID


def _reason(reason: Reason, most_bytes: int) -> str:
    if reason == "too_large":
        return f"The image is larger than {most_bytes / _MB:,.0f} MB. Make it smaller, or upload it yourself."
    return _REASONS[reason]


def _name_of(url: str) -> str:
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    name = re.sub(r"[^\w.() -]+", "-", name).strip(" .-")
    return name[-_LONGEST_NAME:] or "image"
