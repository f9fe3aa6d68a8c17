"""What `make dev` does when files change, and with a migration that comes while it runs."""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.local import migrations, reload
from deploy.local.data_folder import SERVICES, DataFolder
from deploy.local.errors import StartError
from deploy.local.reload import Watcher
from deploy.local.supervision import Supervision
from deploy.local.up import stop_on_signals, until_stopped


def write_migration(root: Path, service: str, revision: str, follows: str | None) -> None:
    versions = root / "services" / service / "migrations" / "versions"
    versions.mkdir(parents=True, exist_ok=True)
    (versions / f"{revision}.py").write_text(f"revision = {revision!r}\ndown_revision = {follows!r}\n")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of nothing but each service's first migration, whose web is not built yet."""
    for module in (migrations, reload):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(reload, "BUILD_STAMP", tmp_path / "stamp")
    for service in SERVICES:
        write_migration(tmp_path, service, "0001", None)
    (tmp_path / "web" / "dist").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def watcher_with(root: Path, tmp_path: Path) -> Callable[[Callable[[], None]], Watcher]:
    """Makes a watcher that has nothing to restart."""
    folder = DataFolder(tmp_path / "data")
    return lambda migrate: Watcher(Supervision(folder, tmp_path), folder, [], migrate)


def look_until(watcher: Watcher, *parts: str) -> None:
    """Until the watcher has seen these parts change, and no other."""
    changed: set[str] = set()
    while not changed.issuperset(parts):
        changed |= watcher.look()
    assert changed == {*parts}


def test_it_is_applied_once(root: Path, watcher_with: Callable[[Callable[[], None]], Watcher]) -> None:
    applied: list[dict[str, str]] = []
    watcher = watcher_with(lambda: applied.append(migrations.expected()))
    write_migration(root, "crm", "0002", "0001")
    look_until(watcher, "crm")
    (root / "services" / "cms" / "code.py").write_text("x = 1\n")
    look_until(watcher, "cms")
    assert [expected["crm"] for expected in applied] == ["0002"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_watching_without_an_error(
    watcher_with: Callable[[Callable[[], None]], Watcher],
    number: signal.Signals,
    capfd: pytest.CaptureFixture[str],
) -> None:
    watcher = watcher_with(lambda: None)
    has_looked = threading.Event()

    def stop() -> None:
        has_looked.wait()
        os.kill(os.getpid(), number)

    sender = threading.Thread(target=stop)
    sender.start()
    with stop_on_signals(), until_stopped():
        # Without an end of its own.
        for _ in iter(watcher.look, None):
            has_looked.set()
    sender.join()
    assert capfd.readouterr().out == "stopping\n"


def test_other_changes_apply_nothing(root: Path, watcher_with: Callable[[Callable[[], None]], Watcher]) -> None:
    applied: list[None] = []
    watcher = watcher_with(lambda: applied.append(None))
    (root / "services" / "crm" / "code.py").write_text("x = 1\n")
    look_until(watcher, "crm")
    assert applied == []


def test_what_python_compiles_is_no_change(root: Path, watcher_with: Callable[[Callable[[], None]], Watcher]) -> None:
    watcher = watcher_with(lambda: None)
    compiled = root / "services" / "crm" / "__pycache__"
    compiled.mkdir()
    (compiled / "app.cpython-311.pyc").touch()
    (root / "services" / "cms" / "code.py").write_text("x = 1\n")
    look_until(watcher, "cms")


def test_the_web_host_restarts_once_its_build_is_whole(
    root: Path, watcher_with: Callable[[Callable[[], None]], Watcher]
) -> None:
    watcher = watcher_with(lambda: None)
    dist = root / "web" / "dist"
    (dist / "client").mkdir()
    (dist / "client" / "manifest.json").touch()
    (root / "services" / "cms" / "code.py").write_text("x = 1\n")
    look_until(watcher, "cms")
    (dist / "server").mkdir()
    (dist / "server" / "server-entry.js").touch()
    (root / "services" / "crm" / "code.py").write_text("x = 1\n")
    look_until(watcher, "crm")
    (dist / "screens").mkdir()
    (dist / "screens" / "manifest.json").touch()
    look_until(watcher, "web")


def test_one_that_fails_is_told_and_tried_again_at_the_next_change(
    root: Path, watcher_with: Callable[[Callable[[], None]], Watcher], capsys: pytest.CaptureFixture[str]
) -> None:
    attempts: list[None] = []

    def migrate() -> None:
        attempts.append(None)
        if len(attempts) == 1:
            raise StartError("the tables could not be brought up to date: no such column")

    watcher = watcher_with(migrate)
    # Half of a file that an editor is still writing, then all of it.
    (root / "services" / "crm" / "migrations" / "versions" / "0002.py").write_text("revision = (")
    look_until(watcher, "crm")
    assert attempts == []
    write_migration(root, "crm", "0002", "0001")
    look_until(watcher, "crm")
    assert "no such column" in capsys.readouterr().out
    (root / "services" / "crm" / "fixed.py").write_text("x = 1\n")
    look_until(watcher, "crm")
    assert len(attempts) == 2
    assert "up to date" in capsys.readouterr().out
