"""Python, and the web host's Node."""

import asyncio
import json
import platform
import re
import sys
from pathlib import Path

from deploy.doctor.findings import Finding, fault, ok
from deploy.local.settings import RELEASE, ROOT

OLDEST_PYTHON = (3, 11)
_SECONDS = 20


async def check_versions(node: Path | None) -> list[Finding]:
    """A line about each."""
    found = [ok("Pagewright", f"release {RELEASE}"), _python()]
    return [*found, await _node(node)] if node else found


def _python() -> Finding:
    if sys.version_info < OLDEST_PYTHON:
        needed = ".".join(map(str, OLDEST_PYTHON))
        return fault(
            "Python", f"version {platform.python_version()}, {needed} or newer is needed", "install a newer one"
        )
    return ok("Python", f"version {platform.python_version()}")


async def _node(node: Path) -> Finding:
    again = "delete the folder .venv and run `make up`, which installs it"
    try:
        process = await asyncio.create_subprocess_exec(
            node, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        output, _ = await asyncio.wait_for(process.communicate(), _SECONDS)
    except (OSError, TimeoutError) as error:
        return fault("Node", f"{node} does not run: {error}", again)
    version = re.fullmatch(r"v(\d+)\.\S+\s*", output.decode(errors="replace"))
    oldest = _oldest_node()
    if version is None or int(version[1]) < oldest:
        said = f"version {output.decode(errors='replace').strip() or '?'}, {oldest} or newer is needed"
        return fault("Node", said, again)
    return ok("Node", f"version {version[0].strip().removeprefix('v')}")


def _oldest_node() -> int:
    wanted = json.loads((ROOT / "web" / "package.json").read_text())["engines"]["node"]
    return int(wanted.removeprefix(">="))
