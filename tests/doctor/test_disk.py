"""What the doctor says of disks: of a small one of the test's own, filled."""

from pathlib import Path

import pytest

from deploy.doctor.disk import check_disks
from tests.doctor.running import lines, run
from tests.small_disk import on_a_disk


@pytest.mark.parametrize(
    ("fill", "level"),
    [
        ("true", "ok"),
        ("head -c 60M /dev/zero >big", "warning"),
        # 99 % of 64 MB.
        ("head -c 66437775 /dev/zero >big", "fault"),
        ("{ cat /dev/zero >big 2>/dev/null || true; }", "fault"),
    ],
    ids=["empty", "nearly full", "99 % full", "full"],
)
def test_room(tmp_path: Path, fill: str, level: str) -> None:
    ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data")}, prefix=on_a_disk(tmp_path, "size=64m", fill))
    [disk] = [line for line in lines(ended, level) if line.startswith("Disk")]
    assert " MB are free: data" in disk
    assert ("delete what is not needed" in disk) == (level != "ok")
    assert ended.returncode == int(level == "fault")


def test_entries(tmp_path: Path) -> None:
    fill = 'n=0; while [ $n -lt 490 ]; do : >"$n"; n=$((n + 1)); done'
    prefix = on_a_disk(tmp_path, "size=64m,nr_inodes=500", fill)
    ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data")}, prefix=prefix)
    [disk] = [line for line in lines(ended, "fault") if line.startswith("Disk")]
    assert "% of its entries are in use: data" in disk


def test_folders_of_one_disk_are_named_together(tmp_path: Path) -> None:
    [found] = check_disks({"data": tmp_path, "backups": tmp_path / "not" / "there yet"})
    assert found.said.endswith(": data and backups")


def test_backups_have_a_disk_as_well(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    for folder, named in (("backups", "data and backups"), ("not-mounted", "data")):
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data"), "BACKUPS_DIR": str(tmp_path / folder)})
        [disk] = [line for line in ended.stdout.splitlines() if " Disk " in line]
        assert disk.split(" →")[0].endswith(f"MB are free: {named}")
