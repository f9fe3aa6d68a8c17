"""Visitors, an owner and an editor at work on a site, for as long as a block runs, and what became of their requests."""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle

import httpx

from tests.whole.page_calls import add_plugin, new_id, own_column, put_actions, render

READS_OF_MEMBERS = {
    "auth": "/auth/account",
    "cms": "/cms/config",
    "content": "/client/pages",
    "crm": "/crm/categories",
    "ecom": "/ecom/brands",
}
"""What is answered to the owner and to no stranger, by service."""

_PAUSE = 0.08
_PAUSE_OF_WRITES = 0.3
_PATIENCE = 120


class Load:
    """What became of the requests so far."""

    def __init__(self) -> None:
        self.reads = 0
        self.read_seconds: list[float] = []
        """How long each took that was answered."""
        self.failed_reads: list[str] = []
        self.broken_off = 0
        """Reads whose connection was closed before anything of an answer came, and that were sent anew, as browsers do. Those
        of which a part came have failed."""
        self.saves: list[str] = []
        """The texts whose saves were acknowledged."""
        self.scopes: list[str] = []
        self.write_statuses = Counter[int]()
        self.refused_writes: list[str] = []
        """Writes said to be there already, of which no attempt could have been done."""
        self.lost_answers: list[str] = []
        """Writes to which no answer came at all."""
        self._ended = threading.Event()

    def go_on(self, reads: int) -> None:
        """Wait until so many more reads were answered, and a save."""
        reads, saves, until = self.reads + reads, len(self.saves), time.monotonic() + _PATIENCE
        while self.reads < reads or len(self.saves) == saves:
            assert time.monotonic() < until, "the site does not answer any more"
            time.sleep(0.05)

    def read(self, client: httpx.Client, paths: list[str]) -> None:
        """Read these again and again."""
        for path in cycle(paths):
            if self._ended.wait(_PAUSE):
                return
            began = time.perf_counter()
            try:
                status = self._get(client, path).status_code
            except httpx.HTTPError as error:
                self.failed_reads.append(f"{path}: {error!r}")
            else:
                self.read_seconds.append(time.perf_counter() - began)
                if status != httpx.codes.OK:
                    self.failed_reads.append(f"{path}: {status}")
            self.reads += 1

    def _get(self, client: httpx.Client, path: str) -> httpx.Response:
        request = client.build_request("GET", path)
        try:
            answer = client.send(request, stream=True)
        except (httpx.RemoteProtocolError, httpx.ReadError):
            self.broken_off += 1
            return client.get(path)
        try:
            answer.read()
        finally:
            answer.close()
        return answer

    def save(self, editor: httpx.Client, url: str) -> None:
        """Add one text after another to a page, each until it is acknowledged."""
        state = render(editor, url)
        while not self._ended.wait(_PAUSE_OF_WRITES):
            text, key = f"save {len(self.saves)}.", new_id()
            actions = add_plugin(own_column(state), "cms.text", {"content": f"<p>{text}</p>"})
            answer = self._write(lambda: put_actions(editor, state, actions, key), {200})  # noqa: B023  # called at once
            if answer is not None:
                state = answer.json()
                self.saves.append(text)

    def add_scopes(self, owner: httpx.Client) -> None:
        """Add one scope after another, each until it is there."""
        while not self._ended.wait(_PAUSE_OF_WRITES):
            name = f"scope-{uuid.uuid4().hex[:12]}"
            answer = self._write(lambda: owner.post("/auth/scopes", json={"name": name}), {201}, taken=409)  # noqa: B023  # called at once
            if answer is not None:
                self.scopes.append(name)

    def end(self) -> None:
        """Have all of them stop after what they do now."""
        self._ended.set()

    def _write(
        self, send: Callable[[], httpx.Response], done: set[int], taken: int | None = None
    ) -> httpx.Response | None:
        """Send until it is done; nothing where the load ends before that.

        ``taken`` says that it is there already: good news after an attempt that may have been done unknown to its sender,
        and of nothing else.
        """
        may_be_there = False
        while not self._ended.is_set():
            try:
                answer = send()
            except httpx.HTTPError as error:
                self.lost_answers.append(repr(error))
                may_be_there = True
            else:
                self.write_statuses[answer.status_code] += 1
                if answer.status_code in done or (may_be_there and answer.status_code == taken):
                    return answer
                if answer.status_code == taken:
                    self.refused_writes.append(answer.text)
                may_be_there = may_be_there or answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR
            time.sleep(_PAUSE)
        return None


@contextmanager
def load(base_url: str, cookies: httpx.Cookies, url: str, origin: str | None = None) -> Iterator[Load]:
    """People at work on a site while the block runs: an owner by these cookies, saves on the page at ``url``.

    ``origin`` is the site's own address, where that is not the one that they are sent to.
    """
    told = Load()
    public = ["/", url, f"{url}?safe=1", f"/client/page-render?url={url}", "/cms/site", "/auth/.well-known/jwks.json"]
    health = ["/crm/internal/health", "/ecom/internal/health", "/client/internal/status", "/sitemap.xml"]
    headers = {"Origin": origin or base_url}
    clients = [httpx.Client(base_url=base_url, headers=headers, cookies=cookies, timeout=30) for _ in range(3)]
    clients += [httpx.Client(base_url=base_url, timeout=30) for _ in range(2)]
    work: list[tuple[Callable[..., None], object]] = [
        (told.save, url),
        (told.add_scopes, None),
        (told.read, [*READS_OF_MEMBERS.values()]),
        (told.read, public),
        (told.read, [*health, *public]),
    ]
    threads = [
        threading.Thread(target=function, args=(client,) if argument is None else (client, argument))
        for client, (function, argument) in zip(clients, work, strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        yield told
    finally:
        told.end()
        for thread in threads:
            thread.join()
        for client in clients:
            client.close()
