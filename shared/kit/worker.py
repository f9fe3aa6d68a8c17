"""``python -m kit.worker <service>…``: the jobs, chores and subscribers of one service or of several.

For each it imports ``<service>.worker``, which imports the service's tasks and subscribers, and reads the settings of
``<service>.config.Settings``, the database's address from ``<SERVICE>_DATABASE_URL`` where that is set: services keep
to their own role and connections also in one process. It goes on through outages of Redis and Postgres, and stops on
SIGTERM or SIGINT, giving unfinished jobs back; with ``HANG_SECONDS`` it ends where its loop stands still (`kit.hanging`).
"""

import asyncio
import contextlib
import importlib
import logging
import signal
import sys
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import orjson
from arq.worker import Worker, func
from redis.asyncio import ConnectionPool
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from kit.cancelling import cancel
from kit.config import ServiceSettings, read_settings
from kit.delivery import EventDelivery, tidy
from kit.environment import SettingsError, from_environment
from kit.errors import DatabaseUnavailable
from kit.event_log import prune
from kit.failures import DRIVER_ERRORS
from kit.hanging import hang_seconds
from kit.heartbeat import beat
from kit.idempotency import delete_old_keys
from kit.jobs import Queue, chores_of, plan, queues_of, sweep
from kit.lifecycle import open_state
from kit.logs import json_logging, service_name
from kit.queue_watch import QueueWatch, WatchedRedis
from kit.redis_link import RedisUnavailable
from kit.resealing import reseal
from kit.runner import Runner
from kit.state import KitState
from kit.waker import queue_name
from kit.watching.process import watch_of_process

log = logging.getLogger(__name__)

Step = Callable[[], Awaitable[Any]]

AT_ONCE: dict[Queue, int] = {"short": 4, "long": 3, "background": 1}
"""How many jobs of each queue one worker runs at a time."""

_BEGIN_PAUSE = 0.1
_SWEEP_PAUSE = 5.0
_PLAN_PAUSE = 60.0
_TIDY_PAUSE = 3600.0
_RESEAL_PAUSE = 60.0
_RETRY_PAUSE = 1.0
_POLL_PAUSE = 0.1
# Longer than any task: arq must never end the wait for a job, only `kit.runner` ends jobs.
_ARQ_TIMEOUT = 86_400
_TAKEN_SECONDS = 60
"""For how long others leave a wake that one worker has taken, and not yet removed, to it."""
_OUTAGE = (
    RedisError,
    RedisUnavailable,
    SQLAlchemyError,
    DatabaseUnavailable,
    *DRIVER_ERRORS,
    OSError,
)


async def work(state: KitState, package: str, queues: QueueWatch | None = None) -> None:
    """Everything that a worker does for one service, until it is cancelled. ``queues``: of the whole process."""
    queues = queues or QueueWatch()
    runners = {queue: Runner(state, AT_ONCE[queue]) for queue in queues_of(package)}
    steps: list[tuple[Step, float]] = [
        *((partial(_take_jobs, state, queue, runner, queues), 0) for queue, runner in runners.items()),
        (EventDelivery(state, package).run, 0),
        (partial(sweep, state.database, state.waker), _SWEEP_PAUSE),
    ]
    one_by_one: list[tuple[Step, float]] = [
        (partial(plan, state.database, package), _PLAN_PAUSE),
        (partial(tidy, state.database), _TIDY_PAUSE),
        (partial(prune, state.database), _TIDY_PAUSE),
        (partial(delete_old_keys, state.database), _TIDY_PAUSE),
        (partial(reseal, state, package), _RESEAL_PAUSE),
        *((partial(function, state), every) for function, every in chores_of(package)),
    ]
    repeated = [*(_forever(step, pause) for step, pause in steps), _forever_one_by_one(one_by_one)]
    tasks = [asyncio.create_task(_after(index * _BEGIN_PAUSE, each)) for index, each in enumerate(repeated)]
    try:
        # They never end by themselves: one that does has failed in a way that nobody foresaw.
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        await cancel(*tasks)
        await asyncio.gather(*(runner.close() for runner in runners.values()))


async def _after(seconds: float, repeated: Coroutine[Any, Any, None]) -> None:
    """Begin a little later: all at once, at the start, would take a connection each, which the pool keeps for good."""
    try:
        await asyncio.sleep(seconds)
        await repeated
    finally:
        # Of one that never began.
        repeated.close()


async def _forever(step: Step, pause: float) -> None:
    """Repeat ``step``; what an outage breaks is begun again a second later."""
    while True:
        is_done = await _is_done(step)
        await asyncio.sleep(pause if is_done else _RETRY_PAUSE)


async def _forever_one_by_one(steps: Sequence[tuple[Step, float]]) -> None:
    """As `_forever`, of several steps that can wait for one another."""
    now = asyncio.get_running_loop().time
    due = [now()] * len(steps)
    while True:
        for index, (step, pause) in enumerate(steps):
            if due[index] <= now():
                is_done = await _is_done(step)
                due[index] = now() + (pause if is_done else _RETRY_PAUSE)
        await asyncio.sleep(max(0.0, min(due) - now()))


async def _is_done(step: Step) -> bool:
    """Take a step; False where an outage broke it."""
    try:
        await step()
    except _OUTAGE as error:
        log.warning("interrupted: %s", error)
        return False
    return True


async def _take_jobs(state: KitState, queue: Queue, runner: Runner, queues: QueueWatch) -> None:
    """Run arq for one queue until Redis goes away or we are cancelled."""
    name = queue_name(state.settings.service, queue)
    queues.add(name)

    async def wake(context: dict[Any, Any], job: str) -> None:
        # What stands in the queue has all workers ask for it ten times a second: not for as long as the job takes, or for
        # a day where this process is killed. From here on the job's lease has it found.
        with contextlib.suppress(RedisError, OSError):
            await context["redis"].zrem(name, context["job_id"])
        await runner.run(uuid.UUID(job))

    pool = ConnectionPool.from_url(
        state.settings.redis_url.get_secret_value(), socket_timeout=5, socket_connect_timeout=2
    )
    arq = Worker(
        functions=[func(wake, name="wake")],  # type: ignore[arg-type]  # arq's protocol names *args
        queue_name=name,
        redis_pool=WatchedRedis(queues, pool, job_serializer=orjson.dumps, job_deserializer=orjson.loads),
        max_jobs=AT_ONCE[queue],
        max_tries=1,
        retry_jobs=False,
        job_timeout=_ARQ_TIMEOUT,
        keep_result=0,
        poll_delay=_POLL_PAUSE,
        handle_signals=False,
        log_results=False,
        job_serializer=orjson.dumps,
        job_deserializer=orjson.loads,
    )
    # The job itself is kept by its lease; arq would otherwise keep what was taken from the queue for _ARQ_TIMEOUT.
    arq.in_progress_timeout_s = _TAKEN_SECONDS
    try:
        await arq.main()
    finally:
        await cancel(*arq.tasks.values())
        with contextlib.suppress(RedisError, OSError):
            await pool.disconnect()


def _settings_of(service: str) -> ServiceSettings:
    settings_class: Any = importlib.import_module(f"{service}.config").Settings
    own = from_environment(f"{settings_class.service.upper()}_DATABASE_URL")
    settings: ServiceSettings = read_settings(settings_class, **({"database_url": own} if own else {}))
    return settings


async def main(services: Sequence[str]) -> None:
    """Run the worker of these services until a signal ends it."""
    settings = {service: _settings_of(service) for service in services}
    for service in services:
        importlib.import_module(f"{service}.worker")
    hanging = hang_seconds()
    watch = watch_of_process("pagewright-worker", next(iter(settings.values())).release)
    async with AsyncExitStack() as stack:
        stack.enter_context(json_logging(*settings.values()))
        states = {
            service: await stack.enter_async_context(open_state(own, watch=watch)) for service, own in settings.items()
        }
        if watch is not None:
            await stack.enter_async_context(watch.running([*states.values()], works=True))
        # One Redis tells all services of their jobs.
        queues = QueueWatch()
        working = [asyncio.create_task(_work_as(service, state, queues)) for service, state in states.items()]
        beating = asyncio.create_task(beat(hanging))
        stack.push_async_callback(cancel, beating)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, _cancel_all, working)
        log.info("worker ready")
        ended, others = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        # Once only: a second cancellation would interrupt the return of unfinished jobs.
        _cancel_all(others - _cancelling(others))
        await asyncio.gather(*others, return_exceptions=True)
        for task in ended:
            with contextlib.suppress(asyncio.CancelledError):
                task.result()


async def _work_as(service: str, state: KitState, queues: QueueWatch) -> None:
    service_name.set(state.settings.service)
    await work(state, service, queues)


def _cancelling(tasks: Iterable[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    return {task for task in tasks if task.cancelling()}


def _cancel_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m kit.worker <service>…")
    try:
        asyncio.run(main(sys.argv[1:]))
    except SettingsError as error:
        sys.exit(error.said_by("worker"))
