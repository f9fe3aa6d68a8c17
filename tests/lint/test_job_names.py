"""The list of jobs and the notifications say in words what is done: each task that somebody can begin has some.

`subscribers.forward` stood there as it is until somebody looked.
"""

import importlib
import re
from pathlib import Path

from kit import jobs

WORDS = Path(__file__).resolve().parents[2] / "web/app/notifications/job-names.ts"


def test_each_job_has_words() -> None:
    for service in ("auth", "cms", "content", "crm", "ecom"):
        importlib.import_module(f"{service}.worker")
    begun = {task.name for task in jobs._tasks.values() if task.every is None}
    worded = set(re.findall(r"'([a-z_]+\.[a-z_]+)'", WORDS.read_text()))
    # Tests that ran before may have tasks of their own.
    begun = {
        name
        for name in begun
        if jobs._tasks[name].function.__module__.startswith(("auth.", "cms.", "content.", "crm.", "ecom.", "kit."))
    }
    assert {"backups.create", "subscribers.forward"} <= begun
    assert begun - worded == set()
