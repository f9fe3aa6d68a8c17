"""What supervisord does whose logs cannot be written any more: what it supervises goes on."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.data_folder import DataFolder
from deploy.local.processes import PARTS, Process
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision
from tests.waiting import eventually

# More than a pipe holds, so that it gets to its end only if somebody goes on reading.
CHATTER = """
import pathlib, sys, time
for _ in range(5000):
    print("x" * 100, flush=True)
pathlib.Path(sys.argv[1]).touch()
time.sleep(600)
"""


@pytest.fixture
def supervision(tmp_path: Path) -> Iterator[Supervision]:
    """Its logs are on a disk that is full."""
    folder = DataFolder(tmp_path / "data")
    with folder.open_locked():
        for name in ("chatter.log", "supervisord.log", "supervisord.err"):
            (folder.logs / name).symlink_to("/dev/full")
        supervision = Supervision(folder, tmp_path)
        yield supervision
        supervision.stop()


def test_a_process_whose_words_find_no_room_goes_on(supervision: Supervision, tmp_path: Path) -> None:
    done = tmp_path / "done"
    script = tmp_path / "chatter.py"
    script.write_text(CHATTER)
    chatter = Process("chatter", PARTS, [sys.executable, str(script), str(done)])
    supervision.start([chatter])
    supervision.run([chatter])
    eventually(done.exists)
    assert supervision.alive


def test_a_log_that_could_not_be_replaced_is_begun_again(tmp_path: Path) -> None:
    """A full one is closed before the next is opened, for which there may be no room either."""
    source = f"""
from deploy.local import full_disk
from supervisor import loggers
full_disk.lose_what_cannot_be_written()
def refuse(*_):
    raise OSError(28, 'No space left on device')
path = {str(tmp_path / "process.log")!r}
handler = loggers.RotatingFileHandler(path, maxBytes=100, backupCount=1)
handler.setFormat("%(message)s")
rename, handler._rename = handler._rename, refuse
for number in range(30):
    if number == 20:
        handler._rename = rename
    handler.emit(loggers.LogRecord(loggers.LevelsByName.INFO, "line %d\\n" % number))
"""
    subprocess.run([sys.executable, "-c", source], cwd=ROOT, check=True, timeout=60)
    written = "".join(file.read_text() for file in sorted(tmp_path.glob("process.log*"), reverse=True))
    assert written.endswith("line 29\n")
