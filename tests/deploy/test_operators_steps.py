"""What docs/operations.md has operators do from nothing to a site that is watched, upgraded and moved."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from deploy.operations.settings import newer_tables_setting, read_settings
import kubernetes_validate
import yaml

from deploy.local.settings import ROOT
from tests.composed.site import compose
from tests.deploy.operations_document import OPERATIONS, section_of
from tests.deploy.test_chart import LEAST, VERSIONS, named, pods, rendered

_REPLICAS = ROOT / "docker-compose.replicas.yml"


def _override(title: str, folder: Path, more: str = "") -> Path:
    """The override file that a section has, with more services below its own."""
    [file] = re.findall(r"```yaml\n(# docker-compose\.override\.yml: .+?)```", section_of(title), re.DOTALL)
    services, volumes, rest = file.partition("\nvolumes:")
    written = folder / "docker-compose.override.yml"
    written.write_text(services + more + volumes + rest)
    return written


def _typed(text: str) -> list[str]:
    """Each block of commands and settings."""
    return re.findall(r"```sh\n(.+?)```", text, re.DOTALL)


def test_the_files_come_first() -> None:
    section = section_of("On one host with Docker")
    assert 0 <= section.find("git clone …") < section.find("cp .env.example")


def test_compose_has_each_command_with_its_options() -> None:
    """By those that it lists: of `--no-TTY`, which it renamed, it goes on for as long as it likes."""
    typed: dict[str, set[str]] = {}
    for command, options in re.findall(r"\bdocker compose ([a-z]+)((?: -[\w-]+)*)", OPERATIONS):
        typed.setdefault(command, set()).update(options.split())
    assert {"up", "run", "exec", "config", "push", "pull"} <= typed.keys()
    for command, options in typed.items():
        program = Path(sys.executable).with_name("docker-compose")
        said = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
        assert options <= {*re.findall(r"(?<![\w-])-[\w-]+", said)}, command


def test_replicas_without_a_shop_have_nothing_of_it(tmp_path: Path) -> None:
    """The override for one of each leaves the second and third shop, and workers that look for it."""
    [sentence] = re.findall(r"^With replicas (.+?)\. ", section_of("On one host with Docker"), re.MULTILINE)
    left_out, told = sentence.split(" are left out")
    command = "{ command: [python, -m, kit.worker, auth, cms, content, crm] }"
    more = [f"  {name}: !reset null\n" for name in re.findall(r"`([\w-]+)`", left_out)]
    more += [f"  {name}: {command}\n" for name in re.findall(r"`([\w-]+)`", told)]
    override = _override("On one host with Docker", tmp_path, "".join(more))
    assert f"worker: {command}" in override.read_text()
    services = compose({"ECOM_URL": ""}, [_REPLICAS, override])["services"]
    assert not [name for name in services if name.startswith("ecom")]
    workers = {name: service["command"] for name, service in services.items() if name.startswith("worker")}
    assert len(workers) == 3
    assert not [name for name, given in workers.items() if "ecom" in given]


def test_an_override_is_said_to_need_its_name_beside_others() -> None:
    """Compose leaves it out without a word where COMPOSE_FILE is set, as for replicas and for engines elsewhere."""
    section = section_of("On one host with Docker")
    assert re.search(r"`docker-compose\.override\.yml` by itself only while `COMPOSE_FILE` is not set", section)


def test_a_release_from_a_registry_is_fetched_and_not_built() -> None:
    """`--build` would give the files at hand the name of another release."""
    assert not [block for block in _typed(OPERATIONS) if "PAGEWRIGHT_RELEASE" in block and "--build" in block]
def test_after_a_downgrade_all_commands_are_as_before() -> None:
    """What went past `prepare` had to go past it with each `docker compose up` that came later."""
    [typed] = _typed(section_of("Downgrade"))
    assert [line.partition("#")[0].rstrip() for line in typed.splitlines() if not line.startswith("#")] == [
        "docker compose run --rm prepare",
        "docker compose up --detach",
    ]
    said = newer_tables_setting({"crm": "0007", "content": "0037"})
    services = compose(dict([said.split("=")]))["services"]
    # Who is started by it, who is asked to rotate, and who is the doctor.
    for name in ("prepare", "worker"):
        # Its files are in the container.
        given = {key: value for key, value in services[name]["environment"].items() if not key.endswith("_FILE")}
        assert read_settings(given).newer_tables == {"crm": "0007", "content": "0037"}
    documents = rendered({**LEAST, "newerTables": said.partition("=")[2]})
    jobs = [pods(documents)["site-prepare"], named(documents, "Pod")["site-doctor"]["spec"]]
    for pod in jobs:
        [container] = pod["containers"]
        assert dict([said.split("=")]).items() <= {each["name"]: each.get("value") for each in container["env"]}.items()
    [by_helm] = re.findall(r"--set-string '(newerTables=\S+)'", section_of("Downgrade"))
    assert by_helm.replace("\\,", ",") == said.replace("NEWER_TABLES", "newerTables")


    [fetched] = [block for block in _typed(section_of("Upgrade")) if "pull\n" in block]
    assert fetched.splitlines() == ["docker compose pull", "docker compose up --detach"]


def test_a_move_goes_to_a_folder_that_is_there() -> None:
    section = section_of("Moving to another host")
    [folder] = re.findall(r"ssh \S+ '.*tar -C (\S+) -xf -'", section)
    assert 0 <= section.find(f"git clone … {folder} && cd {folder} && ") < section.find("docker compose stop\n")


def test_prometheus_reads_all_parts_and_is_read_on_this_host_alone(tmp_path: Path) -> None:
    composed = compose({"METRICS_PORT": "9464"}, [_override("Watching", tmp_path)])
    prometheus = composed["services"]["prometheus"]
    assert "inner" in prometheus["networks"]
    # Docker publishes no port of a container that is in closed networks alone.
    assert [name for name in prometheus["networks"] if not composed["networks"][name].get("internal")]
    assert [port["host_ip"] for port in prometheus["ports"]] == ["127.0.0.1"]
    [mount] = [volume for volume in prometheus["volumes"] if volume["type"] == "bind"]
    kept = {volume["source"] for volume in prometheus["volumes"] if volume["type"] == "volume"}
    assert kept <= composed["volumes"].keys()
    [name] = [word.partition("=")[2] for word in prometheus["command"] if word.startswith("--config.file=")]
    named_for_replicas = re.findall(r"its `--config\.file` is `(\S+)`", section_of("Watching"))
    for file in (name, *named_for_replicas):
        configuration = Path(mount["source"]) / Path(file).relative_to(mount["target"])
        read = yaml.safe_load(configuration.read_text())
        assert [(configuration.parent / rules).is_file() for rules in read["rule_files"]] == [True]
    assert len(named_for_replicas) == 1


def test_nobody_is_asked_how_a_container_ended_that_runs_again() -> None:
    """Docker's `State.OOMKilled` is false again once it has started the container anew, which it does at once."""
    assert "OOMKilled" not in OPERATIONS
    assert compose({})["services"]["web"]["restart"] == "unless-stopped"


def test_what_operators_keep_beside_the_code_is_in_no_commit() -> None:
    ignored = {*(ROOT / ".gitignore").read_text().splitlines()}
    assert {"/.env", "/docker-compose.override.yml", "/secrets/", "/*.tar"} <= ignored
    # What the document has them make, by these names.
    document = re.sub(r" +#.*", "", OPERATIONS)
    for made in (" .env.example .env\n", "docker-compose.override.yml", " -m 700 secrets\n", ">drill.tar\n"):
        assert made in document


class TestAnInstallationInACluster:
    """By the document's own command."""

    def test_is_what_kubernetes_takes(self) -> None:
        for document in rendered(_values()):
            kubernetes_validate.validate(document, VERSIONS[0], strict=True)

    def test_sets_only_what_the_chart_has(self) -> None:
        chart = yaml.safe_load((ROOT / "deploy/k8s/pagewright/values.yaml").read_text())
        for path, _ in _set():
            known = chart
            # What is below the annotations is anybody's.
            for key in path[: path.index("annotations") + 1] if "annotations" in path else path:
                assert key in known, ".".join(path)
                known = known[key]

    def test_ends_tls_with_the_secret_that_was_made_and_lets_uploads_through(self) -> None:
        [made] = re.findall(r"kubectl create secret tls (\S+) --namespace site ", OPERATIONS)
        [ingress] = named(rendered(_values()), "Ingress").values()
        assert ingress["spec"]["tls"] == [{"hosts": ["www.example.org"], "secretName": made}]
        prefix = "nginx.ingress.kubernetes.io/proxy-"
        assert ingress["metadata"]["annotations"] == {
            f"{prefix}body-size": "0",
            f"{prefix}request-buffering": "off",
            f"{prefix}read-timeout": "3700",
        }

    def test_reads_the_key_to_the_bucket_that_was_made(self) -> None:
        [made] = re.findall(r"kubectl create secret generic (\S+) --namespace site ", OPERATIONS)
        read = {
            source["secretRef"]["name"]
            for pod in pods(rendered(_values())).values()
            for container in pod["containers"]
            for source in container.get("envFrom", [])
            if not source["secretRef"].get("optional")
        }
        assert read == {made}


def _set() -> list[tuple[list[str], object]]:
    """Each value that the installation sets, by the keys that lead to it."""
    [command] = re.findall(r"^helm upgrade --install (?:.*\\\n)*.*$", OPERATIONS, re.MULTILINE)
    found: list[tuple[list[str], object]] = []
    for option, word in pairwise(shlex.split(command.replace("\\\n", " "))):
        if option in ("--set", "--set-string"):
            path, _, value = word.partition("=")
            keys = [key.replace("\\.", ".") for key in re.split(r"(?<!\\)\.", path)]
            # As Helm does: of digits it makes a number, unless it is told that they are text.
            found.append((keys, int(value) if option == "--set" and value.isdecimal() else value))
    assert found
    return found


def _values() -> dict[str, Any]:
    values: dict[str, Any] = {}
    for (*folders, last), value in _set():
        within = values
        for folder in folders:
            within = within.setdefault(folder, {})
        within[last] = value
    return values
