"""How long tests in a browser may take. Only those that fail reach these limits, and machines that are very busy."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

HERE = Path(__file__).parent
# As long as for all else that these tests wait for (browser_fixtures.py); by itself it would be a third of that.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the longer of them the time: some go through a dozen screens, and the first starts the copy as well."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(180))
