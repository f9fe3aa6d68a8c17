"""What is limited, and how far: the subjects of an attempt in their one spelling."""

import hashlib
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from kit.networks import networks


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


WIDER = 4
"""How many times as many a site's whole network may fail as one of the hosts' own in it: a network has 65,536 of them."""


def from_network(kind: str, address: str, most: int, seconds: int) -> tuple[Limit, ...]:
    """The limits of one kind for whatever comes from a network address.

    `most` from a host, `WIDER` times that from the network around it.
    """
    host, *around = networks(address)
    wider = (Limit(kind, network, most * WIDER, seconds) for network in around)
    return (Limit(kind, host, most, seconds), *wider)


_MOST_OF_ACCOUNT = 20
_MOST_OF_HOST = 30


def callers(address: str, email_address: str | None = None) -> dict[str, int]:
    """How many password checks may be under way or waiting at once: for an account, from a host, and from the network around it."""
    host, *around = networks(address)
    account = {f"account {account_key(email_address)}": _MOST_OF_ACCOUNT} if email_address else {}
    return {**account, f"network {host}": _MOST_OF_HOST, **{f"network {each}": _MOST_OF_HOST * 2 for each in around}}
