"""`python -m deploy.local runs`: what scripts ask before they do something to a site."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from deploy.local import running
from deploy.local.data_folder import DataFolder
from deploy.local.settings import ROOT
from tests.deploy.conftest import left_over

# Root is let into every folder unless it has given that up.
_AS_ANYBODY = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []


def asked(folder: Path, *, by: Sequence[str] = (), **environment: str) -> tuple[int, str, str]:
    """The status with which it ends, and what it says."""
    ended = subprocess.run(
        [*by, sys.executable, "-m", "deploy.local", "runs"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_where_there_is_no_site(tmp_path: Path) -> None:
    assert asked(tmp_path / "data") == (1, f"nothing runs on {tmp_path / 'data'}\n", "")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("other", [{}, {"PORT": "none", "PUBLIC_URL": "nowhere"}], ids=["", "settings that are none"])
def test_where_one_runs(tmp_path: Path, other: dict[str, str]) -> None:
    with DataFolder(tmp_path / "data").open_locked():
        assert asked(tmp_path / "data", **other) == (0, f"a site runs on {tmp_path / 'data'}\n", "")
    assert asked(tmp_path / "data", **other)[0] == 1


def test_where_processes_go_on_that_nobody_looks_after(tmp_path: Path) -> None:
    with left_over(tmp_path):
        assert running.runs(tmp_path)
        assert not running.runs(tmp_path / "another")
    assert not running.runs(tmp_path)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = asked(tmp_path / "file")
    assert ended == (2, "", f"Pagewright: {tmp_path}/file/run/lock: Not a directory\n")


def test_a_folder_of_somebody_else_is_not_taken_for_one_on_which_nothing_runs(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data").open_locked():
        (tmp_path / "data").chmod(0)
        try:
            ended = asked(tmp_path / "data", by=_AS_ANYBODY)
        finally:
            (tmp_path / "data").chmod(0o700)
    assert ended == (2, "", f"Pagewright: {tmp_path}/data/run/lock: Permission denied\n")
