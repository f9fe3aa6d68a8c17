"""Small projects, run by a Vitest of their own."""

from pathlib import Path

import pytest

from tests.ci import vitest_stage
from tests.ci.stage import Result

FIRST_TIME = """
import { existsSync, writeFileSync } from 'node:fs';

function isFirstTime() {
  const mark = new URL('./mark', import.meta.url);
  const wasThere = existsSync(mark);
  writeFileSync(mark, '');
  return !wasThere;
}
"""


def run(folder: Path, tests: str) -> Result:
    (folder / "vitest.config.mjs").write_text("export default { test: { globals: true } };\n")
    (folder / "it.test.js").write_text(FIRST_TIME + tests)
    return vitest_stage.run("web", ["--root", str(folder)])


def test_what_fails_once_is_flaky_and_what_fails_twice_has_failed(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        "test('passes', () => {});\n"
        "describe('a (b) $', () => { test('is flaky [c/d] + 1', () => expect(isFirstTime()).toBe(false)); });\n"
        "test('fails', () => expect(1).toBe(2));\n",
    )
    assert (result.passed, result.failed, result.faults) == (2, 1, ())
    assert [*result.flaky] == ["it.test.js > a (b) $ > is flaky [c/d] + 1"]


@pytest.mark.parametrize(
    "broken",
    [
        "import 'nowhere';",
        "beforeAll(() => { throw new Error('no'); }); test('never runs', () => {});",
        "test('passes', () => { setTimeout(() => { throw new Error('later'); }, 0); });",
        "test('dies', () => { process.kill(process.pid, 'SIGKILL'); });",
    ],
)
def test_what_no_test_answers_for_is_never_green(tmp_path: Path, broken: str) -> None:
    (tmp_path / "broken.test.js").write_text(broken)
    result = run(tmp_path, "test('is flaky', () => expect(isFirstTime()).toBe(false));")
    assert not result.is_green
    assert result.faults
