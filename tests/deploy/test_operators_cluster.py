"""What docs/operations.md has operators do on Kubernetes: an installation, a restoration and a drill."""

import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from kit.storage.base import _KEY
from tests.deploy.operations_document import OPERATIONS, section_of
from tests.deploy.test_chart import LEAST, VERSIONS, named, pods, rendered

_ENGINES = ROOT / "deploy/k8s/engines.yaml"
# In place of kubectl: writes down what it is asked, with what comes by its input, and fails where it is told to.
_KUBECTL = """\
#!/bin/sh
printf '%s\\n' "$*" >>"$SAID"
case "$*" in *exec*--stdin*) cat >>"$SAID" ;; esac
case "$*" in $FAILS*) exit 1 ;; esac
"""


@pytest.mark.parametrize("name", ["site", "drill"])
class TestAHelmInstallation:
    """By the document's own commands."""

    def test_is_what_kubernetes_takes(self, name: str) -> None:
        for document in rendered(_values(name)):
            kubernetes_validate.validate(document, VERSIONS[0], strict=True)

    def test_sets_only_what_the_chart_has(self, name: str) -> None:
        chart = yaml.safe_load((ROOT / "deploy/k8s/pagewright/values.yaml").read_text())
        for path, _ in _set(name):
            known = chart
            # What is below the annotations is anybody's.
            for key in path[: path.index("annotations") + 1] if "annotations" in path else path:
                assert key in known, ".".join(path)
                known = known[key]

    def test_reads_the_key_to_the_bucket_that_was_made(self, name: str) -> None:
        [made] = re.findall(rf"kubectl create secret generic (\S+) --namespace {name} ", OPERATIONS)
        read = {
            source["secretRef"]["name"]
            for pod in pods(rendered(_values(name))).values()
            for container in pod["containers"]
            for source in container.get("envFrom", [])
            if not source["secretRef"].get("optional")
        }
        assert read == {made}


def test_an_installation_ends_tls_with_the_secret_that_was_made_and_lets_uploads_through() -> None:
    [made] = re.findall(r"kubectl create secret tls (\S+) --namespace site ", OPERATIONS)
    [ingress] = named(rendered(_values("site")), "Ingress").values()
    assert ingress["spec"]["tls"] == [{"hosts": ["www.example.org"], "secretName": made}]
    prefix = "nginx.ingress.kubernetes.io/proxy-"
    assert ingress["metadata"]["annotations"] == {
        f"{prefix}body-size": "0",
        f"{prefix}request-buffering": "off",
        f"{prefix}read-timeout": "3700",
    }


def test_a_drill_has_nothing_of_the_site() -> None:
    """Neither its rows and files nor its visitors: what is restored there must be seen nowhere else."""
    site, drill = _values("site"), _values("drill")
    assert drill["s3"]["bucket"] != site["s3"]["bucket"]
    assert not named(rendered(drill), "Ingress")
    given = {
        name: re.findall(rf"--env {name}=(\S+)", OPERATIONS) for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL")
    }
    assert [name for name, (its_own, another) in given.items() if its_own == another] == []
    [port] = re.findall(r"kubectl port-forward --namespace drill service/drill-gateway 8180:(\d+)", OPERATIONS)
    [gateway] = [each for each in _documents(drill, "drill", "Service") if each["metadata"]["name"] == "drill-gateway"]
    assert [each["port"] for each in gateway["spec"]["ports"]] == [int(port)]
    assert given["PUBLIC_URL"][1] == drill["publicUrl"] == "http://localhost:8180"


class TestARestoration:
    """By the document's function, with something in place of kubectl that writes down what it is asked."""

    def test_begins_when_all_have_ended_who_would_let_in_or_work(self, tmp_path: Path) -> None:
        said = _restored(tmp_path, "drill")
        [scaled_down, waited, restored, scaled_up] = (
            [number for number, line in enumerate(said) if re.match(pattern, line)]
            for pattern in ("scale .*--replicas 0", "wait ", "exec ", "scale .*--replicas 1")
        )
        assert max(scaled_down) < min(waited) < min(restored) < min(scaled_up)
        assert said[restored[0]] == (
            "exec --stdin --namespace drill deployment/drill-cms -- python -m cms.backup_command restore -"
        )
        assert said[restored[0] + 1] == "the archive"
        deployments = {each["metadata"]["name"]: each for each in _documents(LEAST, "drill", "Deployment")}
        idle = {name for name in deployments if name.endswith(("-gateway", "-worker"))}
        assert {said[number].split()[-1] for number in scaled_down} == idle
        assert {said[number].split()[-1] for number in scaled_up} == idle
        [selector] = re.findall(r"--selector (.+)", said[waited[0]])
        templates = {name: each["spec"]["template"]["metadata"]["labels"] for name, each in deployments.items()}
        assert {name for name, labels in templates.items() if _selects(selector, labels)} == idle

    def test_does_not_begin_while_one_of_them_goes_on(self, tmp_path: Path) -> None:
        said = _restored(tmp_path, "site", fails="wait")
        assert [line for line in said if line.startswith("exec")] == []
        # But they come back.
        assert len([line for line in said if "--replicas 1" in line]) == 1 + len(SERVICES)

    def test_that_breaks_off_goes_on_in_no_pod_when_the_others_come_back(self, tmp_path: Path) -> None:
        said = _restored(tmp_path, "drill", fails="exec")
        [ended, *_] = [number for number, line in enumerate(said) if line.startswith("delete pod ")]
        [selector] = re.findall(r"--selector (.+)", said[ended])
        chosen = dict(each.split("=") for each in selector.split(","))
        deployments = {each["metadata"]["name"]: each for each in _documents(LEAST, "drill", "Deployment")}
        templates = {name: each["spec"]["template"]["metadata"]["labels"] for name, each in deployments.items()}
        assert {name for name, labels in templates.items() if chosen.items() <= labels.items()} == {"drill-cms"}
        assert ended < min(number for number, line in enumerate(said) if "--replicas 1" in line)

    def test_of_an_archive_in_the_bucket_has_a_name_that_a_key_may_have(self) -> None:
        [bucket, key] = re.findall(r"aws s3 cp drill\.tar s3://([\w-]+)/(\S+?)`", OPERATIONS)[0]
        assert bucket == _values("site")["s3"]["bucket"]
        assert _KEY.fullmatch(key)
        assert f"`restore {key}` in place of `restore -`" in OPERATIONS


class TestEnginesInTheCluster:
    def test_are_reached_by_the_site_alone(self) -> None:
        """Postgres not by the web host, and neither of them by the gateway."""
        policies = {each["metadata"]["name"]: each["spec"] for each in yaml.safe_load_all(_ENGINES.read_text())}
        documents = rendered(LEAST)
        labels = {
            name: each["spec"]["template"]["metadata"]["labels"]
            for kind in ("Deployment", "Job")
            for name, each in named(documents, kind).items()
        }
        labels |= {name: each["metadata"]["labels"] for name, each in named(documents, "Pod").items()}
        speakers = {f"site-{service}{kind}" for service in SERVICES for kind in ("", "-worker")}
        speakers |= {"site-prepare", "site-doctor"}
        for name, port, expected in (
            ("postgres", 5432, speakers),
            ("redis", 6379, speakers | {"site-web"}),
        ):
            own = policies[name]["ingress"][0]
            assert own["ports"] == [{"port": port}]
            [source] = own["from"]
            assert source["namespaceSelector"]["matchLabels"] == {"kubernetes.io/metadata.name": "site"}
            assert {pod for pod, given in labels.items() if _matches(source["podSelector"], given)} == expected, name

    def test_have_policies_that_kubernetes_takes(self) -> None:
        for document in yaml.safe_load_all(_ENGINES.read_text()):
            kubernetes_validate.validate(document, VERSIONS[0], strict=True)
        assert f"[engines.yaml](../{_ENGINES.relative_to(ROOT)})" in section_of("On Kubernetes")


def _matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    excluded = [
        labels.get(each["key"]) in each["values"]
        for each in selector["matchExpressions"]
        if each["operator"] == "NotIn"
    ]
    assert len(excluded) == len(selector["matchExpressions"])
    return selector["matchLabels"].items() <= labels.items() and not any(excluded)


def _selects(selector: str, labels: Mapping[str, str]) -> bool:
    """Whether a selector of kubectl's, of an equality and a set, chooses such labels."""
    [(instance, among)] = re.findall(
        r"app\.kubernetes\.io/instance=(\w+),app\.kubernetes\.io/component in \((.+)\)", selector
    )
    part = labels["app.kubernetes.io/component"]
    return labels["app.kubernetes.io/instance"] == instance and part in among.split(",")


def _documents(values: dict[str, Any], name: str, kind: str) -> list[dict[str, Any]]:
    return [each for each in rendered(values, name) if each["kind"] == kind]


def _restored(folder: Path, name: str, fails: str = "nothing") -> list[str]:
    """What kubectl is asked by the document's function, one after another."""
    [function] = re.findall(r"^restore\(\) \{.+?^\}", OPERATIONS, re.MULTILINE | re.DOTALL)
    program, said, archive = folder / "kubectl", folder / "said", folder / "drill.tar"
    program.write_text(_KUBECTL)
    program.chmod(0o755)
    archive.write_text("the archive\n")
    environment = {"PATH": f"{folder}:{os.defpath}", "SAID": str(said), "FAILS": fails}
    subprocess.run(["sh", "-c", f"{function}\nrestore {name} {archive}"], env=environment, check=True)
    return said.read_text().splitlines()


def _set(name: str) -> list[tuple[list[str], object]]:
    """Each value that the installation by this name sets, by the keys that lead to it."""
    [command] = re.findall(rf"^helm upgrade --install {name} (?:.*\\\n)*.*$", OPERATIONS, re.MULTILINE)
    found: list[tuple[list[str], object]] = []
    for option, word in pairwise(shlex.split(command.replace("\\\n", " "))):
        if option in ("--set", "--set-string"):
            path, _, value = word.partition("=")
            keys = [key.replace("\\.", ".") for key in re.split(r"(?<!\\)\.", path)]
            found.append((keys, _read(value) if option == "--set" else value))
    assert found
    return found


def _read(value: str) -> object:
    """As Helm does what it is not told to be text."""
    return int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)


def _values(name: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for (*folders, last), value in _set(name):
        within = values
        for folder in folders:
            within = within.setdefault(folder, {})
        within[last] = value
    return values
