"""What a Python process finds that supervisord forked: the same as if it had been started by itself."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from deploy.local.data_folder import DataFolder
from deploy.local.processes import PARTS, Process, shared_modules
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision
from tests.waiting import eventually

PASSWORD = """p"a;s's #w%o(r)d\\ """


def command_of(process: psutil.Process) -> str:
    """Its command line; empty for one that has ended meanwhile."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


class Told:
    """Processes under a supervisord of their own, of which one may see a password."""

    def __init__(self, folder: Path) -> None:
        self.files = {name: folder / f"{name}.json" for name in ("mails", "pages", "ends", "fails")}
        self.processes = {name: self._process(name) for name in self.files}
        data = DataFolder(folder / "data")
        data.path.mkdir(0o700)
        for needed in (data.run, data.logs):
            needed.mkdir(parents=True, exist_ok=True)
        self.supervision = Supervision(data, folder)
        self.supervision.start(self.processes.values(), modules=["kit.hrefs"])
        self.supervision.preload()

    def _process(self, name: str) -> Process:
        status = "7" if name == "fails" else "0"
        command = [sys.executable, "-m", "tests.deploy.tell_process", str(self.files[name]), status]
        inherits = ("TOLD_PASSWORD",) if name == "mails" else ()
        return Process(name, PARTS, command, {"OWN": name}, ROOT, inherits=inherits)

    def told(self, name: str) -> Any:
        """Starts the process and gives what it found."""
        file = self.files[name]
        if not file.exists():
            self.supervision.run([self.processes[name]])
        return json.loads(eventually(lambda: file.exists() and file.read_text()))

    def reason_of_end(self, name: str) -> str:
        """Why the process ended, and whatever supervisord makes of that: it is told more after a while than at once."""
        while True:
            happening = self.supervision.happenings.get(timeout=150)
            assert happening, "supervisord is gone"
            if happening.process == name and happening.state in ("BACKOFF", "EXITED"):
                return happening.reason or ""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOLD_PASSWORD", PASSWORD)
        started = Told(tmp_path_factory.mktemp("told"))
    yield started
    started.supervision.stop()


def test_a_setting_reaches_who_may_see_it_and_nobody_else(told: Told) -> None:
    assert told.told("mails")["environment"]["TOLD_PASSWORD"] == PASSWORD
    other = told.told("pages")["environment"]
    assert other["OWN"] == "pages"
    assert PASSWORD not in other.values()


def test_nothing_of_the_supervisor_is_left(told: Told) -> None:
    found = told.told("pages")
    assert found["path"] == str(ROOT)
    assert found["caught"] == [signal.SIGINT]
    assert found["opened"] == [0, 1, 2]
    assert found["ours"] == ["kit", "kit.hrefs"], "of our own code it was to have this alone"


def test_it_has_a_name_of_its_own_and_ends_when_asked(told: Told) -> None:
    told.told("ends")
    supervisor = next(child for child in psutil.Process().children() if "deploy.local.supervisord" in command_of(child))
    process = next(child for child in supervisor.children() if f" {told.files['ends']} " in command_of(child))
    assert command_of(process).startswith("python -m tests.deploy.tell_process")
    process.terminate()
    assert "SIGTERM" in told.reason_of_end("ends")


def test_its_exit_status_is_its_own(told: Told) -> None:
    told.told("fails")
    assert "exit status 7" in told.reason_of_end("fails")


def imported_beforehand(modules: list[str], then: str, environment: Mapping[str, str] | None = None) -> Any:
    """What is printed by a new process that imports the libraries and these modules, and then does this."""
    script = (
        f"import sys, os, threading, json; from deploy.local import forking; whole = forking.preload({modules});{then}"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=True,
        timeout=150,
    )
    return json.loads(told.stdout)


OURS = "[name for name in sys.modules if name.split('.')[0] in ('kit', 'auth', 'cms', 'content', 'crm', 'ecom')]"


def test_without_modules_of_our_own_none_is_imported() -> None:
    found = imported_beforehand([], f"print(json.dumps([{OURS}, 'sqlalchemy' in sys.modules]))")
    assert found == [[], True]


def test_importing_the_services_starts_no_thread_and_opens_nothing() -> None:
    """A fork has none of its parent's threads, and shares its files."""
    modules = shared_modules()
    assert {"auth.app", "cms.worker"} <= set(modules)
    opened = "len(os.listdir('/proc/self/fd'))"
    before = imported_beforehand([], f"print({opened})")
    found = imported_beforehand(modules, f"print(json.dumps([whole, len(os.listdir('/proc/self/task')), {opened}]))")
    assert found == [True, 1, before]


def test_the_models_are_ready() -> None:
    """Made in each fork, what SQLAlchemy knows of them would be shared by none."""
    models = "from kit.db import Base; models = Base.__subclasses__()"
    found = imported_beforehand(
        shared_modules(),
        f"{models}; print(json.dumps([len(models) > 50, all(model.__mapper__.configured for model in models)]))",
    )
    assert found == [True, True]


def test_nothing_is_forked_where_a_module_is_broken(tmp_path: Path) -> None:
    """Half of it would be imported already: the process whose code it is has to say what is wrong."""
    (tmp_path / "broken_module.py").write_text("import kit.hrefs\nraise RuntimeError('broken')\n")
    command = [sys.executable, "-m", "kit.serve", "auth"]
    found = imported_beforehand(
        ["broken_module"], f"print(json.dumps([whole, forking.can_run({command})]))", {"PYTHONPATH": str(tmp_path)}
    )
    assert found == [False, False]
    assert imported_beforehand([], f"print(json.dumps(forking.can_run({command})))") is True
