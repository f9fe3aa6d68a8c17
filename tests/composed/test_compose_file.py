"""What `docker-compose.yml` says, and those laid over it, as Docker reads them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from deploy.local.data_folder import SERVICES
from deploy.local.settings import RELEASE, ROOT
from tests.composed.site import compose


class TestTheComposeFile:
    def test_has_the_release_of_the_code(self) -> None:
        images = [service["image"] for service in compose({})["services"].values() if "build" in service]
        assert {image.rpartition(":")[2] for image in images} == {RELEASE}

    def test_lets_nobody_out_who_asks_nobody(self) -> None:
        composed = compose({"COMPOSE_PROFILES": "minio,clamd"})
        services = composed["services"]
        ways_out = {name for name, network in composed["networks"].items() if not network.get("internal")}
        out = {name for name, service in services.items() if ways_out.intersection(service.get("networks") or {})}
        assert out == {"gateway", "cms", "content", "ecom", "worker", "prepare", "clamd"}
        published = {name for name, service in services.items() if service.get("ports")}
        assert published == {"gateway"}

    def test_shows_visitors_the_port_of_the_cache_and_not_that_of_its_purges(self) -> None:
        cache = compose({"COMPOSE_PROFILES": "cache"})["services"]["cache"]
        assert [port["target"] for port in cache["ports"]] == [8080]

    @pytest.mark.parametrize("replicas", [[], [ROOT / "docker-compose.replicas.yml"]])
    @pytest.mark.parametrize(
        ("profiles", "expected"), [("", set()), ("redis", {"redis"}), ("redis,postgres", {"redis", "postgres"})]
    )
    def test_leaves_out_engines_that_somebody_else_runs(
        self, replicas: list[Path], profiles: str, expected: set[str]
    ) -> None:
        external = compose({"COMPOSE_PROFILES": profiles}, [*replicas, ROOT / "docker-compose.external.yml"])
        assert {"postgres", "redis"} & {*external["services"]} == expected
        assert {*compose({}, replicas)["services"]} == {*external["services"], "postgres", "redis"}
        # Parts that ask nobody else outside have to reach the engines there.
        assert not external["networks"]["inner"].get("internal")
        assert compose({}, replicas)["networks"]["inner"]["internal"]

    def test_has_three_that_differ_in_nothing_but_how_they_are_reached(self) -> None:
        one, three = compose({}), compose({}, [ROOT / "docker-compose.replicas.yml"])

        def all_but(service: Mapping[str, Any], *members: str) -> dict[str, Any]:
            return {name: value for name, value in service.items() if name not in members}

        for part in (*SERVICES, "web", "worker"):
            # Which of them the gateway means, and by which name the others find all three.
            first, *others = [three["services"][name] for name in (part, f"{part}-2", f"{part}-3")]
            for other in others:
                assert all_but(other, "networks") == all_but(first, "networks"), part
            told = all_but(first["environment"], "DRAIN_SECONDS")
            assert {**all_but(first, "networks"), "environment": told} == all_but(one["services"][part], "networks")
        for part in (*SERVICES, "web"):
            known = three["services"]["gateway"]["environment"][f"{part.upper()}_URL"]
            assert known == ",".join(f"http://{part}-{number}:8000" for number in (1, 2, 3))
        command = three["services"]["postgres"]["command"]
        most = "-cmax_connections="
        assert [each for each in command if most not in each] == [
            each for each in one["services"]["postgres"]["command"] if most not in each
        ]

    def test_bounds_what_is_logged_and_how_much_memory_each_takes(self) -> None:
        for name, service in compose({})["services"].items():
            assert service["logging"]["options"] == {"max-file": "5", "max-size": "10m"}, name
            if name not in ("secrets", "prepare"):
                assert service["deploy"]["resources"]["limits"]["memory"], name
                assert service["restart"] == "unless-stopped", name
