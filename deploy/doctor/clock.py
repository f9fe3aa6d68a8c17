"""The clock of this machine beside those of others: tokens and requests to S3 are refused where they differ."""

import time
from dataclasses import dataclass
from datetime import datetime

from deploy.doctor.findings import Finding, fault, ok, warning

_PART = "Clock"
# An answer takes a moment, and some say whole seconds.
_UNREMARKABLE = 5.0
# Half of what a token from one service to another lives.
_TOLERABLE = 60.0
_ADVICE = "set the clocks of all machines by NTP (timedatectl set-ntp true)"


@dataclass(frozen=True)
class Reading:
    """Somebody else's clock, and how many seconds it is ahead of ours."""

    whose: str
    ahead: float


def reading(whose: str, theirs: datetime, asked: float, answered: float) -> Reading:
    """Their moment beside ours, ``asked`` and ``answered`` being ours by `time.time`: in between is when they looked."""
    said = theirs.timestamp()
    ahead = said - answered if said > answered else min(said - asked, 0.0)
    return Reading(whose, ahead)


def now() -> float:
    """Seconds since 1970 by this machine's clock."""
    return time.time()


def check_clock(readings: list[Reading]) -> list[Finding]:
    """One line for all clocks that agree with ours, and one for each that does not."""
    if not readings:
        return [warning(_PART, "nobody is there to compare it with", "start the site and look again")]
    apart = [each for each in readings if abs(each.ahead) > _UNREMARKABLE]
    agreeing = [each.whose for each in readings if each not in apart]
    found = [ok(_PART, f"as that of {' and '.join(agreeing)}")] if agreeing else []
    return found + [_apart(each) for each in apart]


def _apart(other: Reading) -> Finding:
    way = "behind" if other.ahead > 0 else "ahead of"
    said = f"this machine is {_long(abs(other.ahead))} {way} {other.whose}"
    return (fault if abs(other.ahead) > _TOLERABLE else warning)(_PART, said, _ADVICE)


def _long(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
