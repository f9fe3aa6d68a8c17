"""A site on a disk that fills up: what needs no room goes on, and what needs some is refused and loses nothing."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.local.settings import ROOT
from tests.small_disk import on_a_disk


def test_a_site_on_a_disk_that_fills_up() -> None:
    # Not in pytest's own folder: only its owner enters that, and Postgres may run as somebody else.
    with tempfile.TemporaryDirectory(prefix="pagewright-disk-") as name:
        Path(name).chmod(0o711)
        start = on_a_disk(Path(name), "size=300m,mode=711")
        command = [*start, sys.executable, "-m", "tests.whole.on_a_full_disk", name]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert json.loads(ended.stdout) == {
        "at 99 %": [200, 200],
        "full": {
            "save": [503, "database_unavailable"],
            "upload": [507, "storage_full"],
            "page": 200,
            "rendered": 200,
            "is unchanged": True,
            "files": [],
        },
        "saved again": True,
        "plugins more": 40,
        "uploaded again": True,
        "is shown": True,
        "redis writes again": True,
        "parts went on": True,
    }
