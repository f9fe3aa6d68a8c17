"""``python -m kit.worker <service>``: jobs, the sweeper, the planner, the relay and the subscribers of one service.

It imports ``<service>.worker``, which imports the service's tasks and subscribers, and reads the
settings of ``<service>.config.Settings``. It goes on through outages of Redis and Postgres, and
stops on SIGTERM or SIGINT, giving unfinished jobs back.
"""

import asyncio
import contextlib
import importlib
import logging
import signal
import sys
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import asyncpg
import orjson
from arq.connections import ArqRedis
from arq.worker import Worker, func
from redis.asyncio import ConnectionPool
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from kit.cancelling import cancel
from kit.config import ServiceSettings
from kit.delivery import Consumer, Relay, tidy, trim
from kit.errors import DatabaseUnavailable
from kit.jobs import Queue, plan, queue_name, sweep
from kit.lifecycle import open_state
from kit.logs import json_logging
from kit.redis_link import RedisUnavailable
from kit.runner import Runner
from kit.state import KitState

log = logging.getLogger(__name__)

Step = Callable[[], Awaitable[Any]]

AT_ONCE: dict[Queue, int] = {"short": 4, "long": 1}
"""How many jobs of each queue one worker runs at a time."""

_SWEEP_PAUSE = 5.0
_RELAY_PAUSE = 1.0
_PLAN_PAUSE = 60.0
_TIDY_PAUSE = 3600.0
_RETRY_PAUSE = 1.0
_POLL_PAUSE = 0.1
# Longer than any task: arq must never end the wait for a job, only `kit.runner` ends jobs.
_ARQ_TIMEOUT = 86_400
_OUTAGE = (
    RedisError,
    RedisUnavailable,
    SQLAlchemyError,
    DatabaseUnavailable,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)


async def work(state: KitState) -> None:
    """Everything that a worker does, until it is cancelled."""
    runners = {queue: Runner(state, at_once) for queue, at_once in AT_ONCE.items()}
    consumer = Consumer(state.settings, state.database)
    relay = Relay(state.settings, state.database, state.redis)
    steps: list[tuple[Step, float]] = [
        *((partial(_take_jobs, state, queue, runner), 0) for queue, runner in runners.items()),
        (partial(sweep, state.database, state.waker), _SWEEP_PAUSE),
        (partial(plan, state.database), _PLAN_PAUSE),
        (relay.run_once, _RELAY_PAUSE),
        (consumer.run, 0),
        (partial(tidy, state.database), _TIDY_PAUSE),
        (partial(trim, state.redis), _TIDY_PAUSE),
    ]
    tasks = [asyncio.create_task(_forever(step, pause)) for step, pause in steps]
    try:
        # They never end by themselves: one that does has failed in a way that nobody foresaw.
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        await cancel(*tasks)
        for runner in runners.values():
            await runner.close()
        await consumer.close()


async def _forever(step: Step, pause: float) -> None:
    """Repeat ``step``; what an outage breaks is begun again a second later."""
    while True:
        try:
            await step()
            await asyncio.sleep(pause)
        except _OUTAGE as error:
            log.warning("interrupted: %s", error)
            await asyncio.sleep(_RETRY_PAUSE)


async def _take_jobs(state: KitState, queue: Queue, runner: Runner) -> None:
    """Run arq for one queue until Redis goes away or we are cancelled."""

    async def wake(_context: dict[Any, Any], job: str) -> None:
        await runner.run(uuid.UUID(job))

    pool = ConnectionPool.from_url(
        state.settings.redis_url.get_secret_value(), socket_timeout=5, socket_connect_timeout=2
    )
    arq = Worker(
        functions=[func(wake, name="wake")],  # type: ignore[arg-type]  # arq's protocol names *args
        queue_name=queue_name(state.settings.service, queue),
        redis_pool=ArqRedis(pool, job_serializer=orjson.dumps, job_deserializer=orjson.loads),
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
    try:
        await arq.main()
    finally:
        await cancel(*arq.tasks.values())
        with contextlib.suppress(RedisError, OSError):
            await pool.disconnect()


async def main(service: str) -> None:
    """Run the worker of ``service`` until a signal ends it."""
    settings_class: type[ServiceSettings] = importlib.import_module(f"{service}.config").Settings
    importlib.import_module(f"{service}.worker")
    settings = settings_class()
    with json_logging(settings):
        async with open_state(settings) as state:
            working = asyncio.create_task(work(state))
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, working.cancel)
            log.info("worker ready")
            with contextlib.suppress(asyncio.CancelledError):
                await working


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m kit.worker <service>")
    asyncio.run(main(sys.argv[1]))
