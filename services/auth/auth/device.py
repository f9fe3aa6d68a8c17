"""Where a request came from, and what a User-Agent header names."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from ua_parser import Parser
from ua_parser.basic import Resolver
from ua_parser.loaders import load_lazy_builtins

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


def device_at(address: str | None, agent: str) -> Device:
    """The device at an address, which has a User-Agent header: no more of either than is kept."""
    return Device((address or "unknown")[:_LONGEST_ADDRESS], agent[:_LONGEST_AGENT])


_SYSTEMS = {"Mac OS X": "macOS", "Chrome OS": "ChromeOS"}
_MOBILE = re.compile(r"^Mobile | (Mobile|iOS|WebView|UI/WKWebView)\b")
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class AgentNames:
    """The browser and the system that a User-Agent header names, or the program that it names instead of both.

    All are None where it names nothing. Words such as "on" are left to who says them in the reader's language.
    """

    browser: str | None = None
    system: str | None = None
    program: str | None = None


@lru_cache(maxsize=2048)
def names_in(agent: str) -> AgentNames:
    """What a User-Agent header names. The screens name the same of what is common (`tests/vectors/devices.json`)."""
    browser, system = _browser(agent), _system(agent)
    if browser or system:
        return AgentNames(browser, system)
    return AgentNames(program=re.split(r"[\s/(]", agent)[0][:_LONGEST_NAME] or None)


def _browser(agent: str) -> str | None:
    found = _parser().parse_user_agent(agent)
    return _MOBILE.sub("", found.family)[:_LONGEST_NAME] if found else None


def _system(agent: str) -> str | None:
    found = _parser().parse_os(agent)
    if found is None:
        return None
    if found.family == "iOS" and (device := _parser().parse_device(agent)):
        # iPhone or iPad, which is what their owners call them.
        return device.family[:_LONGEST_NAME]
    return _SYSTEMS.get(found.family, found.family)[:_LONGEST_NAME]


@cache
def _parser() -> Parser:
    # Rules that come as a package: nothing is loaded from anywhere, and each is compiled when it is first needed.
    return Parser(Resolver(load_lazy_builtins()))
