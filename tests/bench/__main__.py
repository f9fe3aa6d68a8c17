"""`make bench`: one run over all measures. `BENCH_ARGS="pages api"` runs only some groups."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import (
    api,
    backups,
    composed,
    edge,
    editor,
    files,
    identity,
    library,
    lighthouse,
    load,
    mails,
    memory,
    pages,
    processes,
    replicas,
    rolling,
    scale,
    shop,
    watching,
    weight,
)
from tests.bench.report import Measure, table, write_json
from tests.bench.site import Site, set_up
from tests.stack import Stack

RESULTS = Path(__file__).resolve().parents[2] / "bench-results" / "latest.json"


# In this order: thousands of pages come after what needs a small site.
GROUPS: dict[str, Callable[[Site], Iterator[Measure]]] = {
    "weight": weight.measure,
    "editor": editor.measure,
    "api": api.measure,
    "identity": identity.measure,
    "pages": pages.measure,
    "files": files.measure,
    "memory": memory.measure,
    "processes": processes.measure,
    "library": library.measure,
    "scale": scale.measure,
    "shop": shop.measure,
    "backups": backups.measure,
    "lighthouse": lighthouse.measure,
}
# Left out unless they are named.
ON_REQUEST = ("lighthouse", "replicas")
# Each on a site of its own: memory is that of a site that did nothing else, three fill it from its start, and what
# `scale` finds at ten pages is what all else is held against.
ALONE = ("processes", "library", "scale", "shop", "backups", "lighthouse")
# With the parts of a site that not every one has: memory is that of a site with all of them.
WITH_SHOP = ("processes", "shop")
WITH_CRM = ("processes",)
# On a copy with settings of its own.
APART: dict[str, Callable[[], Iterator[Measure]]] = {
    "mails": mails.measure,
    "edge": edge.measure,
    "composed": composed.measure,
    "replicas": replicas.measure,
    "rolling": rolling.measure,
    "watching": watching.measure,
}


def _measure(names: list[str]) -> list[Measure]:
    """Measures some groups on one new site."""
    if not names:
        return []
    measures: list[Measure] = []
    with tempfile.TemporaryDirectory(prefix="pagewright-bench-") as folder:
        stack = Stack(Path(folder) / "data").start()
        try:
            site = set_up(stack, has_shop=names[0] in WITH_SHOP, has_crm=names[0] in WITH_CRM)
            for name in names:
                print(f"measuring {name} …", file=sys.stderr, flush=True)
                measures += GROUPS[name](site)
        finally:
            stack.stop()
    return measures


def main() -> int:
    """Measures, prints and writes the results; 2 for a group that does not exist."""
    known = [*GROUPS, *APART]
    chosen = sys.argv[1:] or [name for name in known if name not in ON_REQUEST]
    if unknown := sorted(set(chosen) - set(known)):
        print(f"no such group: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    together = [name for name in chosen if name in GROUPS and name not in ALONE]
    measures: list[Measure] = []
    for names in [together, *([name] for name in chosen if name in ALONE)]:
        measures += _measure(names)
    for name in [name for name in chosen if name in APART]:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        measures += APART[name]()
    print(table(measures))
    machine = {
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "client": "wrk" if load.WRK else "node",
    }
    write_json(measures, machine, RESULTS)
    print(f"\nwritten to {RESULTS.relative_to(Path.cwd()) if RESULTS.is_relative_to(Path.cwd()) else RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
