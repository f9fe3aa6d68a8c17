"""People who are logged in, by the scopes that they hold, and which of them get past a check."""

from collections.abc import Sequence

from kit.auth import grants
from kit.describe import PERSONAS

Scopes = tuple[str, ...]

_HELD: tuple[Scopes, ...] = (
    (),
    ("somebody-else:read",),
    *((scope,) for caller in PERSONAS.values() for scope in sorted(caller.scopes)),
)


def admitted(needed: Sequence[str] | None) -> list[Scopes]:
    """The scopes of each who is let in where one of `needed` is; None is for what is open to all."""
    return [held for held in _HELD if needed is None or grants(frozenset(held), *needed)]


def refused(needed: Sequence[str] | None) -> list[Scopes]:
    """The scopes of all others."""
    return [held for held in _HELD if held not in admitted(needed)]
