"""Files: taking and giving them, and images in other sizes, each beside what does the same and nothing else."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pyvips

from tests.bench import gateways, load
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site
from tests.cms.pictures import encoded, photograph

MB = 1024 * 1024
ROUNDS = 3
SMALL, LARGE, UPLOADED = 20 * 1024, 5 * MB, 200 * MB
IMAGES = 6
WIDTH = 1024
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


def measure(site: Site) -> Iterator[Measure]:
    yield from _delivered(site)
    yield from _uploaded(site)
    yield from _variants(site)


def _delivered(site: Site) -> Iterator[Measure]:
    for name, size in (("20 KB", SMALL), ("5 MB", LARGE)):
        body = os.urandom(size)
        (told,) = _upload(site, {f"{uuid.uuid4().hex}.bin": body})
        addresses = {"ours": site.stack.base_url + told["path"]["uri"]}
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if NGINX:
                addresses["nginx"] = stack.enter_context(gateways.nginx(NGINX, folder / "nginx", body)) + "/"
            rates: dict[str, list[float]] = {key: [] for key in addresses}
            for _ in range(ROUNDS):
                for key, address in addresses.items():
                    rates[key].append(load.run(address, node=site.node, seconds=3).rate)
        ours = statistics.median(rates["ours"])
        note = ""
        if "nginx" in rates:
            beside = statistics.median(rates["nginx"])
            note = f"{ours / beside:.3f} {TIMES} nginx, {beside:,.0f} /s"
        yield Measure(f"file of {name} through the gateway", ours, "/s", note=note)


def _uploaded(site: Site) -> Iterator[Measure]:
    """One large file in one request. Beside it, the same bytes written to a file of the same disk and synced."""
    body = os.urandom(UPLOADED)
    ours, written = [], []
    with tempfile.TemporaryDirectory(dir=site.stack.data_dir) as folder:
        for turn in range(ROUNDS):
            ours.append(_seconds(lambda: _upload(site, {f"{uuid.uuid4().hex}.bin": body})))
            written.append(_seconds(partial(_write, Path(folder, str(turn)), body)))
    rate, limit = UPLOADED / MB / min(ours), UPLOADED / MB / min(written)
    yield Measure("upload of 200 MB through the gateway", rate, "MB/s", note=f"a file written and synced: {limit:,.0f}")


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
    yield Measure("… beside plain libvips", limit / taken, TIMES, note=f"{IMAGES / limit:.1f} /s")


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
