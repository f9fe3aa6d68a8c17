"""The settings by which the parts of a copy tell of themselves: ports for their metrics, and where traces are sent."""

from collections.abc import Mapping

from deploy.local.errors import StartError
from kit.environment import SettingsError
from kit.watching.settings import TRACE_SETTINGS, WatchSettings, read_watch_settings

WATCH_SETTINGS = ("METRICS_PORT", *TRACE_SETTINGS)
PORTS = 8
"""METRICS_PORT is the first of so many, one for each part (`deploy.local.metrics_ports`)."""

_HIGHEST_FIRST_PORT = 65_535 - PORTS + 1


def check_watch_settings(environ: Mapping[str, str]) -> None:
    """Refuse what each part would refuse, before anything is started. Raises `StartError`."""
    _read(environ)


def watch_settings(environ: Mapping[str, str]) -> WatchSettings:
    """The settings, where there is a port for each part. Raises `StartError`."""
    settings = _read(environ)
    if settings.metrics_port is not None and settings.metrics_port > _HIGHEST_FIRST_PORT:
        raise StartError(
            f"METRICS_PORT must be at most {_HIGHEST_FIRST_PORT}: that port and the {PORTS - 1} after it are used"
        )
    return settings


def _read(environ: Mapping[str, str]) -> WatchSettings:
    try:
        return read_watch_settings(environ)
    except SettingsError as error:
        raise StartError(str(error)) from error
