"""`make up`: everything started, one line when it is ready, and watched until it is stopped."""

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from deploy.local import (
    database,
    gateway,
    keys,
    leftovers,
    metrics_ports,
    migrations,
    ports,
    postgres,
    processes,
    redis,
)
from deploy.local.data_folder import SERVICES, DataFolder, write_private
from deploy.local.errors import StartError
from deploy.local.follow import Follower
from deploy.local.health import HEALTH, Probe, await_all, visit
from deploy.local.processes import Process, Wiring
from deploy.local.settings import RELEASE, Settings, told
from deploy.local.supervision import Supervision

_ENGINE_SECONDS = 60.0
PART_SECONDS = 60.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    """Somebody asked us to stop."""


@dataclass(frozen=True)
class Copy:
    """All that one start has decided: what runs, where, and with which secrets."""

    settings: Settings
    folder: DataFolder
    wiring: Wiring
    database: database.Database
    passwords: dict[str, str]
    engines: list[Process]
    services: list[Process]
    # Nobody waits for these.
    background: list[Process]
    web: Process
    gateway: Process
    # The web host's; it is the supervisor that keeps it open.
    listening: socket.socket
    # Of our own code, what the Python processes share.
    modules: list[str]

    @property
    def processes(self) -> list[Process]:
        """Every process."""
        return [*self.engines, *self.services, *self.background, self.web, self.gateway]


def up(settings: Settings, reload: bool = False) -> None:
    """Run a copy until it is asked to stop. Raises `StartError`; returns after an orderly end."""
    began = time.monotonic()
    folder = DataFolder(settings.data_dir)
    with ExitStack() as stack:
        stack.enter_context(folder.open_locked())
        stack.enter_context(stop_on_signals())
        with until_stopped():
            folder.ready_file.unlink(missing_ok=True)
            leftovers.end(folder.path)
            ports.require_free(settings.port)
            metrics_ports.require_free_ports(settings.watching)
            copy, supervision = prepare(settings, folder, stack, reload)
            stack.callback(stop, supervision, folder)
            follower = Follower(supervision, folder, copy.processes)
            _start(copy, supervision, follower)
            _announce(copy, supervision, began)
            follower.follow(partial(migrations.run, copy.wiring.database_urls, folder) if reload else None)


def prepare(settings: Settings, folder: DataFolder, stack: ExitStack, reload: bool) -> tuple[Copy, Supervision]:
    """Decide everything and write it down; nothing runs yet."""
    secrets = folder.secrets()
    account = None if settings.database_url else postgres.account()
    sockets = stack.enter_context(postgres.socket_folder(folder.sockets, account))
    engines = []
    if settings.database_url:
        base = database.foreign_database(settings.database_url)
    else:
        base = database.own_database(str(sockets), postgres.SUPERUSER, secrets["postgres"], postgres.DATABASE)
        engine = postgres.prepare(folder, secrets["postgres"], sockets, account)
        engines.append(processes.postgres(engine.command, engine.account))
    inner = ports.reserve([*SERVICES, "web", "redis"], stack)
    if not settings.redis_url:
        engines.append(processes.redis(redis.prepare(folder, inner["redis"], secrets["redis"])))
    listening = stack.enter_context(ports.listen(inner["web"]))
    wiring = Wiring(
        ports=inner,
        database_urls={service: base.url(service, secrets["roles"][service]) for service in SERVICES},
        redis_url=settings.redis_url or redis.url(inner["redis"], secrets["redis"]),
        keys=keys.ensure(folder),
        setup_code=settings.setup_code or secrets["setupCode"],
    )
    builders = [processes.web_build(settings, wiring)] if reload else []
    copy = Copy(
        settings=settings,
        folder=folder,
        wiring=wiring,
        database=base,
        passwords=secrets["roles"],
        engines=engines,
        services=processes.services(settings, wiring),
        background=[processes.worker(settings, wiring), *builders],
        web=processes.web(settings, wiring, listening),
        gateway=processes.gateway(gateway.prepare(folder, settings), settings, wiring),
        listening=listening,
        modules=[] if reload else processes.shared_modules(),
    )
    return copy, Supervision(folder, sockets)


def _start(copy: Copy, supervision: Supervision, follower: Follower) -> None:
    """Start all, as much as possible at once; returns when all of it answers."""
    supervision.start(copy.processes, [copy.listening], copy.modules)
    supervision.run([*copy.engines, copy.web, copy.gateway])
    # Loading the services' code takes longer than Postgres and its tables do.
    supervision.preload()
    asyncio.run(make_database_ready(copy, migrations.expected(), follower))
    supervision.run(copy.services)
    _await_parts(copy, follower)
    visit(copy.settings.port)
    supervision.run(copy.background)


async def make_database_ready(copy: Copy, revisions: dict[str, str], follower: Follower) -> None:
    """Wait for Postgres and bring the tables to the state that the code expects. Raises `StartError`."""
    connecting = asyncio.create_task(database.connect(copy.database, _ENGINE_SECONDS))
    while not connecting.done():
        await asyncio.wait([connecting], timeout=0.5)
        follower.raise_when_hopeless()
    connection = await connecting
    try:
        await database.provision(connection, copy.database, copy.passwords)
        found = await migrations.found(connection)
        migrations.require_known(found, str(copy.folder.path))
        if found != revisions:
            await asyncio.to_thread(migrations.run, copy.wiring.database_urls, copy.folder)
    finally:
        await connection.close()


def _await_parts(copy: Copy, follower: Follower) -> None:
    """Wait until every part answers, and the gateway with it. Raises `StartError`."""
    probes = [Probe(service, copy.wiring.ports[service], HEALTH[service]) for service in SERVICES]
    probes.append(Probe("web", copy.wiring.ports["web"], "/healthz"))
    # By way of the gateway, which has to have seen that the web host answers.
    probes.append(Probe("gateway", copy.settings.port, "/healthz"))
    with ThreadPoolExecutor(1) as pool:
        abandoned = threading.Event()
        silent = pool.submit(await_all, probes, PART_SECONDS, abandoned.is_set)
        try:
            while not silent.done():
                follower.raise_when_hopeless()
                time.sleep(0.02)
        finally:
            abandoned.set()
    if silent.result():
        names = ", ".join(silent.result())
        raise StartError(f"not ready after {PART_SECONDS:.0f} s: {names}; their logs are in {copy.folder.logs}")


def _announce(copy: Copy, supervision: Supervision, began: float) -> None:
    """Write down how to reach everything, then say the one line."""
    setup_url = f"{copy.settings.public_url}/cms-setup?code={copy.wiring.setup_code}"
    write_private(copy.folder.ready_file, json.dumps(_ready_facts(copy, supervision), indent=2))
    line = f"Pagewright is ready: {copy.settings.public_url}"
    if asyncio.run(_is_empty(copy.database)):
        line = f"Pagewright is ready. Set your site up: {setup_url}"
    print(f"{line}  ({time.monotonic() - began:.1f} s)", flush=True)


def _ready_facts(copy: Copy, supervision: Supervision) -> dict[str, Any]:
    return {
        "pid": os.getpid(),
        "release": RELEASE,
        "port": copy.settings.port,
        # For those who look after it from another shell, which need not have them.
        "settings": told(os.environ),
        "url": copy.settings.public_url,
        "services": {part: copy.wiring.url(part) for part in (*SERVICES, "web")},
        "database": {"admin": copy.database.admin, "roles": dict(copy.wiring.database_urls)},
        "redis": copy.wiring.redis_url,
        "metrics": metrics_ports.metrics_ports(copy.settings.watching),
        "setupCode": copy.wiring.setup_code,
        "keys": str(copy.folder.keys),
        "secrets": str(copy.folder.secrets_file),
        "logs": str(copy.folder.logs),
        "supervisor": str(supervision.socket),
        "processes": {process.name: process.address for process in copy.processes},
    }


async def _is_empty(base: database.Database) -> bool:
    connection = await database.connect(base, _ENGINE_SECONDS)
    try:
        return not await connection.fetchval("SELECT EXISTS (SELECT FROM auth.users)")
    finally:
        await connection.close()


def stop(supervision: Supervision, folder: DataFolder) -> None:
    """End all processes of a copy."""
    _ignore_signals()
    folder.ready_file.unlink(missing_ok=True)
    supervision.stop()
    leftovers.end(folder.path)


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Raise `Stopped` at the first signal."""

    def stop(_number: int, _frame: object) -> None:
        _ignore_signals()
        raise Stopped

    # Under nohup, a closed terminal is no reason to stop.
    heard = [number for number in _SIGNALS if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def until_stopped() -> Iterator[None]:
    """End the block without an error when a signal stops it."""
    try:
        yield
    except (Stopped, KeyboardInterrupt):
        # watchfiles discards what a signal's handler raises, and raises KeyboardInterrupt in its place.
        print("stopping", flush=True)


def _ignore_signals() -> None:
    """Once the end is on its way, a second Ctrl-C must not leave half of it undone."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def down(data_dir: Path) -> bool:
    """Stop the copy that runs on this folder; whether there was one."""
    folder = DataFolder(data_dir)
    owner = folder.owner()
    if owner is None:
        return leftovers.end(data_dir) > 0
    os.kill(owner, signal.SIGTERM)
    until = time.monotonic() + 100
    while folder.owner() == owner:
        if time.monotonic() > until:
            raise StartError(f"process {owner} does not stop")
        time.sleep(0.05)
    return True
