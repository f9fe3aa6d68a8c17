"""The system account that Postgres runs as where everything else runs as root."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deploy.local import postgres
from deploy.local.errors import StartError

USERADD = """#!/bin/sh
echo begins >> {log}
sleep 0.2
echo ends >> {log}
"""


def test_copies_that_start_together_take_turns_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, useradd = tmp_path / "log", tmp_path / "useradd"
    useradd.write_text(USERADD.format(log=log))
    useradd.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(postgres, "_ACCOUNT", "nobody-of-this-name")

    def make() -> None:
        # This one makes none, which has to be said.
        with pytest.raises(StartError, match="cannot be made"):
            postgres._make_account()

    with ThreadPoolExecutor(2) as pool:
        for making in [pool.submit(make) for _ in range(2)]:
            making.result()
    assert log.read_text().split() == ["begins", "ends"] * 2
