"""Whatever may wait for a job is among the calls to which the gateway gives more time."""

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


def test_there_are_such_calls() -> None:
    assert len([*_waiting()]) > 5
