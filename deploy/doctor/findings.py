"""What an examination finds: one line for each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """One line: how bad, of what, what was found and what to do about it. No password and no key is in it."""

    level: Level
    part: str
    said: str
    advice: str = ""

    def __str__(self) -> str:
        text = f"{self.level:<8} {self.part:<16} {self.said}"
        return " ".join((f"{text} → {self.advice}" if self.advice else text).split("\n"))


def ok(part: str, said: str) -> Finding:
    """As it should be."""
    return Finding("ok", part, said)


def warning(part: str, said: str, advice: str) -> Finding:
    """The site goes on, and somebody should look at it."""
    return Finding("warning", part, said, advice)


def fault(part: str, said: str, advice: str) -> Finding:
    """Something of the site does not work."""
    return Finding("fault", part, said, advice)


def tell(findings: Iterable[Finding]) -> int:
    """Print each as a line; 1 where one of them is a fault, else 0."""
    told = list(findings)
    for finding in told:
        print(finding)
    return int(any(finding.level == "fault" for finding in told))
