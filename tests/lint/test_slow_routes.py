"""Whatever may wait for a job or for styles to be compiled is among the calls to which the gateway gives more time."""

import re
from collections.abc import Iterator

import orjson
import pytest

from tests.lint.test_house_rules import ROOT

_SLOW = re.compile(r'\(list "[\w-]+" "\w+" "(\w+)" "([^"]+)" "\w+"\)')


def _waiting() -> Iterator[tuple[str, str]]:
    """Method and path of each call that answers 202 with a job, after it has waited for the job in vain."""
    for described in sorted((ROOT / "web" / "openapi").glob("*.json")):
        for path, calls in orjson.loads(described.read_bytes())["paths"].items():
            for method, call in calls.items():
                if b"/JobOut" in orjson.dumps(call.get("responses", {}).get("202", {})):
                    yield method.upper(), path


@pytest.mark.parametrize(("method", "path"), [*_waiting()])
def test_a_call_that_waits_for_its_job_is_slow(method: str, path: str) -> None:
    slow = _SLOW.findall((ROOT / "gateway" / "routes.yml").read_text())
    address = re.sub(r"{\w+}", "0", path)
    assert any(other == method and re.fullmatch(rule, address) for other, rule in slow)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/client/templates"),
        ("PUT", "/client/templates/0"),
        ("POST", "/client/templates/0/revisions/0/restore"),
        ("PUT", "/client/api/templates/0"),
        ("POST", "/client/api/scss"),
    ],
)
def test_a_call_that_has_styles_compiled_is_slow(method: str, path: str) -> None:
    slow = _SLOW.findall((ROOT / "gateway" / "routes.yml").read_text())
    assert any(other == method and re.fullmatch(rule, path) for other, rule in slow)


def test_the_first_set_up_of_a_site_is_slow() -> None:
    """It waits for two other services, on a machine that has just started all of them."""
    assert ("POST", "/auth/setup") in _SLOW.findall((ROOT / "gateway" / "routes.yml").read_text())


def test_there_are_such_calls() -> None:
    assert len([*_waiting()]) > 5


def test_each_part_waits_for_longer_than_the_next_until_styles_are_compiled() -> None:
    """A save waited for its turn and for a busy machine's processor, and was refused while it was being compiled."""

    def milliseconds(file: str, pattern: str) -> float:
        found = re.search(pattern, (ROOT / file).read_text(), re.MULTILINE)
        assert found, (file, pattern)
        return float(found[1].replace("_", ""))

    turn = milliseconds("web/server/scss.ts", r"^const LONGEST_WAIT = ([\d_]+);")
    child = milliseconds("web/server/limited-child.ts", r"^const AT_MOST = ([\d_]+);")
    content = milliseconds("services/content/content/templates/compiled.py", r"^_TIMEOUT_OF_A_SAVE = ([\d.]+)$") * 1000
    host = milliseconds("web/server/content.ts", r"^const SAVE_TIMEOUT = ([\d_]+);")
    screen = milliseconds("web/app/api/templates.ts", r"^const patientFetch = fetchWithin\(([\d_]+)\);")
    gateway = milliseconds("gateway/routes.yml", r'"template-save" .* "(\d+)m"') * 60_000
    assert turn + child < content < host < screen < gateway
