"""Small projects, run by a pytest of their own."""

import json
from pathlib import Path

import pytest

from tests.ci import pytest_stage
from tests.ci.recorder import without_group
from tests.ci.stage import MOST_RETRIED, Result

FIRST_TIME = """
from pathlib import Path

def is_first_time():
    mark = Path(__file__).with_name("mark")
    was_there = mark.exists()
    mark.touch()
    return not was_there
"""


@pytest.fixture(autouse=True)
def _few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plugins that are installed and not needed here take ten times as long to load as all else."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(folder: Path, tests: str, *arguments: str) -> Result:
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p xdist\n")
    (folder / "test_it.py").write_text(FIRST_TIME + tests)
    return pytest_stage.run("python", ["-p", "no:cacheprovider", *arguments], folder)


class TestRun:
    def test_what_fails_once_is_flaky_and_what_fails_twice_has_failed(self, tmp_path: Path) -> None:
        result = run(
            tmp_path,
            "def test_passes(): pass\n"
            "def test_fails(): assert 1 == 2\n"
            "import pytest\n"
            "@pytest.mark.xdist_group('some')\n"
            "@pytest.mark.parametrize('name', ['a::b@example.org [x]'])\n"
            "def test_is_flaky(name): assert not is_first_time(), 'not in the mood'\n",
            *("-n", "1", "--dist", "loadgroup"),
        )
        assert (result.passed, result.failed, result.faults) == (2, 1, ())
        assert [*result.flaky] == ["test_it.py::test_is_flaky[a::b@example.org [x]]"]
        assert "not in the mood" in result.flaky["test_it.py::test_is_flaky[a::b@example.org [x]]"]
        assert not result.is_green

    def test_flaky_alone_is_green(self, tmp_path: Path) -> None:
        result = run(tmp_path, "def test_is_flaky(): assert not is_first_time()\n")
        assert result.is_green
        assert (result.passed, len(result.flaky)) == (1, 1)

    def test_what_is_skipped_the_second_time_has_not_passed(self, tmp_path: Path) -> None:
        skipped = "import pytest\ndef test_it():\n    if not is_first_time(): pytest.skip()\n    assert False\n"
        assert not run(tmp_path, skipped).is_green

    def test_a_teardown_that_fails_counts(self, tmp_path: Path) -> None:
        fixture = "import pytest\n@pytest.fixture\ndef it():\n    yield\n    assert False\ndef test_it(it): pass\n"
        result = run(tmp_path, fixture)
        assert (result.passed, result.failed) == (0, 1)

    @pytest.mark.parametrize("arguments", [(), ("-n", "1"), ("--continue-on-collection-errors",)])
    def test_a_file_that_cannot_be_read_is_never_green(self, tmp_path: Path, arguments: tuple[str, ...]) -> None:
        (tmp_path / "test_broken.py").write_text("import nowhere\n")
        result = run(tmp_path, "def test_is_flaky(): assert not is_first_time()\n", *arguments)
        assert not result.is_green
        assert "test_broken.py" in result.faults[0]

    def test_a_worker_that_dies_again_and_again_has_failed(self, tmp_path: Path) -> None:
        tests = "import os\ndef test_passes(): pass\ndef test_dies(): os._exit(3)\ndef test_after(): pass\n"
        result = run(tmp_path, tests, "-n", "1")
        assert (result.passed, result.failed) == (2, 1)

    def test_a_worker_that_takes_tests_along_is_never_green(self, tmp_path: Path) -> None:
        tests = "import os\ndef test_dies():\n    if is_first_time(): os._exit(3)\ndef test_after(): pass\n"
        result = run(tmp_path, tests, "-n", "1", "--max-worker-restart", "0")
        assert not result.is_green
        assert "test_it.py::test_after" in result.faults[0]

    def test_many_failures_are_no_bad_luck(self, tmp_path: Path) -> None:
        many = f"import pytest\n@pytest.mark.parametrize('n', range({MOST_RETRIED + 1}))\ndef test_it(n):\n"
        result = run(tmp_path, many + "    assert not is_first_time() or n\n    assert is_first_time()\n")
        assert not result.is_green
        assert result.flaky == {}


class TestRead:
    def test_a_run_without_a_record_is_a_fault(self, tmp_path: Path) -> None:
        assert pytest_stage.read(tmp_path / "record.json", 0).faults

    def test_an_exit_status_that_no_failure_explains_is_a_fault(self, tmp_path: Path) -> None:
        path = tmp_path / "record.json"
        record = {"collected": ["a"], "outcomes": {"a": "passed"}, "failures": {}, "collectionErrors": {}}
        path.write_text(json.dumps(record))
        assert not pytest_stage.read(path, 0).faults
        assert pytest_stage.read(path, 1).faults


@pytest.mark.parametrize(
    ("nodeid", "expected"),
    [
        ("tests/test_a.py::test_b", "tests/test_a.py::test_b"),
        ("tests/test_a.py::test_b@stack", "tests/test_a.py::test_b"),
        ("tests/test_a.py::test_b[c@d.org]", "tests/test_a.py::test_b[c@d.org]"),
        ("tests/test_a.py::test_b[c@d.org]@stack", "tests/test_a.py::test_b[c@d.org]"),
    ],
)
def test_without_group(nodeid: str, expected: str) -> None:
    assert without_group(nodeid) == expected
