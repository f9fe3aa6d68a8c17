"""A PUT says which version was read, or is named with the reason why it does not: once, files were renamed without a word."""

import pytest
from fastapi import FastAPI

from tests.contracts.replacements import IF_MATCH, WITHOUT_VERSION, needs_version
from tests.contracts.services import SERVICES


def _puts(app: FastAPI) -> dict[str, bool]:
    """The paths that are put to, with whether they take a version."""
    return {
        path: any(parameter["name"] == IF_MATCH for parameter in calls["put"].get("parameters", []))
        for path, calls in app.openapi()["paths"].items()
        if "put" in calls
    }


@pytest.mark.parametrize("service", SERVICES)
def test_what_replaces_takes_the_version_that_was_read(service: str) -> None:
    taken = _puts(SERVICES[service][0])
    assert [path for path, takes in taken.items() if needs_version(service, path) and not takes] == []


def test_no_reason_is_given_for_what_is_not_there_or_takes_one() -> None:
    puts = {(service, path): takes for service, (app, _) in SERVICES.items() for path, takes in _puts(app).items()}
    assert [key for key in WITHOUT_VERSION if puts.get(key, True)] == []
