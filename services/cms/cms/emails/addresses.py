"""Address headers that say the addresses they were given, whatever the names before them.

The standard library takes the quotes from a name that it has to fold: what was a comma in a name
then parts addresses. So these headers are folded here: a name that fits on its line goes there
quoted, any other as encoded words (RFC 2047), in which nothing is left that an address is made of.
"""

from email.header import Header
from email.headerregistry import Address
from email.policy import EmailPolicy
from typing import Any

_HEADERS = frozenset({"from", "to", "cc", "reply-to"})
_LONGEST_LINE = 78
_LINE_BREAK = "\r\n"


class AddressPolicy(EmailPolicy):
    """Plain ASCII lines: any server takes them as they are. A line break in a header is a ValueError."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"linesep": _LINE_BREAK, "cte_type": "7bit", **options})

    def fold(self, name: str, value: Any) -> str:
        """The header's lines."""
        if name.lower() in _HEADERS and value.addresses:
            return address_header(name, *value.addresses)
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        """The same, as it is sent."""
        if name.lower() in _HEADERS and value.addresses:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


def address_header(name: str, *addresses: Address) -> str:
    """The lines of a header with these addresses, each beginning a line of its own."""
    return (
        f",{_LINE_BREAK}".join(
            _folded(f"{name}: " if number == 0 else " ", address) for number, address in enumerate(addresses)
        )
        + _LINE_BREAK
    )


def _folded(before: str, address: Address) -> str:
    plain = f"{before}{address}"
    if plain.isascii() and len(plain) <= _LONGEST_LINE and "=?" not in plain:
        return plain
    words = Header(address.display_name, "utf-8", maxlinelen=75, header_name=before.strip(": ")).encode(
        linesep=_LINE_BREAK
    )
    return f"{before}{words}{_LINE_BREAK} <{address.addr_spec}>"
