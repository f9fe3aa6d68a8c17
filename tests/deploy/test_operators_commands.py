"""What docs/operations.md has operators type, beside the files that it is about."""

import json
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
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import read_settings
from kit.config import ServiceSettings
from kit.testing.databases import SERVICES
from tests.composed.site import compose
from tests.deploy.operations_document import OPERATIONS, section_of
from tests.deploy.test_chart import LEAST, named, pods, rendered

_REPLICAS = ROOT / "docker-compose.replicas.yml"
_EXTERNAL = ROOT / "docker-compose.external.yml"
_SITES = {"one of each": (), "replicas": (_REPLICAS,), "engines elsewhere": (_REPLICAS, _EXTERNAL)}
_ONE_SHOTS = {"secrets", "prepare"}
# What is fetched again, and what waits there for a moment.
_LEFT_BEHIND = {"clamd", "buffers"}


def _chosen(section: str, composed: dict[str, Any]) -> set[str]:
    """The containers that the section's command chooses among those that there are."""
    [pattern] = re.findall(r"config --services \| grep -E '([^']+)'", section_of(section))
    return {name for name in composed["services"] if re.search(pattern, name)}


def _own(composed: dict[str, Any]) -> set[str]:
    """The containers of ours that go on."""
    images = {name: str(service["image"]) for name, service in composed["services"].items()}
    return {name for name, image in images.items() if "pagewright-" in image} - _ONE_SHOTS


@pytest.mark.parametrize("files", _SITES.values(), ids=_SITES)
class TestContainersThatAreNamed:
    """Those beside the first of a kind went on with passwords that were no more."""

    def test_passwords_are_taken_up_by_all_who_use_them(self, files: tuple[Path, ...]) -> None:
        composed = compose({}, files)
        with_secrets = {
            name
            for name in _own(composed)
            if any(volume.get("source") == "secrets" for volume in composed["services"][name].get("volumes", []))
        }
        # Postgres is told of them while it runs.
        assert _chosen("Keys and passwords", composed) == with_secrets | ({"redis"} & {*composed["services"]})


@pytest.mark.parametrize("files", _SITES.values(), ids=_SITES)
def test_nobody_works_on_a_site_that_is_being_restored(files: tuple[Path, ...]) -> None:
    composed = compose({}, files)
    away = _chosen("Backups, and the drill", composed)
    assert away == {name for name in _own(composed) if name.split("-")[0] in ("gateway", "worker")}


def test_an_upgrade_replaces_each_of_several() -> None:
    section = section_of("Replicas, and upgrades that nobody notices")
    [suffixes] = re.findall(r"for each in (.+); do", section)
    [names] = re.findall(r"--wait (.+)", section)
    replaced = {
        name.replace("$each", suffix.strip('"')) for suffix in suffixes.split() for name in names.strip().split()
    }
    assert replaced == _own(compose({}, (_REPLICAS,))) - {"gateway"}


def test_a_drill_beside_the_site_has_networks_of_its_own() -> None:
    """Docker refuses a network whose addresses another has."""
    drill = section_of("Backups, and the drill")
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
    section = section_of("Moving to another host")
    loops = re.findall(r"for each in (.+); do", section)
    everything = {*compose({"COMPOSE_PROFILES": "minio,clamd,cache"})["volumes"]} - _LEFT_BEHIND
    assert len(loops) == 2
    for loop in loops:
        assert {*loop.split()} == everything - {"minio"}
    assert "the volume `minio`" in section


def test_postgres_has_as_many_connections_as_all_parts_may_take() -> None:
    fields = ServiceSettings.model_fields
    for_each = fields["pool_size"].default + fields["read_pool_size"].default
    # The web process of each service, and the worker for each.
    least = 2 * len(SERVICES) * for_each
    [one, three] = map(int, re.findall(r"(\d+) connections for one of each part, (\d+) for three", OPERATIONS)[0])
    assert (one >= least, three >= 3 * least) == (True, True)
    assert int(postgres._OPTIONS["max_connections"]) >= least
    for number, files in ((one, ()), (three, (_REPLICAS,))):
        assert f"-cmax_connections={number}" in compose({}, files)["services"]["postgres"]["command"]


def test_a_cluster_is_told_how_many_connections_its_processes_may_take() -> None:
    values = yaml.safe_load((ROOT / "deploy/k8s/pagewright/values.yaml").read_text())
    [told] = re.findall(
        r"(\d+) connections for each process of a service.+?: (\d+) for the fewest.+?, (\d+) for the most", OPERATIONS
    )
    for_each, fewest, most = map(int, told)
    fields = ServiceSettings.model_fields
    assert for_each == fields["pool_size"].default + fields["read_pool_size"].default
    for bound, number in (("min", fewest), ("max", most)):
        assert number == for_each * len(SERVICES) * (values["replicas"][bound] + values["workers"][bound])


class TestACluster:
    def test_nothing_else_is_meant(self) -> None:
        """`kubectl rollout restart deployment` without more restarts all that somebody has in another namespace."""
        typed = re.findall(r"(?:kubectl|helm) [^|`]+?(?=\||`|\n(?! ))", OPERATIONS.replace("\\\n", ""))
        assert len(typed) > 10
        # Of two words one is spoken of, and not typed.
        commands = [command for command in typed if len(command.split()) > 2]
        # The drill's own, or the one that a function is told.
        meant = ("namespace site", "namespace drill", 'namespace "$site"')
        assert [command for command in commands if not any(each in command for each in meant)] == []

    def test_restarts_what_is_the_sites(self) -> None:
        [label] = re.findall(r"rollout restart .+--selector (\S+)", OPERATIONS)
        name, value = label.split("=")
        deployments = named(rendered(LEAST), "Deployment")
        assert {each["metadata"]["labels"].get(name) for each in deployments.values()} == {value}

    def test_finds_the_images_that_are_pushed(self) -> None:
        [registry] = re.findall(r"export PAGEWRIGHT_REGISTRY=(\S+)", OPERATIONS)
        pushed = {service["image"] for service in compose({"PAGEWRIGHT_REGISTRY": registry})["services"].values()}
        documents = rendered({**LEAST, "image": {"registry": registry}})
        wanted = {each["image"] for pod in pods(documents).values() for each in pod["containers"]}
        assert len(wanted) == 8
        assert wanted <= pushed
        [run] = {*re.findall(r'"\$\{PAGEWRIGHT_REGISTRY\}(\S+)"', OPERATIONS)}
        assert registry + run in pushed


def test_the_administrators_password_is_written_down(tmp_path: Path) -> None:
    SecretsFolder(read_settings({"SECRETS_DIR": str(tmp_path)})).ensure()
    file = tmp_path / "site" / "secrets.json"
    before = json.loads(file.read_text())
    [expression] = re.findall(r"sed -i '(.+?)' /secrets/site/secrets\.json", OPERATIONS)
    subprocess.run(["sed", "-i", expression.replace("…", "new"), file], check=True)
    assert json.loads(file.read_text()) == before | {"postgres": "new"}


def test_every_command_is_one() -> None:
    operations = {*re.findall(r"(?:python -m deploy\.|\b)operations ([a-z]+(?:-[a-z]+)*)\b", _commands())}
    assert {"setup-link", "doctor", "rotate-keys", "rotate-passwords", "kubernetes-secrets"} <= operations
    for command in sorted(operations):
        said = subprocess.run(
            [sys.executable, "-m", "deploy.operations", command, "--help"], cwd=ROOT, capture_output=True, check=False
        )
        assert said.returncode == 0, command
    targets = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    makes = {*re.findall(r"\bmake ([a-z-]+)", _commands())}
    assert {"up", "down", "doctor", "backup", "restore", "rotate-keys"} <= makes <= targets


def _commands() -> str:
    """What is set as one that is typed."""
    return " ".join(re.findall(r"```[a-z]+.*?```|`[^`]+`", OPERATIONS, re.DOTALL))
