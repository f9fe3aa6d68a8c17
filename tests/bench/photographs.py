"""A folder of photographs of 12 megapixels, as a camera's card has it: uploaded, shown, and a letter sent meanwhile.

`python -m tests.bench.photographs 2000` uploads so many; with a second number only that many of them are shown, each in two
formats, of which the worker makes the better one at its leisure. It takes about an hour on two cores, so `make bench` does
not.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psutil
import pyvips

from tests.bench.mails import ask, finished, mail_sink, make_template
from tests.bench.processes import MEGABYTE
from tests.bench.report import Measure, table
from tests.bench.site import Site, set_up
from tests.cms.pictures import DESCRIPTION, MODEL, with_tags
from tests.stack import running_stack

COUNT = 2_000
_FOLDER = "a camera's card"
_MOTIFS = 6
_IN_A_REQUEST = 10
_BROWSER = {"Accept": "image/avif,image/webp,*/*", "Sec-Fetch-Dest": "image"}
_PAUSE = 1.0
_BACKLOG = "SELECT count(*) FROM jobs WHERE name = 'images.make_variant' AND state IN ('queued', 'running')"
_FAILED = "SELECT count(*) FROM jobs WHERE name = 'images.make_variant' AND state = 'failed'"


def measure(count: int, shown: int) -> Iterator[Measure]:
    """Raises RuntimeError where anything is lost."""
    motifs = [_motif(number) for number in range(_MOTIFS)]
    with mail_sink() as environment, running_stack(**environment) as stack:
        site = set_up(stack)
        template = make_template(site)
        site.client.post("/cms/buckets", json={"name": _FOLDER}).raise_for_status()
        before = _memory(site)
        start = time.perf_counter()
        sent = _upload(site, motifs, count)
        taken = time.perf_counter() - start
        size = sum(map(len, motifs)) / len(motifs) / MEGABYTE
        yield Measure(f"photographs uploaded, {count:,} of {size:.1f} MB", count / taken * 60, "/min")
        yield from _growth(site, before, "the upload")
        if (lost := len(sent) - len(sent & asyncio.run(_stored(site)))) > 0:
            raise RuntimeError(f"{lost} photographs are lost")
        yield from _shown(site, template, shown)
        yield from _growth(site, before, "the variants")


def _motif(number: int) -> bytes:
    """Noise at several scales over a gradient, with a camera's EXIF: compresses about as a photograph does."""
    width, height = 4000, 3000
    image = pyvips.Image.xyz(width, height)[number % 2] * (160 / width)
    for scale in (1, 8, 64):
        noise = pyvips.Image.gaussnoise(width // scale + 1, height // scale + 1, sigma=8 + 2 * scale**0.5, seed=number)
        image += noise.resize(scale, kernel="cubic").crop(0, 0, width, height) - 128
    bands = [image + 40, image * 0.8 + 60, image * 0.6 + 90]
    shaded = bands[0].bandjoin(bands[1:]).cast("uchar").copy(interpretation="srgb")
    return with_tags(shaded, {MODEL: "Nikon D90", DESCRIPTION: f"Motif {number}"}, orientation=1 + number)


def _upload(site: Site, motifs: list[bytes], count: int) -> set[str]:
    """Uploads so many, no two alike; their digests."""
    digests = set()
    for first in range(0, count, _IN_A_REQUEST):
        numbers = range(first, min(first + _IN_A_REQUEST, count))
        # What stands behind a JPEG is a part of the file and of no picture.
        contents = [motifs[number % _MOTIFS] + number.to_bytes(4, "big") for number in numbers]
        files = [
            ("files", (f"photograph {number:05}.jpg", content))
            for number, content in zip(numbers, contents, strict=True)
        ]
        answer = site.client.post("/cms/files", data={"bucketName": _FOLDER}, files=files, timeout=600)
        answer.raise_for_status()
        if answer.json()["failed"]:
            raise RuntimeError(f"not taken: {answer.json()['failed']}")
        digests |= {hashlib.sha256(content).hexdigest() for content in contents}
    return digests


def _shown(site: Site, template: str, count: int) -> Iterator[Measure]:
    """Has all looked at once; a letter that is asked for while the better formats are made."""
    addresses = [f"/files/{_FOLDER}/photograph {number:05}.jpg?size=lg" for number in range(count)]
    start = time.perf_counter()
    for address in addresses:
        _expect(site, address, "image/webp")
    yield Measure(
        "… shown for the first time", count / (time.perf_counter() - start) * 60, "/min", note="WebP, 1024 wide"
    )
    waiting = asyncio.run(_counted(site, _BACKLOG))
    start = time.perf_counter()
    if finished(site, ask(site, template, ["ann@example.org"])) != {"sent": 1, "queued": 0, "kept": 0, "failed": 0}:
        raise RuntimeError("the letter was not sent")
    note = f"{waiting} variants waited"
    yield Measure("… a letter sent meanwhile", time.perf_counter() - start, "s", 5, note=note)
    start = time.perf_counter()
    while asyncio.run(_counted(site, _BACKLOG)):
        time.sleep(_PAUSE)
    if failed := asyncio.run(_counted(site, _FAILED)):
        raise RuntimeError(f"{failed} variants were not made")
    yield Measure(
        "… better formats made by the worker", waiting / (time.perf_counter() - start) * 60, "/min", note="AVIF"
    )
    for address in addresses:
        _expect(site, address, "image/avif")


def _expect(site: Site, address: str, kind: str) -> None:
    answer = site.client.get(address, headers=_BROWSER)
    answer.raise_for_status()
    if answer.headers["content-type"] != kind:
        raise RuntimeError(f"{address} came as {answer.headers['content-type']}")


def _memory(site: Site) -> dict[str, float]:
    """Proportional set size in megabytes of cms and of the worker, with the processes of their sandboxes."""
    found = {}
    for name in ("cms", "worker"):
        process = psutil.Process(site.stack.pid(name))
        family = [process, *process.children(recursive=True)]
        found[name] = sum(each.memory_full_info().pss for each in family) / MEGABYTE
    return found


def _growth(site: Site, before: dict[str, float], what: str) -> Iterator[Measure]:
    for name, now in _memory(site).items():
        yield Measure(f"… memory of {name} after {what}", now, "MB", note=f"{before[name]:.0f} MB before")


async def _stored(site: Site) -> set[str]:
    connection = await asyncpg.connect(site.stack.service_dsn("cms"))
    try:
        rows = await connection.fetch("SELECT sha256, storage_key FROM entities WHERE deleted_at IS NULL")
    finally:
        await connection.close()
    folder = site.stack.data_dir / "files"
    return {row["sha256"] for row in rows if _digest(folder / row["storage_key"]) == row["sha256"]}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


async def _counted(site: Site, query: str) -> int:
    connection = await asyncpg.connect(site.stack.service_dsn("cms"))
    try:
        return int(await connection.fetchval(query))
    finally:
        await connection.close()


if __name__ == "__main__":
    chosen = [int(argument) for argument in sys.argv[1:]] or [COUNT]
    print(table([*measure(chosen[0], chosen[-1])]))
