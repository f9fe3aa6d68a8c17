import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.testing.engines import RUN_VARIABLE, _gone, begin_run, end_run, engines_of_run

# One after the other: each that begins a run tidies up what it finds, also while the other still looks.
pytestmark = pytest.mark.xdist_group("runs")

START_AND_DIE = """
import os
from kit.testing.engines import begin_run, engines_of_run
folder = begin_run()
engines_of_run()
print(folder, *((folder / name).read_text() for name in ("redis.pid", "postgres.pid")), flush=True)
os._exit(1)
"""


@pytest.fixture(autouse=True)
def _another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUN_VARIABLE, "set back after the test")


def pids(folder: Path) -> list[int]:
    return [int((folder / name).read_text()) for name in ("redis.pid", "postgres.pid")]


class TestEngines:
    def test_end_with_their_run(self) -> None:
        folder = begin_run()
        engines_of_run()
        started = pids(folder)
        assert not any(_gone(pid) for pid in started)
        end_run(folder)
        assert all(_gone(pid) for pid in started)
        assert not folder.exists()

    def test_of_a_run_that_was_killed_end_with_the_next(self) -> None:
        environment = {"PATH": os.environ["PATH"]}
        killed = subprocess.run(
            [sys.executable, "-c", START_AND_DIE], env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
        left, *started = killed.stdout.split()
        end_run(begin_run())
        assert len(started) == 2
        assert all(_gone(int(pid)) for pid in started)
        assert not Path(left).exists()
