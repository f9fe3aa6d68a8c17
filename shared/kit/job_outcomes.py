"""How attempts at jobs end, for those who watch them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Literal

OutcomeName = Literal["done", "failed", "retried", "returned", "lost"]
"""``retried``: it is tried again later. ``returned``: its worker was stopped. ``lost``: another worker has it."""


class JobOutcome:
    """Written down by the one who makes the attempt. One that ends otherwise than by itself was returned."""

    def __init__(self) -> None:
        self.name: OutcomeName = "returned"


WatchJob = Callable[[str, str, str, str | None], AbstractContextManager[JobOutcome]]
"""What an attempt is made within: given the service, the job's name and queue, and what asked for it."""
