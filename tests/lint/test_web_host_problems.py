"""The web host's problems have the codes of the services: 415 was `media_type_unsupported` of the host alone.

A code that a service has means the same status at the host; one that the host alone has is named here.
"""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from kit.errors import DomainError

HOST = Path(__file__).resolve().parents[2] / "web/server"
FAILURES = (
    "kit.auth",
    "kit.errors",
    "kit.http",
    "kit.identity",
    "kit.status",
    "kit.tokens",
    "content.away.errors",
    "content.templates.errors",
)
OWN = {
    "compiler_busy",
    "feed_not_found",
    "form_not_found",
    "preview_superseded",
    "sitemap_not_found",
    "template_not_compiled",
}
_SAID = re.compile(
    r"(?:problem\(|FormRefused\(|status: )\s*(?P<status>\d{3}|[\w.]+), (?:code: )?'(?P<code>[a-z_]+)'"
    r"|^  (?P<listed>\d{3}): '(?P<name>[a-z_]+)',$",
    re.MULTILINE,
)


def kinds(kind: type[DomainError]) -> Iterator[type[DomainError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from kinds(each)


def said() -> set[tuple[str, str]]:
    """The status, or what it is read from, and the code of each problem in the host's sources."""
    sources = [path.read_text() for path in HOST.glob("*.ts") if not path.name.endswith(".test.ts")]
    found = (match for source in sources for match in _SAID.finditer(source))
    return {(match["status"] or match["listed"], match["code"] or match["name"]) for match in found}


def test_the_web_host_says_what_the_services_say() -> None:
    for module in FAILURES:
        importlib.import_module(module)
    statuses = {kind.code: kind.status for kind in kinds(DomainError)}
    problems = said()
    codes = {code for _, code in problems}
    assert {"payload_too_large", "unsupported_media_type", "validation_failed", "service_timed_out"} <= codes
    assert codes - statuses.keys() == OWN
    wrong = {(status, code) for status, code in problems if status.isdigit() and code in statuses} - {
        (str(status), code) for code, status in statuses.items()
    }
    assert wrong == set()
