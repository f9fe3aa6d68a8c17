"""What files and folders may be called.

Names never reach a disk: contents lie under keys that mean nothing. The rules keep addresses unambiguous, downloads
usable on every system, and what people read true to what a name is.
"""

import re
import unicodedata
from urllib.parse import unquote

from cms.files.errors import NameInvalid
from kit.errors import FieldError

LONGEST_NAME = 255
"""Bytes of one name in UTF-8: what file systems take."""
_LONGEST_EXTENSION = 20
"""Bytes; what follows a dot and is longer is a part of the name."""
LONGEST_PATH = 1000
"""Characters of a folder's whole name."""
DEEPEST = 20

# Letters run from right to left after these, so that "gpj.exe" can be read as "exe.jpg"; a mark of byte order hides.
_BIDI = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
_CONTROL = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)")
_NUMBERED = re.compile(r"^(.*) \((\d{1,6})\)$")


def file_name(raw: str, field: str = "name") -> str:
    """The name that a file gets which is to be called so: composed letters, single spaces, no marks of direction.

    Raises `NameInvalid` for what is no name of a file.
    """
    name = unicodedata.normalize("NFC", raw).translate(_BIDI)
    if any(unicodedata.category(each) in _CONTROL for each in name if each not in "\t\r\n"):
        raise _invalid(field, "A name cannot contain control characters.")
    # Windows drops dots and spaces at the end.
    name = " ".join(name.split()).rstrip(". ")
    _check_meaning(name, raw, field)
    if len(name.encode()) > LONGEST_NAME:
        raise _invalid(field, f"A name can be at most {LONGEST_NAME} bytes long. Shorten it.")
    return name


def _check_meaning(name: str, raw: str, field: str) -> None:
    if not name:
        raise _invalid(field, "Enter a name.")
    # As an address has it, too: somebody along the way may decode it once more.
    for spelling in (name, unquote(name), unquote(unquote(name))):
        if "/" in spelling or "\\" in spelling or "\0" in spelling or spelling.strip(". ") == "":
            raise _invalid(field, f"{raw[:100]!r} cannot be a name: slashes, and dots alone, mean folders.")
    if _RESERVED.match(name):
        raise _invalid(field, f"{name[:100]!r} cannot be a name: Windows reserves it.")


def folder_name(raw: str, field: str = "name") -> str:
    """The name of a folder, which is its path: spaces and slashes trimmed, repeated ones collapsed.

    Raises `NameInvalid` where nothing is left, and for a part that cannot be a name.
    """
    collapsed = re.sub(r"[\s/]*/[\s/]*", "/", re.sub(r"\s+", " ", raw)).strip(" /")
    if not collapsed:
        raise _invalid(field, "Enter a name for the folder.")
    parts = [file_name(part, field) for part in collapsed.split("/")]
    name = "/".join(parts)
    if len(parts) > DEEPEST:
        raise _invalid(field, f"Folders can be nested at most {DEEPEST} levels deep.")
    if len(name) > LONGEST_PATH:
        raise _invalid(field, f"The path of a folder can be at most {LONGEST_PATH} characters long.")
    return name


def place_name(raw: str, field: str = "bucketName") -> str:
    """The name of the folder that something is to be in; empty for the top of the library. Raises `NameInvalid`."""
    return folder_name(raw, field) if raw.strip(" /") else ""


def parents_of(name: str) -> list[str]:
    """The names of the folders above one, the nearest last."""
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def parent_of(name: str) -> str:
    """The name of the folder that one is in; empty at the top of the library."""
    return name.rpartition("/")[0]


def label_of(name: str) -> str:
    """The last part of a folder's name."""
    return name.rpartition("/")[2]


def extension_of(name: str) -> str:
    """What follows the last dot, in lower case; empty without one, and for names that begin with their only dot."""
    stem, dot, extension = name.rpartition(".")
    return extension.lower() if dot and stem else ""


def numbered(name: str, number: int) -> str:
    """The name with a number before its extension: ``photo (2).jpg``. A number that it has already is replaced."""
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem or len(extension.encode()) > _LONGEST_EXTENSION:
        stem, dot, extension = name, "", ""
    if found := _NUMBERED.match(stem):
        stem = found[1]
    ending = f" ({number}){dot}{extension}"
    room = LONGEST_NAME - len(ending.encode())
    return stem.encode()[:room].decode(errors="ignore") + ending


def _invalid(field: str, detail: str) -> NameInvalid:
    return NameInvalid(detail, errors=[FieldError(field, NameInvalid.code, detail)])
