"""The tests in Python: all together, then each that failed alone."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ci.stage import Record, Result, judge

_ROOT = Path(__file__).resolve().parents[2]
_LISTED = 5


def run(name: str, arguments: Sequence[str], folder: Path = _ROOT) -> Result:
    """Run pytest with these arguments, in ``folder``, and what fails of it once more."""

    def passes_alone(test: str) -> bool:
        # Without workers: one that dies takes its record along, and is then no success.
        again = _run([test], folder)
        return again.passed == 1 and not again.failures and not again.faults

    return judge(name, _run(arguments, folder), passes_alone)


def _run(arguments: Sequence[str], folder: Path) -> Record:
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "record.json"
        command = [sys.executable, "-m", "pytest", "-p", "tests.ci.recorder", "--record", str(path), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
        status = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
        return read(path, status)


def read(path: Path, status: int) -> Record:
    """The record in ``path`` of a run that ended with this exit status."""
    try:
        record = json.loads(path.read_text())
    except (OSError, ValueError):
        return Record(0, faults=[f"pytest ended with status {status} before it could say how its tests went"])
    outcomes, failures = record["outcomes"], record["failures"]
    faults = [f"could not be collected: {nodeid}\n{error}" for nodeid, error in record["collectionErrors"].items()]
    if missing := sorted(set(record["collected"]) - set(outcomes)):
        listed = "\n".join(missing[:_LISTED])
        faults.append(f"{len(missing)} tests were to run and nobody has heard of them since:\n{listed}")
    expected = pytest.ExitCode.TESTS_FAILED if failures else pytest.ExitCode.OK
    # None chosen is no fault: somebody has chosen, and from the other kind.
    nothing_chosen = status == pytest.ExitCode.NO_TESTS_COLLECTED and not record["collected"]
    if status != expected and not nothing_chosen:
        faults.append(f"pytest ended with status {status} in place of {int(expected)}")
    return Record(sum(outcome == "passed" for outcome in outcomes.values()), failures, faults)
