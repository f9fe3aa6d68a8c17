"""``python -m tests.ci``: all that a change has to pass, and nothing that fails by chance keeps it from passing.

What failed is run once more, each test alone. What passes then is printed as flaky, with its first error: a fault of
the test or of what it tests, to be mended next. ``make test`` knows no such mercy.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.ci import pytest_stage, vitest_stage
from tests.ci.stage import Result

_ROOT = Path(__file__).resolve().parents[2]
_ERROR_LINES = 40
_PYTEST = ["-n", "logical", "--maxprocesses=4", "--dist", "loadgroup"]


def main() -> int:
    """Run everything; 0 when nothing failed twice."""
    results = [*_lint_and_web()]
    if all(result.is_green for result in results):
        os.environ["CHROMIUM"] = subprocess.check_output(
            [sys.executable, "-m", "tests.chromium"], cwd=_ROOT, text=True
        ).strip()
        # Twice, since sync Playwright and asyncio cannot share a process.
        for name, kind in (("python", "not browser"), ("browser", "browser")):
            results.append(pytest_stage.run(name, [*_PYTEST, "-m", kind], _ROOT))
    print(summary(results), flush=True)
    return 0 if all(result.is_green for result in results) else 1


def summary(results: Sequence[Result]) -> str:
    """What the run says at its end."""
    lines = [f"=== fault in {one.name} ===\n{_shortened(fault)}" for one in results for fault in one.faults]
    flaky = {test: error for result in results for test, error in result.flaky.items()}
    if flaky:
        lines.append(f"=== flaky: {len(flaky)} failed at first, and passed alone ===")
        lines += [f"{test}\n{_shortened(error)}\n" for test, error in flaky.items()]
    lines += [f"{result.name}: {'passed' if result.is_green else 'failed'}" for result in results]
    failed = sum(result.failed + len(result.faults) for result in results)
    lines.append(f"{sum(result.passed for result in results)} passed, {failed} failed")
    return "\n".join(lines)


def _shortened(error: str) -> str:
    """The end of it, where pytest and Vitest say what was wrong."""
    return "\n".join(f"    {line}" for line in error.splitlines()[-_ERROR_LINES:])


def _lint_and_web() -> list[Result]:
    """The linters beside the tests of the web: mypy keeps only one core busy."""
    with tempfile.TemporaryFile("w+") as said:
        linting = subprocess.Popen(["make", "--no-print-directory", "lint"], cwd=_ROOT, stdout=said, stderr=said)
        web = vitest_stage.run("web")
        status = linting.wait()
        said.seek(0)
        print(said.read(), flush=True)
    faults = [] if status == 0 else [f"make lint ended with status {status}; it says why above"]
    return [Result("lint", 0, 0, faults=faults), web]


if __name__ == "__main__":
    sys.exit(main())
