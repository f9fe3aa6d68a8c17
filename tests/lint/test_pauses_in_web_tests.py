"""Tests of the web that wait for a time instead of for what they are about.

"Nothing happens" was shown by a pause in seven of them: too short on a slow machine, where what must not happen comes
later, and too long on every other.
"""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
PAUSE = re.compile(r"setTimeout\(\s*(?:\w+|\(\) => \w+\([^)]*\)),\s*[1-9][\d_]*\s*\)")

EXCEPTIONS = {
    "app/ui/not-loaded.test.tsx": "an answer takes its time; the test waits for what is drawn meanwhile and afterwards",
}


def test_none_pauses_for_a_time() -> None:
    tests = [path for folder in ("app", "server", "scripts") for path in (WEB / folder).rglob("*.test.ts*")]
    assert len(tests) > 400
    pausing = {str(path.relative_to(WEB)) for path in tests if PAUSE.search(path.read_text())}
    assert pausing == {*EXCEPTIONS}, (
        "wait for the cause (`waitFor`, a counter of what is asked), or set the clock (`vi.useFakeTimers`)"
    )
