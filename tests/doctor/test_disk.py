"""What the doctor says of disks: of a small one of the test's own, filled."""

import os
from pathlib import Path

import pytest

from deploy.doctor.disk import check_disks
from tests.doctor.running import lines, run

# Whoever is not root may make namespaces as its own root.
_ALONE = ["unshare", "--mount", "--propagation=private"]
_ALONE = _ALONE if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", *_ALONE[1:]]


def _on_a_disk(folder: Path, fill: str, options: str = "size=64m") -> tuple[str, ...]:
    """What starts a program with a file system of its own mounted at a folder, on which ``fill`` was done."""
    script = f'mount -t tmpfs -o {options} tmpfs "$0" && cd "$0" && {fill} && cd "$OLDPWD" && exec "$@"'
    return (*_ALONE, "sh", "-c", script, str(folder))


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
    ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data")}, prefix=_on_a_disk(tmp_path, fill))
    [disk] = [line for line in lines(ended, level) if line.startswith("Disk")]
    assert " MB are free: data" in disk
    assert ("delete what is not needed" in disk) == (level != "ok")
    assert ended.returncode == int(level == "fault")


def test_entries(tmp_path: Path) -> None:
    fill = 'n=0; while [ $n -lt 490 ]; do : >"$n"; n=$((n + 1)); done'
    prefix = _on_a_disk(tmp_path, fill, "size=64m,nr_inodes=500")
    ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data")}, prefix=prefix)
    [disk] = [line for line in lines(ended, "fault") if line.startswith("Disk")]
    assert "% of its entries are in use: data" in disk


def test_folders_of_one_disk_are_named_together(tmp_path: Path) -> None:
    [found] = check_disks({"data": tmp_path, "backups": tmp_path / "not" / "there yet"})
    assert found.said.endswith(": data and backups")
