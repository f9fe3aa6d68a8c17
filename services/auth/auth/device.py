"""Where a request comes from, and a User-Agent header in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

_LONGEST_ADDRESS = 64
_LONGEST_AGENT = 300


@dataclass(frozen=True, slots=True)
class Device:
    """Where a request comes from, as far as it tells."""

    address: str
    """The client's address. The server sets it: from the connection, or from X-Forwarded-For where
    the connection is the gateway's, which discards what clients claim."""
    agent: str
    """The User-Agent header."""


def _device(request: Request) -> Device:
    address = request.client.host if request.client else "unknown"
    return Device(address[:_LONGEST_ADDRESS], request.headers.get("user-agent", "")[:_LONGEST_AGENT])


Client = Annotated[Device, Depends(_device)]
"""The device that sends the request."""


# In this order: most browsers name others before themselves.
_BROWSERS = {
    r"Edg(?:e|A|iOS)?/": "Edge",
    r"OPR/|Opera": "Opera",
    r"Vivaldi/": "Vivaldi",
    r"SamsungBrowser/": "Samsung Internet",
    r"Firefox/|FxiOS/": "Firefox",
    r"Chrome/|CriOS/|Chromium/": "Chrome",
    r"Version/[\d.]+.*Safari/": "Safari",
}
_SYSTEMS = {
    r"iPhone": "iPhone",
    r"iPad": "iPad",
    r"Android": "Android",
    r"Windows": "Windows",
    r"Mac OS X|Macintosh": "macOS",
    r"CrOS": "ChromeOS",
    r"Linux": "Linux",
}
_LONGEST_NAME = 40


def device_in_words(agent: str) -> str:
    """The browser and the system, as far as the header names any; a program by its own name."""
    browser, system = _find(_BROWSERS, agent), _find(_SYSTEMS, agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or re.split(r"[\s/(]", agent)[0][:_LONGEST_NAME] or "Unknown device"


def _find(names: Mapping[str, str], agent: str) -> str | None:
    return next((name for sign, name in names.items() if re.search(sign, agent)), None)
