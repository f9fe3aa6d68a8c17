"""Keeps the tests of an `xdist_group` in one worker, and shares out thousands of tests without counting all at each.

xdist 3.8 writes a test's group into ``_nodeid``, by which the tests are then shared out. Since pytest 9.2 the id is
kept elsewhere and no test stays with its group: every worker starts the copies that one was to start for all.
"""

import os
from typing import TYPE_CHECKING

import pytest
from xdist.scheduler import LoadGroupScheduling

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.workermanage import WorkerController


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take up the ids that xdist has written, in its workers."""
    for item in items:
        grouped = getattr(item, "_nodeid", item.nodeid)
        if grouped != item.nodeid:
            item._id = type(item.id).parse(grouped)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: while a test waits for processes to start or to end, another goes on."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> LoadGroupScheduling | None:
    """Share the tests out by their groups, where that is asked for."""
    return ForgettingScheduling(config, log) if config.getoption("dist") == "loadgroup" else None


class ForgettingScheduling(LoadGroupScheduling):  # type: ignore[misc]  # it has no types
    """Forgets what is done. xdist's own counts everything that a worker ever had, twice for each test that ends."""

    def mark_test_complete(self, node: "WorkerController", item_index: int, duration: float = 0) -> None:
        """Note that a test has ended, and give its worker more to do."""
        work = self.assigned_work[node]
        test = self.registered_collections[node][item_index]
        scope = self._split_scope(test)
        work[scope][test] = True
        if all(work[scope].values()):
            del work[scope]
        self._reschedule(node)
