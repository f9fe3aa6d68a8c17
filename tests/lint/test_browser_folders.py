"""Tests in a browser are where those look that run them alone: elsewhere nobody would miss them."""

from pathlib import Path

import pytest

from tests import browser_fixtures

TESTS = Path(__file__).parents[1]


def test_one_that_is_elsewhere_fails_the_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request.node, "fixturenames", ["browser"])
    with pytest.raises(pytest.UsageError, match="wants a browser"):
        browser_fixtures.pytest_collection_modifyitems([request.node])


def test_only_their_folders_are_read_for_them(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(markers: str) -> set[str]:
        monkeypatch.setattr(request.config.option, "markexpr", markers)
        paths = [TESTS, TESTS / "conftest.py", *(path for path in TESTS.iterdir() if path.is_dir())]
        return {path.name for path in paths if browser_fixtures.pytest_ignore_collect(path, request.config) is not True}

    assert {"crm", "lint", *browser_fixtures.FOLDERS} < read("not browser")
    assert read("browser") == {"tests", *browser_fixtures.FOLDERS}
