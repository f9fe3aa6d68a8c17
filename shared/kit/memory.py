"""How much memory a process may take, and a share of it that its helpers take in turn."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path, PurePosixPath

_GROUPS = {"": ("", "memory.max"), "memory": ("memory", "memory.limit_in_bytes")}
"""By their name in /proc/self/cgroup: where groups of the second kind and those of the first are, and their limit."""


def available_memory(root: Path = Path("/")) -> int:
    """Bytes: the machine's memory, or that of the container where it has less.

    A container's limit is that of a control group: its own, or one above it.
    """
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([machine, *_limits(root)])


def _limits(root: Path) -> Iterator[int]:
    try:
        groups = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        # No Linux, and no container.
        return
    for line in groups:
        _, names, path = line.split(":", 2)
        for name in {*names.split(",")} & {*_GROUPS}:
            folder, file = _GROUPS[name]
            for group in (PurePosixPath(path), *PurePosixPath(path).parents):
                # A container sees its own group as the uppermost, and may be told of it by the machine's name for it.
                with suppress(OSError, ValueError):
                    yield int((root / "sys/fs/cgroup" / folder / group.relative_to("/") / file).read_text())


class MemoryBudget:
    """Memory that several tasks take parts of for a while. A task without room waits, in the order of asking."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._free = total
        self._lock = asyncio.Lock()
        self._freed = asyncio.Event()

    @asynccontextmanager
    async def part(self, size: int) -> AsyncIterator[None]:
        """``size`` bytes of it, for as long as the block lasts; all of it for one that asks for more."""
        size = min(size, self.total)
        async with self._lock:
            while self._free < size:
                self._freed.clear()
                await self._freed.wait()
            self._free -= size
        try:
            yield
        finally:
            self._free += size
            self._freed.set()
