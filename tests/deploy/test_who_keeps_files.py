"""Who is given the site's files: the services that keep some, and no other. A key to a bucket opens all that is in it."""

import re
from pathlib import Path

import pytest

from deploy.local.data_folder import SERVICES
from deploy.local.processes import Wiring, services
from deploy.local.settings import ROOT, read_settings
from tests.composed.site import compose
from tests.deploy.test_chart import LEAST, pods, rendered


def _keepers() -> set[str]:
    """The services whose code asks for the storage."""
    asks = re.compile(r"\bstate\.storage\b|\bkit\.storage\b")
    return {
        service
        for service in SERVICES
        if any(asks.search(path.read_text()) for path in (ROOT / "services" / service / service).rglob("*.py"))
    }


def test_some_keep_files_and_some_do_not() -> None:
    assert {"cms"} <= _keepers() < {*SERVICES}


@pytest.mark.parametrize("service", SERVICES)
def test_containers_of_docker(service: str) -> None:
    container = compose({"S3_BUCKET": "files", "S3_SECRET_ACCESS_KEY": "secret"})["services"][service]
    volumes = {volume["source"] for volume in container["volumes"]}
    keeps = service in _keepers()
    assert ("data" in volumes, "S3_SECRET_ACCESS_KEY" in container["environment"]) == (keeps, keeps)


@pytest.mark.parametrize("service", SERVICES)
def test_processes_of_one_machine(service: str) -> None:
    """The worker has the settings of all: what another kept in a folder, it looked for in the bucket."""
    wiring = Wiring(dict.fromkeys((*SERVICES, "web"), 1), dict.fromkeys(SERVICES, ""), "", Path(), "")
    [process] = [each for each in services(read_settings({}), wiring) if each.name == service]
    assert ("S3_BUCKET" in process.inherits) == (service in _keepers())


@pytest.mark.parametrize("kind", ["", "-worker"])
@pytest.mark.parametrize("service", SERVICES)
def test_pods(service: str, kind: str) -> None:
    [container] = pods(rendered(LEAST))[f"site-{service}{kind}"]["containers"]
    given = {each["secretRef"]["name"] for each in container["envFrom"]}
    assert ("pagewright-s3" in given) == (service in _keepers())
