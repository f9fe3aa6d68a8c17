"""What the indexes of files have of an address. Pure."""

import re
import unicodedata
from urllib.parse import quote

from kit.mentions import FILES

# As `files_in` of the migrations has them.
_END = re.compile(r"""[\]\s"'()<>\\?#,;`{}|&]""")
_END_ASCII = re.compile(r"""[\] \t\r\n\f\v"'()<>\\?#,;`{}|&]""")
_LONGEST = 300
_ESCAPE = re.compile("%..")
_UNESCAPED = "/~!$&'()*+,;=:@"


def tokens_of(path: str) -> set[str]:
    """What the indexes have of an address of this path, however it is written."""
    composed = {unicodedata.normalize(form, path) for form in ("NFC", "NFD")}
    written = composed | {
        _quoted(each, safe, escape_all)
        for each in composed
        for safe in ("/", _UNESCAPED)
        for escape_all in (True, False)
    }
    written |= {_ESCAPE.sub(lambda escape: escape[0].lower(), each) for each in written}
    return {end.split(FILES + each, maxsplit=1)[0][:_LONGEST] for each in written for end in (_END, _END_ASCII)}


def _quoted(path: str, safe: str, escape_all: bool) -> str:
    """Percent-encoded, whole or but for letters that are not ASCII, as people read addresses in some browsers."""
    if escape_all:
        return quote(path, safe=safe)
    return "".join(each if ord(each) > 0x7F else quote(each, safe=safe) for each in path)
