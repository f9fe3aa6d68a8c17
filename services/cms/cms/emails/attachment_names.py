"""What a file is called that goes with an email."""

import re
import unicodedata

_LONGEST_NAME = 150


def attachment_name(name: str) -> str:
    """A file's own name without folders and characters that mislead, at most 150 characters, its ending kept."""
    own = re.split(r"[/\\]", name)[-1]
    # Among them line breaks, which would end a header, and marks that turn the direction of what follows.
    shown = "".join(c for c in unicodedata.normalize("NFC", own) if c.isprintable() and unicodedata.category(c) != "Cf")
    shown = " ".join(shown.split()).strip(". ") if set(shown) <= {".", " "} else " ".join(shown.split())
    stem, dot, ending = shown.rpartition(".")
    if len(shown) > _LONGEST_NAME and dot and len(ending) <= 10:
        return f"{stem[: _LONGEST_NAME - len(ending) - 1]}.{ending}"
    return shown[:_LONGEST_NAME]
