"""What is installed and built for which targets of make."""

import json
import subprocess
from pathlib import Path

import pytest

from deploy.local import bootstrap

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose packages are all installed, and whose web is one source that its build runs."""
    web = tmp_path / "web"
    for name, path in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "WEB": web,
        "PYTHON_STAMP": tmp_path / ".venv/.installed",
        "NODE_STAMP": web / "node_modules/.installed",
        "BUILD_STAMP": web / "dist/.built",
    }.items():
        monkeypatch.setattr(bootstrap, name, path)
    for package in bootstrap.PACKAGES:
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "pyproject.toml").touch()
    for folder in ("app", "dist", "node_modules"):
        (web / folder).mkdir(parents=True)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/lib").symlink_to(ROOT / ".venv/lib")
    (web / "package.json").write_text(json.dumps({"type": "module", "scripts": {"build": "node app/main.ts"}}))
    (web / "package-lock.json").write_text("{}")
    lock = tmp_path / "requirements-dev.lock"
    lock.touch()
    bootstrap.write_stamp(bootstrap.PYTHON_STAMP, True, bootstrap.python_made_of(lock))
    bootstrap.write_stamp(bootstrap.NODE_STAMP, True, bootstrap.node_made_of())
    return tmp_path


class TestABrokenSource:
    @pytest.fixture(autouse=True)
    def broken(self, root: Path) -> None:
        (root / "web/app/main.ts").write_text("const half = {")

    def test_stops_what_runs_the_web(self, root: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert bootstrap.main(["--dev"]) == 1
        assert "the web could not be built" in capfd.readouterr().err
        assert not (root / "web/dist/.built").exists()

    def test_does_not_stop_the_tools_that_mend_it(self, capfd: pytest.CaptureFixture[str]) -> None:
        assert bootstrap.main(["--tools"]) == 0
        assert capfd.readouterr() == ("", "")


def test_a_whole_source_is_built(root: Path) -> None:
    (root / "web/app/main.ts").write_text("const whole: number = 1;")
    assert bootstrap.main(["--dev"]) == 0
    assert (root / "web/dist/.built").exists()


@pytest.mark.parametrize(("target", "option"), [("lint", "--tools"), ("generate", "--tools"), ("bench", "--dev")])
def test_targets_of_make(target: str, option: str) -> None:
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in said.splitlines() if "bootstrap.py" in line] == [option]
