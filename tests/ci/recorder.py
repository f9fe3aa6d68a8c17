"""A pytest plugin that writes down what became of a run: ``-p tests.ci.recorder --record FILE``.

With xdist it works in the process that hears of all workers. The file is written when the run ends in good order; a
run that leaves none has not ended so.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare where the record goes."""
    parser.addoption("--record", help="write what became of each test to this file")


def pytest_configure(config: pytest.Config) -> None:
    """Record in one process only."""
    path = config.getoption("--record")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(Path(path)))


def without_group(nodeid: str) -> str:
    """The id that a test is chosen by: xdist appends the group that keeps tests in one worker (``…@stack``)."""
    name, at, group = nodeid.rpartition("@")
    return name if at and "]" not in group else nodeid


class _Recorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.collected: set[str] = set()
        self.outcomes: dict[str, str] = {}
        self.failures: dict[str, str] = {}
        self.collection_errors: dict[str, str] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """What will run, without xdist."""
        self.collected.update(without_group(item.nodeid) for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """What one worker has found; all find the same."""
        self.collected.update(map(without_group, ids))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read hides tests of which nobody will hear."""
        if report.failed:
            self.collection_errors.setdefault(report.nodeid, report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One of the up to three reports of a test, or the one that its worker died."""
        nodeid = without_group(report.nodeid)
        if report.failed:
            self.failures.setdefault(nodeid, report.longreprtext)
            self.outcomes[nodeid] = "failed"
        elif report.skipped:
            self.outcomes.setdefault(nodeid, "skipped")
        elif report.when == "teardown":
            # Not before: what comes after a call may still fail, or not come at all.
            self.outcomes.setdefault(nodeid, "passed")

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write it down."""
        record: dict[str, Any] = {
            "collected": sorted(self.collected),
            "outcomes": self.outcomes,
            "failures": self.failures,
            "collectionErrors": self.collection_errors,
        }
        self.path.write_text(json.dumps(record))
