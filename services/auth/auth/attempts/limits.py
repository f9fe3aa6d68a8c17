"""What is limited, and how far: the subjects of an attempt in their one spelling."""

import hashlib
import ipaddress
import unicodedata
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Limit:
    """At most `most` failures of one kind by one subject within `seconds` of the first."""

    kind: str
    subject: str
    most: int
    seconds: int

    @cached_property
    def bucket(self) -> bytes:
        """The key that failures are counted under.

        A digest: what people type by mistake into a login form, passwords among it, is no business
        of the database.
        """
        return hashlib.sha256(f"{self.kind}\0{self.subject}".encode()).digest()


def account_key(email_address: str) -> str:
    """The one spelling of an e-mail address, whatever its case, width or surrounding spaces."""
    return unicodedata.normalize("NFKC", email_address).strip().casefold()


def network(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 that an IPv6 host is given as its own."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
