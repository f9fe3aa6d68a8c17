"""Keeps the tests of an `xdist_group` in one worker.

xdist 3.8 writes a test's group into ``_nodeid``, by which the tests are then shared out. Since pytest 9.2 the id is
kept elsewhere and no test stays with its group: every worker starts the copies that one was to start for all.
"""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take up the ids that xdist has written, in its workers."""
    for item in items:
        grouped = getattr(item, "_nodeid", item.nodeid)
        if grouped != item.nodeid:
            item._id = type(item.id).parse(grouped)
