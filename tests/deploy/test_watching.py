"""How a copy's parts are told to tell of themselves: on one machine, and by the gateway in a container."""

import os
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.local import metrics_ports, ports, processes, watching
from deploy.local.errors import StartError
from deploy.local.gateway import span_limits, static_settings
from deploy.local.processes import Process, Wiring
from deploy.local.settings import ROOT, read_settings
from kit.testing.databases import SERVICES
from kit.watching.settings import TRACE_SETTINGS, read_watch_settings

TRACES = {
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318/",
    "OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Basic%20a|b&c==,x-tenant=site%2Cother, x-more=a%2Bb%2F%25%22%5C%2f",
    "OTEL_TRACES_SAMPLER_ARG": "0.25",
}


def started(**told: str) -> dict[str, Process]:
    """The parts of a copy that are told this, and a gateway."""
    settings = read_settings({"DATA_DIR": "/nowhere", **told})
    urls = dict.fromkeys(SERVICES, "postgresql://localhost/site")
    wiring = Wiring(dict.fromkeys((*SERVICES, "web"), 1), urls, "redis://localhost", Path("/keys"), "code")
    with ports.listen(0) as listening:
        parts = [
            *processes.services(settings, wiring),
            processes.worker(settings, wiring),
            processes.web(settings, wiring, listening),
        ]
    return {part.name: part for part in parts}


class TestOneMachine:
    def test_there_is_a_port_for_each_part(self) -> None:
        assert len(metrics_ports.PARTS) == watching.PORTS

    def test_each_part_has_the_next_port(self) -> None:
        parts = started(METRICS_PORT="9400")
        told = {name: part.environment["METRICS_PORT"] for name, part in parts.items()}
        assert told == {
            "auth": "9401",
            "cms": "9402",
            "content": "9403",
            "crm": "9404",
            "ecom": "9405",
            "worker": "9406",
            "web": "9407",
        }
        static = yaml.safe_load(static_settings(8080, "", read_watch_settings({"METRICS_PORT": "9400"})))
        assert static["entryPoints"]["metrics"]["address"] == "127.0.0.1:9400"

    def test_nothing_is_told_unless_it_is_asked_for(self) -> None:
        assert [name for name, part in started().items() if "METRICS_PORT" in part.environment] == []
        static = yaml.safe_load(static_settings(8080))
        assert not {"metrics", "tracing"} & static.keys()
        assert static["entryPoints"].keys() == {"web"}

    def test_a_token_is_in_no_configuration_of_a_part(self) -> None:
        for part in started(**TRACES).values():
            assert "Authorization" not in str(part.environment)
            assert set(TRACE_SETTINGS) <= set(part.inherits)

    def test_a_port_that_is_taken_is_named(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            # Of the first part's: those beside it may be anybody's.
            settings = watching.watch_settings({"METRICS_PORT": str(port)})
            with pytest.raises(
                StartError, match=f"port {port} is taken by another program; stop that one or set METRICS_PORT"
            ):
                metrics_ports.require_free_ports(settings)


def in_a_container(folder: Path, **told: str) -> tuple[dict[str, Any], str]:
    """What start.sh has Traefik read, and Traefik's environment."""
    fake = folder / "traefik"
    fake.write_text(f"#!/bin/sh\nenv >{folder}/environment\n")
    fake.chmod(0o755)
    environment = {
        "PATH": os.defpath,
        "GATEWAY_DIR": str(ROOT / "gateway"),
        "RUN_DIR": str(folder),
        "TRAEFIK": str(fake),
        "PUBLIC_URL": "http://localhost:8080",
        **{f"{part.upper()}_URL": f"http://{part}:8000" for part in (*SERVICES, "web")},
        **told,
    }
    subprocess.run(["sh", str(ROOT / "gateway/start.sh")], env=environment, check=True)
    return yaml.safe_load((folder / "traefik.yml").read_text()), (folder / "environment").read_text()


class TestContainers:
    def test_the_gateway_is_told_the_same_as_on_one_machine(self, tmp_path: Path) -> None:
        told = {"METRICS_PORT": "9464", **TRACES}
        static, environment = in_a_container(tmp_path, **told)
        expected = yaml.safe_load(static_settings(8080, "", read_watch_settings(told)))
        assert static["tracing"] == expected["tracing"]
        assert static["tracing"]["otlp"]["http"] == {
            "endpoint": "http://collector:4318/v1/traces",
            "headers": {"Authorization": "Basic a|b&c==", "x-tenant": "site,other", "x-more": 'a+b/%"\\/'},
        }
        assert static["metrics"] == expected["metrics"]
        assert static["entryPoints"]["metrics"]["address"] == ":9464"
        [(name, value)] = span_limits().items()
        assert f"{name}={value}" in environment.splitlines()

    def test_a_collector_without_headers_gets_no_list_of_them(self, tmp_path: Path) -> None:
        """Traefik does not start with an empty one."""
        told = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_TRACES_SAMPLER_ARG": "1"}
        static, _ = in_a_container(tmp_path, **told)
        assert static["tracing"]["otlp"]["http"] == {"endpoint": "http://collector:4318/v1/traces"}
        assert static["tracing"] == yaml.safe_load(static_settings(1, "", read_watch_settings(told)))["tracing"]

    def test_the_gateway_makes_no_spans_unless_a_share_of_them_is_asked_for(self, tmp_path: Path) -> None:
        told = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}
        static, _ = in_a_container(tmp_path, **told)
        assert "tracing" not in static
        assert "tracing" not in yaml.safe_load(static_settings(1, "", read_watch_settings(told)))

    def test_and_nothing_unless_it_is_asked_for(self, tmp_path: Path) -> None:
        static, _ = in_a_container(tmp_path)
        assert not {"metrics", "tracing"} & static.keys()
        assert static["entryPoints"].keys() == {"web", "internal"}
