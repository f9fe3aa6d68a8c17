"""What every container of `docker-compose.yml` has, those of profiles among them."""

import re
from typing import Any

import pytest

from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from tests.composed.site import compose
from tests.deploy.test_chart import LEAST, pods, rendered

# They end by themselves, and what waits for them waits for that.
_ONCE = ("secrets", "prepare", "bucket")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    composed: dict[str, Any] = compose({"COMPOSE_PROFILES": "minio,clamd,cache"})["services"]
    return composed


def test_all_that_go_on_have_a_limit_of_memory(services: dict[str, Any]) -> None:
    assert {"minio", "clamd", "cache", "postgres", "redis", "worker", "web", "gateway", "cms"} <= {*services}
    without = [
        name
        for name, service in services.items()
        if name not in _ONCE and not service.get("deploy", {}).get("resources", {}).get("limits", {}).get("memory")
    ]
    assert without == []


@pytest.mark.parametrize("part", [*SERVICES, "web", "gateway"])
def test_memory_is_the_same_as_in_a_cluster(services: dict[str, Any], part: str) -> None:
    """cms had half of it there, and refused photographs that it took on one host."""
    [container] = pods(rendered(LEAST))[f"site-{part}"]["containers"]
    number, unit = re.fullmatch(r"(\d+)([MG])i", container["resources"]["limits"]["memory"]).groups()  # type: ignore[union-attr]
    given = int(services[part]["deploy"]["resources"]["limits"]["memory"])
    assert int(number) * 1024 ** {"M": 2, "G": 3}[unit] == given


def test_what_others_make_is_of_one_release(services: dict[str, Any]) -> None:
    """Another Redis came with the next pull, without anybody having tried it."""
    images = {service["image"] for service in services.values() if "pagewright-" not in service["image"]}
    floating = {
        image
        for image in images
        if not re.fullmatch(
            r".+/postgres:\d+\.\d+-bookworm|.+/redis:\d+\.\d+\.\d+-bookworm|.+:RELEASE\.[\dTZ-]+", image
        )
    }
    # It says itself that it is out of date, and is given nothing new then.
    assert floating == {"docker.io/clamav/clamav:1.4"}


def test_all_that_go_on_are_looked_at(services: dict[str, Any]) -> None:
    """By the file, or by the image of ours that they are made of."""
    without = [
        name
        for name, service in services.items()
        if name not in _ONCE and not service.get("healthcheck", {}).get("test") and not _says_itself(service)
    ]
    assert without == []


def _says_itself(service: dict[str, Any]) -> bool:
    made_of = service.get("build", {}).get("dockerfile")
    return bool(made_of and re.search("^HEALTHCHECK ", (ROOT / made_of).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", ["gateway", "cms", "worker"])
def test_what_waits_on_the_disk_is_not_in_memory(services: dict[str, Any], name: str) -> None:
    """Bodies of requests and images that are looked at lay in a folder that counts for the container's limit of memory."""
    volumes = {volume["target"] for volume in services[name]["volumes"] if not volume.get("read_only")}
    assert services[name]["environment"]["TMPDIR"] in volumes


@pytest.mark.parametrize("profiles", ["", "minio", "minio,clamd,cache"])
def test_all_that_end_are_waited_for(profiles: str) -> None:
    """`docker compose up --wait` takes the end of a container that nobody waits for as a failure."""
    composed = compose({"COMPOSE_PROFILES": profiles})["services"]
    waited_for = {
        name
        for service in composed.values()
        for name, how in service.get("depends_on", {}).items()
        if how["condition"] == "service_completed_successfully"
    }
    assert waited_for & {*composed} == {*_ONCE} & {*composed}


def test_the_bucket_is_made_where_there_is_a_minio_alone(services: dict[str, Any]) -> None:
    assert services["bucket"]["depends_on"]["minio"]["condition"] == "service_healthy"
    assert {"bucket", "minio", "clamd"}.isdisjoint(compose({})["services"])


@pytest.mark.parametrize("given", [{}, {"CLAMD_MAX_SIZE": "90M"}])
def test_the_scanner_looks_at_all_that_it_takes(given: dict[str, str]) -> None:
    """clamd says of what is larger than ``MaxFileSize`` that it is clean, unless it is to say so."""
    settings = compose({"COMPOSE_PROFILES": "clamd", **given})["services"]["clamd"]["environment"]
    size = given.get("CLAMD_MAX_SIZE", "500M")
    assert (settings["CLAMD_CONF_StreamMaxLength"], settings["CLAMD_CONF_MaxFileSize"]) == (size, size)
    assert settings["CLAMD_CONF_AlertExceedsMax"] == "yes"
    own = re.findall(
        r"^(StreamMaxLength|MaxFileSize|AlertExceedsMax) (\S+)$",
        (ROOT / "docs/operations.md").read_text(),
        re.MULTILINE,
    )
    assert dict(own) == {"StreamMaxLength": "500M", "MaxFileSize": "500M", "AlertExceedsMax": "yes"}
