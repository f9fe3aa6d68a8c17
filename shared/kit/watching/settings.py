"""The settings by which the parts of a site tell of themselves.

What starts a site reads them by this, too, so nothing is imported for them. `web/server/watch-settings.ts` and
`gateway/start.sh` read the same.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from kit.environment import SettingsError, setting

TRACE_SETTINGS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_TRACES_SAMPLER_ARG")
"""OpenTelemetry's own names: where traces are sent, with which headers, and what share of them."""

_HEADER = re.compile(r"[!#$%&'*+.^_`|~\w-]+=[\x21\x23-\x5b\x5d-\x7e]+", re.ASCII)
_HIGHEST_PORT = 65_535


@dataclass(frozen=True)
class WatchSettings:
    """``traces_to`` is the address of a collector's traces; ``share`` of them is sent, 0 to 1, or few a second if None."""

    metrics_port: int | None
    traces_to: str | None
    headers: Mapping[str, str]
    share: float | None

    @property
    def is_off(self) -> bool:
        """Whether nothing is to be told."""
        return self.metrics_port is None and self.traces_to is None


def read_watch_settings(environ: Mapping[str, str]) -> WatchSettings:
    """The settings in an environment. Raises `SettingsError` with a line for each that cannot be."""
    faults: list[str] = []
    found = WatchSettings(
        _port(environ, faults), _address(environ, faults), _headers(environ, faults), _share(environ, faults)
    )
    if faults:
        raise SettingsError(faults)
    return found


def _port(environ: Mapping[str, str], faults: list[str]) -> int | None:
    text = environ.get("METRICS_PORT")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= _HIGHEST_PORT:
        faults.append(f"METRICS_PORT must be a number from 1 to {_HIGHEST_PORT}, not {text!r}")
        return None
    return int(text)


def _address(environ: Mapping[str, str], faults: list[str]) -> str | None:
    text = environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        faults.append("OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318")
        return None
    return f"{text.rstrip('/')}/v1/traces"


def _headers(environ: Mapping[str, str], faults: list[str]) -> dict[str, str]:
    try:
        text = setting(environ, "OTEL_EXPORTER_OTLP_HEADERS")
    except SettingsError as error:
        faults.append(str(error))
        return {}
    pairs = [each.strip() for each in (text or "").split(",") if each.strip()]
    if not all(_HEADER.fullmatch(each) for each in pairs):
        # Not with its value, which is a token.
        faults.append("OTEL_EXPORTER_OTLP_HEADERS must be like name=value,other=value")
        return {}
    named = (each.split("=", 1) for each in pairs)
    return {name: unquote(value) for name, value in named}


def _share(environ: Mapping[str, str], faults: list[str]) -> float | None:
    text = environ.get("OTEL_TRACES_SAMPLER_ARG")
    if not text:
        return None
    if not re.fullmatch(r"0|1|[01]?\.\d+", text, re.ASCII) or float(text) > 1:
        faults.append(f"OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not {text!r}")
        return None
    return float(text)
