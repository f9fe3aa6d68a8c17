"""A task that one test registers, what it does, and a worker that runs it."""

from collections.abc import Callable
from typing import Any

import pytest

from kit import jobs
from kit.jobs import Run, TaskFunction, task
from kit.runner import Runner
from kit.tables import ConsumedEvent
from kit.testing import ServiceClient

Register = Callable[..., None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Registers the task "test" for the one test."""
    monkeypatch.setattr(jobs, "_tasks", dict(jobs._tasks))

    def add(function: TaskFunction, **options: Any) -> None:
        task("test", **options)(function)

    return add


async def write_effect(run: Run, args: dict[str, Any]) -> Any:
    run.session.add(ConsumedEvent(event_id=run.job_id, subscriber="effect"))
    await run.session.flush()
    return args.get("give")


@pytest.fixture
def runner(client: ServiceClient) -> Runner:
    return Runner(client.kit, 4)
