"""Address headers that say one address, whatever the name before it.

The standard library takes the quotes from a name that it has to fold: what was a comma in a name
then parts addresses. So these two headers are folded here: a name that fits on its line goes there
quoted, any other as encoded words (RFC 2047), in which nothing is left that an address is made of.
"""

from email.header import Header
from email.headerregistry import Address
from email.policy import EmailPolicy
from typing import Any

_HEADERS = frozenset({"from", "to"})
_LONGEST_LINE = 78
_LINE_BREAK = "\r\n"


class OneAddressPolicy(EmailPolicy):
    """Plain ASCII lines: any server takes them as they are. A line break in a header is a ValueError."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"linesep": _LINE_BREAK, "cte_type": "7bit", **options})

    def fold(self, name: str, value: Any) -> str:
        """The header's lines."""
        if name.lower() in _HEADERS:
            (address,) = value.addresses
            return address_header(name, address)
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        """The same, as it is sent."""
        return self.fold(name, value).encode("ascii") if name.lower() in _HEADERS else super().fold_binary(name, value)


def address_header(name: str, address: Address) -> str:
    """The lines of a header with this one address."""
    plain = f"{name}: {address}"
    if plain.isascii() and len(plain) <= _LONGEST_LINE and "=?" not in plain:
        return plain + _LINE_BREAK
    words = Header(address.display_name, "utf-8", maxlinelen=75, header_name=name).encode(linesep=_LINE_BREAK)
    return f"{name}: {words}{_LINE_BREAK} <{address.addr_spec}>{_LINE_BREAK}"
