"""What docs/operations.md has operators type, beside the files that it is about."""

import re
import subprocess
import sys
from ipaddress import ip_network
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.local import postgres
from deploy.local.settings import ROOT
from kit.config import ServiceSettings
from kit.testing.databases import SERVICES
from tests.composed.site import compose

_OPERATIONS = (ROOT / "docs/operations.md").read_text()
_REPLICAS = ROOT / "docker-compose.replicas.yml"
_EXTERNAL = ROOT / "docker-compose.external.yml"
_SITES = {"one of each": (), "replicas": (_REPLICAS,), "engines elsewhere": (_REPLICAS, _EXTERNAL)}
_ONE_SHOTS = {"secrets", "prepare"}
# In use by no container unless its profile is.
_FETCHED_AGAIN = {"clamd"}


def _section(title: str) -> str:
    found = _OPERATIONS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert found, f"there is no section {title}"
    return found


def _chosen(section: str, composed: dict[str, Any]) -> set[str]:
    """The containers that the section's command chooses among those that there are."""
    [pattern] = re.findall(r"config --services \| grep -E '([^']+)'", _section(section))
    return {name for name in composed["services"] if re.search(pattern, name)}


def _own(composed: dict[str, Any]) -> set[str]:
    """The containers of ours that go on."""
    images = {name: str(service["image"]) for name, service in composed["services"].items()}
    return {name for name, image in images.items() if "pagewright-" in image} - _ONE_SHOTS


@pytest.mark.parametrize("files", _SITES.values(), ids=_SITES)
class TestContainersThatAreNamed:
    """Those beside the first of a kind went on with passwords that were no more, and with the release that was to go."""

    def test_passwords_are_taken_up_by_all_who_use_them(self, files: tuple[Path, ...]) -> None:
        composed = compose({}, files)
        with_secrets = {
            name
            for name in _own(composed)
            if any(volume.get("source") == "secrets" for volume in composed["services"][name].get("volumes", []))
        }
        # Postgres is told of them while it runs.
        assert _chosen("Keys and passwords", composed) == with_secrets | ({"redis"} & {*composed["services"]})

    def test_a_release_goes_as_a_whole(self, files: tuple[Path, ...]) -> None:
        composed = compose({}, files)
        assert _chosen("Downgrade", composed) == _own(composed)


@pytest.mark.parametrize("files", _SITES.values(), ids=_SITES)
def test_nobody_works_on_a_site_that_is_being_restored(files: tuple[Path, ...]) -> None:
    composed = compose({}, files)
    away = _chosen("Backups, and the drill", composed)
    assert away == {name for name in _own(composed) if name.split("-")[0] in ("gateway", "worker")}


def test_an_upgrade_replaces_each_of_several() -> None:
    section = _section("Replicas, and upgrades that nobody notices")
    [suffixes] = re.findall(r"for each in (.+); do", section)
    [names] = re.findall(r"--wait (.+)", section)
    replaced = {
        name.replace("$each", suffix.strip('"')) for suffix in suffixes.split() for name in names.strip().split()
    }
    assert replaced == _own(compose({}, (_REPLICAS,))) - {"gateway"}


def test_a_drill_beside_the_site_has_networks_of_its_own() -> None:
    """Docker refuses a network whose addresses another has."""
    drill = _section("Backups, and the drill")
    given = dict(
        line.split("=", 1) for text in re.findall(r"printf '([^']+)'", drill) for line in text.split("\\n") if line
    )
    networks = [
        ip_network(network["ipam"]["config"][0]["subnet"])
        for composed in (compose({}), compose(given))
        for name, network in composed["networks"].items()
        if name in ("edge", "inner")
    ]
    assert len(networks) == 4
    assert not [pair for pair in combinations(networks, 2) if pair[0].overlaps(pair[1])]
    assert compose(given)["name"] != compose({})["name"]


def test_a_move_takes_every_volume_along() -> None:
    section = _section("Moving to another host")
    loops = re.findall(r"for each in (.+); do", section)
    everything = {*compose({"COMPOSE_PROFILES": "minio,clamd,cache"})["volumes"]} - _FETCHED_AGAIN
    assert len(loops) == 2
    for loop in loops:
        assert {*loop.split()} == everything - {"minio"}
    assert "the volume `minio`" in section


def test_postgres_has_as_many_connections_as_all_parts_may_take() -> None:
    fields = ServiceSettings.model_fields
    for_each = fields["pool_size"].default + fields["read_pool_size"].default
    # The web process of each service, and the worker for each.
    least = 2 * len(SERVICES) * for_each
    [one, three] = map(int, re.findall(r"(\d+) connections for one of each part, (\d+) for three", _OPERATIONS)[0])
    assert (one >= least, three >= 3 * least) == (True, True)
    assert int(postgres._OPTIONS["max_connections"]) >= least
    for number, files in ((one, ()), (three, (_REPLICAS,))):
        assert f"-cmax_connections={number}" in compose({}, files)["services"]["postgres"]["command"]


def test_a_cluster_is_told_how_many_connections_its_processes_may_take() -> None:
    values = yaml.safe_load((ROOT / "deploy/k8s/pagewright/values.yaml").read_text())
    [told] = re.findall(
        r"(\d+) connections for each process of a service.+?: (\d+) for the fewest.+?, (\d+) for the most", _OPERATIONS
    )
    for_each, fewest, most = map(int, told)
    fields = ServiceSettings.model_fields
    assert for_each == fields["pool_size"].default + fields["read_pool_size"].default
    for bound, number in (("min", fewest), ("max", most)):
        assert number == for_each * len(SERVICES) * (values["replicas"][bound] + values["workers"][bound])


def test_every_command_is_one() -> None:
    operations = {*re.findall(r"python -m deploy\.operations ([a-z-]+)", _OPERATIONS)}
    assert {"setup-link", "doctor", "rotate-keys", "rotate-passwords", "kubernetes-secrets"} <= operations
    for command in sorted(operations):
        said = subprocess.run(
            [sys.executable, "-m", "deploy.operations", command, "--help"], cwd=ROOT, capture_output=True, check=False
        )
        assert said.returncode == 0, command
    targets = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    typed = " ".join(re.findall(r"```sh.*?```|`[^`]+`", _OPERATIONS, re.DOTALL))
    named = {*re.findall(r"\bmake ([a-z-]+)", typed)}
    assert {"up", "down", "doctor", "backup", "restore", "rotate-keys"} <= named <= targets
