"""What is installed and built for which targets of make."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import bootstrap
from deploy.local.data_folder import DataFolder
from tests.deploy.conftest import left_over

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


@pytest.mark.parametrize(
    ("target", "option"),
    [
        ("lint", "--tools"),
        ("generate", "--tools"),
        ("bench", "--dev"),
        ("up", "deploy.local.bootstrap"),
        ("restore", "deploy.local.bootstrap"),
        ("backup", "--beside"),
        ("doctor", "--beside"),
        ("rotate-keys", "--beside"),
    ],
)
def test_targets_of_make(target: str, option: str) -> None:
    said = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in said.splitlines() if "deploy.local.bootstrap" in line] == [option]


def test_it_is_begun_with_the_standard_library_alone() -> None:
    """It runs before anything is installed, and by the system's own Python."""
    asked = [sys.executable, "-S", "-I", "-c", "import sys; sys.path.insert(0, '.'); import deploy.local.bootstrap"]
    subprocess.run(asked, cwd=ROOT, check=True)


class TestBesideASite:
    @pytest.fixture(autouse=True)
    def changed(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The web's sources are others than those that it was built of."""
        (root / "web/app/main.ts").write_text("const changed: number = 1;")
        monkeypatch.setenv("DATA_DIR", str(root / "data"))

    @pytest.mark.parametrize("arguments", [[], ["--beside"]], ids=["start", "beside"])
    def test_nothing_is_built_while_it_runs(
        self, root: Path, capfd: pytest.CaptureFixture[str], arguments: list[str]
    ) -> None:
        with DataFolder(root / "data").open_locked():
            assert bootstrap.main(arguments) == 0
        assert not (root / "web/dist/.built").exists()
        said = capfd.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert (
            f"a site runs on {root / 'data'}, so nothing is installed or built; `make down` and `make up`" in said.err
        )

    def test_nor_while_processes_go_on_that_nobody_looks_after(self, root: Path) -> None:
        with left_over(root / "data"):
            assert bootstrap.main(["--beside"]) == 0
            assert not (root / "web/dist/.built").exists()
            # A start ends them, and is to have what is checked out.
            assert bootstrap.main([]) == 0
        assert (root / "web/dist/.built").exists()

    def test_nothing_is_said_where_nothing_has_changed(self, root: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert bootstrap.main([]) == 0
        capfd.readouterr()
        with DataFolder(root / "data").open_locked():
            assert bootstrap.main(["--beside"]) == 0
        assert capfd.readouterr() == ("", "")

    def test_all_is_built_once_it_has_ended(self, root: Path) -> None:
        with DataFolder(root / "data").open_locked():
            pass
        assert bootstrap.main(["--beside"]) == 0
        assert (root / "web/dist/.built").exists()

    def test_where_nothing_is_installed_it_runs_from_elsewhere(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A new checkout beside the one that the site runs from."""
        monkeypatch.setattr(bootstrap, "VENV", root / "another")
        with DataFolder(root / "data").open_locked():
            assert not bootstrap._site_runs(beside=True)
