"""What docs/operations.md has operators do from nothing to a site that is watched, upgraded and moved."""

import re
import subprocess
import sys
from pathlib import Path

import yaml

from deploy.local.settings import ROOT
from deploy.operations.settings import newer_tables_setting, read_settings
from tests.composed.site import compose
from tests.deploy.operations_document import OPERATIONS, section_of
from tests.deploy.test_chart import LEAST, named, pods, rendered

_REPLICAS = ROOT / "docker-compose.replicas.yml"


def _override(title: str, folder: Path, more: str = "", *, of: str = "") -> Path:
    """The override file that a section has, or which begins by saying that it is ``of`` something; with more services."""
    [file] = re.findall(rf"```yaml\n(# docker-compose\.override\.yml: {of}.+?)```", section_of(title), re.DOTALL)
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
    [fetched] = [block for block in _typed(section_of("Upgrade")) if "pull\n" in block]
    assert fetched.splitlines() == ["docker compose pull", "docker compose up --detach"]


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


def test_a_move_goes_to_a_folder_that_is_there() -> None:
    section = section_of("Moving to another host")
    [folder] = re.findall(r"ssh \S+ '.*tar -C (\S+) -xf -'", section)
    assert 0 <= section.find(f"git clone … {folder} && cd {folder} && ") < section.find("docker compose stop\n")


def test_a_move_takes_the_volumes_of_the_site_that_it_is_about() -> None:
    """A second one on the host has a project, and so volumes, by another name: an empty one of a wrong name was packed."""
    section = section_of("Moving to another host")
    assert "pagewright_" not in section
    [expression] = {*re.findall(r"^project=\$\(docker compose config \| sed -n '(.+?)'\)", section, re.MULTILINE)}
    program = [str(Path(sys.executable).with_name("docker-compose")), "--project-directory", str(ROOT)]
    command = [*program, "--env-file", "/dev/null", "--file", str(ROOT / "docker-compose.yml"), "config"]
    said = subprocess.run(command, env={"COMPOSE_PROJECT_NAME": "drill"}, capture_output=True, text=True, check=True)
    found = subprocess.run(["sed", "-n", expression], input=said.stdout, capture_output=True, text=True, check=True)
    assert found.stdout == "drill\n"
    volumes = compose({"COMPOSE_PROJECT_NAME": "drill"})["volumes"]
    assert {volume["name"] for volume in volumes.values()} == {f"drill_{name}" for name in volumes}


def test_archives_go_through_pipes_without_a_terminal() -> None:
    """Docker Compose gives one where there is none to give, which changes line ends, and takes what is said with it."""
    streamed = re.findall(r"^ *((?:docker compose|kubectl) exec .+ (?:create|restore) - .*)$", OPERATIONS, re.MULTILINE)
    assert len(streamed) == 4
    for command in streamed:
        if command.startswith("docker"):
            assert " -T " in command, command
        # Without it nothing comes in.
        elif "<" in command:
            assert " --stdin " in command, command


def test_prometheus_reads_all_parts_and_is_read_on_this_host_alone(tmp_path: Path) -> None:
    composed = compose({"METRICS_PORT": "9464"}, [_override("Watching", tmp_path, of="Prometheus")])
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


def test_the_disks_of_the_host_are_read_by_prometheus_alone(tmp_path: Path) -> None:
    composed = compose({}, [_override("Watching", tmp_path, of="the disks")])
    exporter = composed["services"]["node"]
    [network] = exporter["networks"]
    assert composed["networks"][network]["internal"]
    assert "ports" not in exporter
    [mount] = exporter["volumes"]
    assert (mount["source"], mount["read_only"]) == ("/", True)
    assert f"--path.rootfs={mount['target']}" in exporter["command"]


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
