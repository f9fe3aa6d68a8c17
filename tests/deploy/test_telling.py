"""What is said of processes that crash, and of builds that fail; what `make dev` sees of the disk."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.data_folder import DataFolder
from deploy.local.follow import Follower
from deploy.local.reload import NewLines, of_packages, snapshot
from deploy.local.supervision import Happening, Supervision


class TestFollower:
    @pytest.mark.parametrize(
        ("log", "words"),
        [
            ('{"level": "info"}\nTraceback:\nImportError: no name\n', "ImportError: no name"),
            (
                '{"level": "info"}\nSyntaxError: no sense\n    at one (two.ts)\n\nNode.js v24.19.0\n',
                "SyntaxError: no sense",
            ),
            ('{"level": "info"}\nThe environment lacks PORT.\n', "The environment lacks PORT."),
            ('Error: of long ago\n{"level": "info"}\n', "it says nothing"),
            ("", "it says nothing"),
        ],
    )
    def test_a_process_that_never_starts_is_told_with_its_last_words(
        self, tmp_path: Path, log: str, words: str
    ) -> None:
        folder = DataFolder(tmp_path)
        folder.logs.mkdir()
        (folder.logs / "content.log").write_text(log)
        supervision = Supervision(folder, tmp_path)
        follower = Follower(supervision, folder, [])
        for attempt in (1, 2, 3):
            assert follower.hopeless() is None
            supervision.happenings.put(Happening("content", "BACKOFF", "exit status 1", attempt))
        assert (follower.hopeless() or "").startswith(f"content does not start: {words} (")


class TestNewLines:
    def test_only_what_is_added_is_read_without_colours(self, tmp_path: Path) -> None:
        log = tmp_path / "web-build.log"
        log.write_text("of the last run\n")
        lines = NewLines(log)
        assert lines.read() == []
        with log.open("a") as file:
            file.write("\n\x1b[31mBuild failed\x1b[0m\n")
        assert lines.read() == ["Build failed"]
        assert lines.read() == []

    def test_a_log_that_begins_anew_is_read_from_its_beginning(self, tmp_path: Path) -> None:
        log = tmp_path / "web-build.log"
        log.write_text("a long line of the last run\n")
        lines = NewLines(log)
        log.write_text("new\n")
        assert lines.read() == ["new"]

    def test_a_log_that_is_not_there_says_nothing(self, tmp_path: Path) -> None:
        assert NewLines(tmp_path / "none.log").read() == []


class TestSnapshot:
    def test_a_folder_that_goes_while_it_is_read_is_looked_at_again(self, tmp_path: Path) -> None:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "index.js").touch()

        def going() -> Iterator[Path]:
            files = tmp_path.rglob("*.js")
            yield next(files)
            shutil.rmtree(tmp_path / "two")
            shutil.rmtree(tmp_path / "one")
            yield from files

        whole = snapshot(tmp_path.rglob("*.js"))
        assert len(whole) == 2
        assert len(snapshot(going())) == 1

    def test_what_python_compiles_is_no_change(self, tmp_path: Path) -> None:
        for name in ("app.py", "page.html", "__pycache__/app.cpython-311.pyc", "__pycache__/app.cpython-311.pyc.140"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        assert {path.name for path in snapshot(of_packages(tmp_path))} == {"app.py", "page.html"}
