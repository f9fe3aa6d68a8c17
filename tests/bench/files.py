"""Files: taking and giving them, and images in other sizes, each beside what does the same and nothing else."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pyvips

from tests.bench import gateways, large_upload, load
from tests.bench.counting import processor_time
from tests.bench.reference import reference
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site
from tests.cms.pictures import encoded, photograph

MB = 1024 * 1024
ROUNDS = 3
SECONDS = 3
SMALL, LARGE, UPLOADED = 20 * 1024, 5 * MB, 200 * MB
LARGE_BESIDE_NGINX, UPLOAD_BESIDE_NGINX, BESIDE_LIBVIPS = 0.5, 0.8, 0.75
IMAGES = 6
WIDTH = 1024
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
NO_NGINX = "nginx is not installed"


def measure(site: Site) -> Iterator[Measure]:
    yield from _delivered(site)
    yield from _uploaded(site)
    yield from _variants(site)
    yield from large_upload.measure(site)


def _delivered(site: Site) -> Iterator[Measure]:
    for name, size in (("20 KB", SMALL), ("5 MB", LARGE)):
        body = os.urandom(size)
        (told,) = _upload(site, {f"{uuid.uuid4().hex}.bin": body})
        addresses = {"ours": site.stack.base_url + told["path"]["uri"]}
        pids = {"ours": [site.stack.pid("cms"), site.stack.pid("gateway")]}
        with ExitStack() as stack:
            if NGINX:
                addresses["nginx"], pids["nginx"] = _nginx(stack, NGINX, body)
            if size == SMALL:
                addresses["row"], pids["row"] = f"{stack.enter_context(reference(site))}/auth/row", []
            turns = [
                {key: _asked(site, address, pids[key]) for key, address in addresses.items()} for _ in range(ROUNDS)
            ]
        rate, spent = _median(turns, "ours")
        note = f"{spent:.2f} ms of processor time each"
        yield Measure(f"file of {name} through the gateway", rate, "/s", note=note if NGINX else f"{note}; {NO_NGINX}")
        if "row" in addresses:
            row, _ = _median(turns, "row")
            yield Measure(
                "… beside FastAPI and SQLAlchemy reading one row", rate / row, TIMES, 1, "more", f"{row:,.0f} /s"
            )
        if NGINX:
            other, least = _median(turns, "nginx")
            note = f"{other:,.0f} /s, {least:.3f} ms"
            yield Measure(
                "… beside nginx", rate / other, TIMES, LARGE_BESIDE_NGINX if size == LARGE else None, "more", note
            )


def _asked(site: Site, address: str, pids: Sequence[int]) -> tuple[float, float]:
    """Requests a second, and milliseconds of these processes for each."""
    before = processor_time(*pids)
    rate = load.run(address, node=site.node, seconds=SECONDS).rate
    return rate, (processor_time(*pids) - before) / (rate * SECONDS)


def _median(turns: Sequence[Mapping[str, tuple[float, float]]], key: str) -> tuple[float, float]:
    return statistics.median(turn[key][0] for turn in turns), statistics.median(turn[key][1] for turn in turns)


def _uploaded(site: Site) -> Iterator[Measure]:
    """One large file in one request. Beside it, the same bytes by PUT to nginx, and written to the same disk and synced."""
    body = os.urandom(UPLOADED)
    own = [site.stack.pid("cms"), site.stack.pid("gateway")]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=site.stack.data_dir)))
        calls: dict[str, tuple[Callable[[], object], Sequence[int]]] = {
            "ours": (lambda: _upload(site, {f"{uuid.uuid4().hex}.bin": body}), own),
            "disk": (lambda: _write(folder / uuid.uuid4().hex, body), []),
        }
        if NGINX:
            address, pids = _nginx(stack, NGINX, b"", folder)
            calls["nginx"] = partial(_put, f"{address}put/", body), pids
        turns = [{key: _spent(*call) for key, call in calls.items()} for _ in range(ROUNDS)]
    taken, spent = _median(turns, "ours")
    disk, _ = _median(turns, "disk")
    note = f"{spent / 1000:.2f} s of processor time; a file written and synced: {UPLOADED / MB / disk:,.0f} MB/s"
    note = note if NGINX else f"{note}; {NO_NGINX}"
    yield Measure("upload of 200 MB through the gateway", UPLOADED / MB / taken, "MB/s", note=note)
    if NGINX:
        other, least = _median(turns, "nginx")
        note = f"{UPLOADED / MB / other:,.0f} MB/s, {least / 1000:.2f} s"
        yield Measure("… beside nginx's PUT", other / taken, TIMES, UPLOAD_BESIDE_NGINX, "more", note)


def _spent(call: Callable[[], object], pids: Sequence[int]) -> tuple[float, float]:
    """Seconds by the clock, and milliseconds of these processes."""
    before = processor_time(*pids)
    taken = _seconds(call)
    return taken, processor_time(*pids) - before


def _put(folder: str, body: bytes) -> None:
    httpx.put(f"{folder}{uuid.uuid4().hex}", content=body, timeout=600).raise_for_status()


def _nginx(stack: ExitStack, binary: str, body: bytes, below: Path | None = None) -> tuple[str, list[int]]:
    """nginx with that as its index; its address and its process, whose children count with it."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=below))) / "nginx"
    address = stack.enter_context(gateways.nginx(binary, folder, body)) + "/"
    return address, [int((folder / "nginx.pid").read_text())]


def _variants(site: Site) -> Iterator[Measure]:
    """Images of 12 megapixels made 1024 wide for those who come first, beside plain libvips."""
    images = [encoded(photograph(4000, 3000).embed(turn, 0, 4000, 3000), Q=90) for turn in range(IMAGES)]
    told = _upload(site, {f"{uuid.uuid4().hex}.jpg": image for image in images})
    headers = {"Accept": "image/webp,*/*"}
    addresses = [f"{each['path']['uri']}?size=lg" for each in told]

    def ours() -> None:
        for address in addresses:
            site.client.get(address, headers=headers).raise_for_status()

    def plain() -> None:
        for image in images:
            made = pyvips.Image.thumbnail_buffer(image, WIDTH, height=10_000_000, size="down")
            made.webpsave_buffer(keep="none", Q=80, effort=4, smart_subsample=True)

    pyvips.concurrency_set(1)
    taken, limit = _seconds(ours), _seconds(plain)
    yield Measure(
        "images made smaller for the first who ask", IMAGES / taken, "/s", note="12 megapixels to 1024 wide, WebP"
    )
    note = f"{IMAGES / limit:.1f} /s"
    yield Measure("… beside plain libvips", limit / taken, TIMES, BESIDE_LIBVIPS, "more", note)


def _upload(site: Site, files: dict[str, bytes]) -> list[dict[str, Any]]:
    """Uploads files; what was told of each."""
    form = [("files", (name, content)) for name, content in files.items()]
    answer = site.client.post("/cms/files", files=form, timeout=600)
    answer.raise_for_status()
    success: dict[str, dict[str, Any]] = answer.json()["success"]
    return [success[name] for name in files]


def _write(path: Path, body: bytes) -> None:
    with path.open("wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
