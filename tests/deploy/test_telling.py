"""What is said of processes that crash, and of builds that fail."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from deploy.local.data_folder import DataFolder
from deploy.local.follow import Follower
from deploy.local.reload import NewLines
from deploy.local.supervision import Happening, Supervision


def _logged(at: str) -> str:
    return f'{{"at": "{at}", "level": "error", "message": "port taken"}}\n{{"at": "{at}", "level": "info"}}\n'


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
            (_logged("2020-01-02T03:04:05.678+00:00"), "it says nothing"),
            ("", "it says nothing"),
        ],
    )
    def test_a_process_that_never_starts_is_told_with_its_last_words(
        self, tmp_path: Path, log: str, words: str
    ) -> None:
        assert _reason(tmp_path, log).startswith(f"content does not start: {words} (")

    def test_an_error_that_was_logged_a_moment_ago_is_told(self, tmp_path: Path) -> None:
        log = _logged(datetime.now(UTC).isoformat(timespec="milliseconds"))
        assert _reason(tmp_path, log).startswith("content does not start: port taken (")


def _reason(data: Path, log: str) -> str:
    """Why content is given up, after three deaths with this log."""
    folder = DataFolder(data)
    folder.logs.mkdir()
    (folder.logs / "content.log").write_text(log)
    supervision = Supervision(folder, data)
    follower = Follower(supervision, folder, [])
    for attempt in (1, 2, 3):
        assert follower.hopeless() is None
        supervision.happenings.put(Happening("content", "BACKOFF", "exit status 1", attempt))
    return follower.hopeless() or ""


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
