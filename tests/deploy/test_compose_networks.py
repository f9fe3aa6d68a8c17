"""The networks of `docker-compose.yml`: whom services believe what they say of a visitor's address."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from tests.composed.site import compose

REPLICAS = ROOT / "docker-compose.replicas.yml"
_LAN_CLIENT = "192.168.1.20"
_CHOSEN = "198.51.100.1"


def _subnet(composed: dict[str, Any], network: str) -> str:
    [config] = composed["networks"][network]["ipam"]["config"]
    subnet: str = config["subnet"]
    return subnet


def _networks(composed: dict[str, Any], name: str) -> set[str]:
    return {*composed["services"][name]["networks"]}


def _believed(composed: dict[str, Any], name: str) -> list[str]:
    addresses: str = composed["services"][name]["environment"]["GATEWAY_ADDRESSES"]
    return addresses.split(",")


async def _client(believed: str, connection: str, forwarded: str) -> str:
    """Whose request a service takes it for."""
    found: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(scope["client"][0])

    headers = [(b"x-forwarded-for", forwarded.encode())]
    scope: Any = {"type": "http", "headers": headers, "client": (connection, 1234), "scheme": "http"}
    await ProxyHeadersMiddleware(app, trusted_hosts=believed)(scope, None, None)  # type: ignore[arg-type]
    return found[0]


def _block(beginning: str) -> str:
    """The block of commands or settings that begins so, in what is written about a cache in front."""
    section = (ROOT / "docs/operations.md").read_text().partition("\n## A cache in front\n")[2].partition("\n## ")[0]
    _, _, rest = section.partition(beginning)
    return beginning.removeprefix("```sh\n") + rest.partition("\n```")[0]


class TestWhomServicesBelieve:
    @pytest.mark.parametrize("files", [(), (REPLICAS,)], ids=["one of each", "replicas"])
    def test_is_the_one_network_that_they_share_with_the_gateway(self, files: tuple[Path, ...]) -> None:
        composed = compose({}, files)
        inner = _subnet(composed, "inner")
        asked = [name for name in composed["services"] if name.split("-")[0] in SERVICES]
        assert {*SERVICES} <= {*asked}
        for name in asked:
            assert _believed(composed, name) == [inner], name
            # By another network it would come from an address that they do not believe.
            assert _networks(composed, name) & _networks(composed, "gateway") == {"inner"}, name
            assert _networks(composed, name) & _networks(composed, "web") == {"inner"}, name

    def test_is_a_network_of_the_sites_own(self) -> None:
        composed = compose({})
        assert composed["networks"]["inner"]["internal"] is True
        assert ip_network(_subnet(composed, "inner")).prefixlen >= 24
        assert not ip_network(_subnet(composed, "inner")).overlaps(ip_network(_subnet(composed, "edge")))

    def test_follows_the_network_that_was_chosen(self) -> None:
        composed = compose({"INNER_NETWORK": "172.30.9.0/24", "TRUSTED_PROXIES": "192.0.2.7"})
        assert _subnet(composed, "inner") == "172.30.9.0/24"
        assert _believed(composed, "auth") == ["172.30.9.0/24", "192.0.2.7"]

    async def test_is_nobody_in_a_network_of_visitors(self) -> None:
        proxy = "192.0.2.7"
        composed = compose({"TRUSTED_PROXIES": proxy})
        believed = ",".join(_believed(composed, "auth"))
        gateway = str(next(ip_network(_subnet(composed, "inner")).hosts()))
        # The proxy appends whom it was asked by to what that client wrote, the gateway the proxy.
        assert await _client(believed, gateway, f"{_CHOSEN}, {_LAN_CLIENT}, {proxy}") == _LAN_CLIENT
        assert await _client(believed, _LAN_CLIENT, _CHOSEN) == _LAN_CLIENT

    async def test_is_whoever_stands_before_the_cache_as_the_document_has_it(self) -> None:
        """Else all visitors are one, who share the limit of wrong passwords."""
        settings = dict(re.findall(r"^(\w+)=(\S+)$", _block("```sh\n# In .env\n"), re.MULTILINE))
        composed = compose(settings)
        believed = ",".join(_believed(composed, "auth"))
        # What ends TLS on this host comes to the cache's port from the first address of the network that has it.
        host, cache, gateway = (
            str(next(ip_network(_subnet(composed, network)).hosts()) + more)
            for network, more in (("edge", 0), ("inner", 7), ("inner", 8))
        )
        assert await _client(believed, gateway, f"{_CHOSEN}, {_LAN_CLIENT}, {host}, {cache}") == _LAN_CLIENT

    def test_is_nobody_from_outside_where_what_stands_before_the_cache_is_on_this_host(self) -> None:
        """Docker brings some who come to a published port by the same address, behind what they wrote themselves."""
        settings = dict(re.findall(r"^(\w+)=(\S+)$", _block("```sh\n# In .env\n"), re.MULTILINE))
        composed = compose(settings)
        assert str(next(ip_network(_subnet(composed, "edge")).hosts())) in settings["TRUSTED_PROXIES"].split(",")
        published = {
            (name, port["target"]): port.get("host_ip")
            for name, service in composed["services"].items()
            for port in service.get("ports", [])
        }
        # Nothing listens there without ACME_EMAIL.
        assert published.pop(("gateway", 8443)) is None
        assert published == {("gateway", 8080): "127.0.0.1", ("cache", 8080): "127.0.0.1"}

    @pytest.mark.parametrize("file", ["docs/operations.md", ".env.example"])
    def test_is_said_with_the_port_that_nobody_else_reaches(self, file: str) -> None:
        host = str(next(ip_network(_subnet(compose({}), "edge")).hosts()))
        # A paragraph, a block of commands, or the comment about one setting.
        parts = (ROOT / file).read_text().split("\n\n")
        parts = [part for part in parts if "TRUSTED_PROXIES" in part and host in part]
        assert parts
        for part in parts:
            assert "PORT=127.0.0.1:" in part, part

    async def test_is_whoever_stands_before_the_cache_beside_make_up(self) -> None:
        block = _block("```sh\nGATEWAY=")
        [environment] = re.findall(r"^(.+) make up$", block, re.MULTILINE)
        told = dict(each.split("=", 1) for each in environment.split())
        believed = f"127.0.0.1,{told.get('TRUSTED_PROXIES', '')}".strip(",")
        # The gateway itself believes nobody who is not named: it writes anew what others say.
        forwarded = f"{_LAN_CLIENT}, 127.0.0.1" if "TRUSTED_PROXIES" in told else "127.0.0.1"
        assert await _client(believed, "127.0.0.1", forwarded) == _LAN_CLIENT

    def test_reaches_the_gateway_by_it_from_the_cache_in_front(self) -> None:
        composed = compose({"COMPOSE_PROFILES": "cache"})
        gateway = composed["services"]["gateway"]["networks"]
        host = composed["services"]["cache"]["environment"]["GATEWAY"].split(":")[0]
        assert [name for name, network in gateway.items() if host in ((network or {}).get("aliases") or [])] == [
            "inner"
        ]
        assert "inner" in _networks(composed, "cache")
