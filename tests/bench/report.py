"""What a benchmark run says: measures with their targets, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

# The unit of a ratio.
TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Measure:
    """One figure. `target` is a bound in the same unit; None where there is nothing to hold it against."""

    name: str
    value: float
    unit: str
    target: float | None = None
    better: Literal["more", "less"] = "less"
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.better == "more" else self.value <= self.target


def table(measures: Iterable[Measure]) -> str:
    """Aligned columns: measure, value, target, whether it is met, note."""
    rows = [("measure", "value", "target", "", "note")]
    for measure in measures:
        bound = (
            "" if measure.target is None else f"{'≥' if measure.better == 'more' else '≤'} {_number(measure.target)}"
        )
        met = {None: "", True: "ok", False: "MISSED"}[measure.is_met]
        rows.append((measure.name, f"{_number(measure.value)} {measure.unit}", bound, met, measure.note))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)), row[4]]).rstrip()
        for row in rows
    ]
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def write_json(measures: Iterable[Measure], machine: Mapping[str, object], path: Path) -> None:
    """Writes the machine's facts and every measure, with whether its target is met."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{**asdict(measure), "is_met": measure.is_met} for measure in measures]
    path.write_text(json.dumps({"machine": machine, "measures": rows}, indent=2, ensure_ascii=False) + "\n")
