"""What became of asking for an address."""

from typing import Literal, NamedTuple

from kit import outbound

State = Literal["ok", "redirected", "broken", "unclear", "unchecked"]
Reason = (
    Literal[
        "page_not_found",
        "page_gone",
        "redirect_loop",
        "anchor_not_found",
        "moved",
        "http_error",
        "access_refused",
        "busy",
        "not_checked",
    ]
    | outbound.Reason
)


class Verdict(NamedTuple):
    """How an address is: `unclear` is what a person may get to all the same, `unchecked` what nobody has asked yet."""

    state: State
    reason: Reason | None = None
    status: int | None = None
    destination: str | None = None
    """Where it has moved to."""


OK = Verdict("ok")
NOT_CHECKED = Verdict("unchecked", "not_checked")
