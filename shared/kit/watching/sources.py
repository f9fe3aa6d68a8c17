"""What a service tells Prometheus beside what all tell."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.state import KitState


@dataclass(frozen=True, slots=True)
class GaugeSource:
    """Gauges of one service: what each of them says, by its name, and what reads their values.

    ``read`` is awaited each time that somebody reads the metrics of a web process of the service. A name that it gives no
    value for is told without one.
    """

    gauges: Mapping[str, str]
    read: Callable[[KitState], Awaitable[Mapping[str, float]]]
