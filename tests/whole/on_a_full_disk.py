"""``python -m tests.whole.on_a_full_disk FOLDER``: what a site does while the disk that it is on fills up.

It is run on a small disk of its own (`tests.small_disk`), which nobody outside sees, and says what it saw as JSON.
"""

import json
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.whole.page_calls import add_plugin, create_page, new_id, own_column, put_actions, render

_MB = 1024 * 1024


def main(folder: Path) -> None:
    """Print what was seen."""
    stack = Stack(folder / "data")
    try:
        stack.start()
        set_up_site(stack)
        with (
            httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=60) as owner,
            httpx.Client(base_url=stack.base_url, timeout=60) as visitor,
        ):
            owner.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
            sys.stdout.write(json.dumps(_seen(stack, folder, owner, visitor)))
    finally:
        stack.stop()


def _seen(stack: Stack, folder: Path, owner: httpx.Client, visitor: httpx.Client) -> dict[str, Any]:
    url = create_page(owner, "Full")["url"]
    page = f"/client/page-render?url={url}"
    parts = {name: stack.pid(name) for name in ("content", "cms", "worker", "web")}
    _fill(folder, 0.99)
    seen: dict[str, Any] = {"at 99 %": [visitor.get(url).status_code, *_save(owner, url, 10)]}
    _fill(folder, 1)
    plugins = len(render(owner, url)["page"]["plugins"])
    state, key = render(owner, url), new_id()
    actions = _texts(state, 20_000)
    seen["full"] = {
        "save": _told(put_actions(owner, state, actions, key)),
        "upload": _told(_upload(owner)),
        "page": visitor.get(url).status_code,
        "rendered": visitor.get(page).status_code,
        "is unchanged": len(render(owner, url)["page"]["plugins"]) == plugins,
        "files": _files(owner),
    }
    (folder / "filler").unlink()
    # The same save again, once it can be done.
    seen["saved again"] = _eventually(lambda: put_actions(owner, state, actions, key).status_code == 200)
    seen["plugins more"] = len(render(owner, url)["page"]["plugins"]) - plugins
    seen["uploaded again"] = _eventually(lambda: _upload(owner).status_code == 200)
    seen["is shown"] = _eventually(lambda: actions[0]["fields"]["content"][3:30] in visitor.get(url).text)
    seen["redis writes again"] = _eventually(lambda: owner.get("/auth/account").status_code == 200)
    seen["parts went on"] = parts == {name: stack.pid(name) for name in parts}
    return seen


def _fill(folder: Path, share: float) -> None:
    """Leave so much of the disk unused, or nothing where a write has no room any more."""
    disk = shutil.disk_usage(folder)
    left = disk.free - int(disk.total * (1 - share))
    with (folder / "filler").open("ab", buffering=0) as file:
        while left > 0 or share == 1:
            try:
                left -= os.write(file.fileno(), bytes(min(_MB, max(left, 4096))))
            except OSError:
                return


def _texts(state: dict[str, Any], size: int) -> list[dict[str, Any]]:
    """Actions that add so many texts that they need room of their own, and cannot be made smaller."""
    actions: list[dict[str, Any]] = []
    for _ in range(40 if size > 100 else 1):
        actions += add_plugin(own_column(state), "cms.text", {"content": f"<p>{secrets.token_hex(size // 2)}</p>"})
    return actions


def _save(owner: httpx.Client, url: str, size: int) -> list[Any]:
    state = render(owner, url)
    return _told(put_actions(owner, state, _texts(state, size)))


def _upload(owner: httpx.Client) -> httpx.Response:
    return owner.post("/cms/files", files={"file": ("large.bin", bytes(4 * _MB))})


def _files(owner: httpx.Client) -> list[str]:
    return [file["name"] for file in owner.get("/cms/file-entities").json()["files"]]


def _told(answer: httpx.Response) -> list[Any]:
    return [answer.status_code] if answer.is_success else [answer.status_code, answer.json()["code"]]


def _eventually(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.2)
    return False


if __name__ == "__main__":
    main(Path(sys.argv[1]))
