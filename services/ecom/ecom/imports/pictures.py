"""The images that a file names by their addresses, and which of them the library has already: pure."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Values = dict[str, Any]
MOST = 50
"""Images of one product."""


def key_of(address: str) -> str:
    """By which an address is remembered."""
    return hashlib.sha256(address.encode()).hexdigest()


@dataclass(slots=True)
class Pictures:
    """What is known of the images in a file. ``files`` are the ids of library files by address.

    Where images are not ``wanted`` what products have of them stays.
    """

    is_wanted: bool = False
    files: Mapping[str, str] = field(default_factory=dict)

    def resolved(
        self, wanted: Sequence[Mapping[str, str]], kept: Collection[Mapping[str, Any]]
    ) -> tuple[list[Values], list[dict[str, str]]]:
        """The images that are there, in the file's order, and those that have to be fetched."""
        if not self.is_wanted:
            return [dict(each) for each in kept], []
        present = {each.get("file") or each.get("address"): dict(each) for each in kept}
        found, missing = [], []
        for each in wanted[:MOST]:
            file = self.files.get(each["address"])
            if file is None:
                missing.append(dict(each))
            else:
                found.append(present.get(file, {"file": file, "alt": each["alt"]}))
        return found, missing

    def said(self, wanted: Sequence[Mapping[str, str]]) -> list[str]:
        """The images as a preview has them."""
        return [each["address"].rpartition("/")[2] or each["address"] for each in wanted]
