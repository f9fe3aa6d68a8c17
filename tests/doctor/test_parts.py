"""Whether the parts of a site answer, of which there may be several processes each."""

import socket
from typing import Any

import pytest

from deploy.doctor.parts import check_parts
from tests.doctor.running import web_server


def resolve(monkeypatch: pytest.MonkeyPatch, **names: list[str]) -> None:
    """As Docker's DNS answers for the name of a part: with the address of each of its processes."""
    real = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in names:
            return real(host, port, *rest, **more)
        return [found for address in names[host] for found in real(address, port, *rest, **more)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


async def test_one_process_each() -> None:
    with web_server() as content, web_server() as cms:
        [found] = await check_parts({"content": content, "cms": cms})
    assert (found.level, found.said) == ("ok", "content, cms answer")


async def test_a_part_that_is_not_well() -> None:
    with web_server(503) as content:
        [found] = await check_parts({"content": content})
    assert (found.level, found.said) == ("fault", "content answers 503")


async def test_a_name_that_nobody_has() -> None:
    [found] = await check_parts({"content": "http://content.invalid:8000"})
    assert (found.level, "content does not answer" in found.said) == ("fault", True)


async def test_an_address_that_is_none() -> None:
    [found] = await check_parts({"content": "http://[content:8000"})
    assert (found.level, "content does not answer" in found.said) == ("fault", True)


async def test_each_of_several_processes_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = ["127.0.0.1", "127.0.0.2", "127.0.0.3"]
    resolve(monkeypatch, content=hosts)
    with web_server() as first:
        port = int(first.rpartition(":")[2])
        parts = {"content": f"http://content:{port}/healthz"}
        with web_server(at=(hosts[1], port)):
            with web_server(at=(hosts[2], port)):
                [well] = await check_parts(parts)
            [lacking] = await check_parts(parts)
            with web_server(503, at=(hosts[2], port)):
                [unwell] = await check_parts(parts)
    assert (well.level, well.said) == ("ok", "content (3) answer")
    assert (lacking.level, "content at 127.0.0.3 does not answer" in lacking.said) == ("fault", True)
    assert (unwell.level, unwell.said) == ("fault", "content at 127.0.0.3 answers 503")
