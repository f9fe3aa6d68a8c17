"""The files that those who run a site give to Prometheus and Grafana."""

import re
from typing import Any

import pytest
import yaml

from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from tests.watching_files import FOLDER, alerts, dashboard, drawn, metrics_of

_OPERATIONS = (ROOT / "docs/operations.md").read_text()


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: str(rule["alert"]))
def test_each_alert_says_what_to_do(rule: dict[str, Any]) -> None:
    assert metrics_of(rule["expr"])
    annotations = rule["annotations"]
    for text in (annotations["summary"], annotations["action"]):
        assert text.endswith(".")
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert re.search(rf"^\| `{rule['alert']}` \| .+ \|$", _OPERATIONS, re.MULTILINE), "docs/operations.md tells of none"


def test_the_document_tells_of_no_other_alert() -> None:
    section = _OPERATIONS.partition("\n## Watching\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([A-Z]\w+)` \|", section, re.MULTILINE)) == {rule["alert"] for rule in alerts()}


def test_an_expression_that_is_none_is_noticed() -> None:
    with pytest.raises(ValueError, match=r"."):
        metrics_of("sum by (service (rate(up[5m]))")
    assert metrics_of("a / on (b) c > bool 2 unless max_over_time(d[5m:1m]) or topk(3, e)") == {"a", "c", "d", "e"}


def test_the_dashboard_is_one_that_grafana_takes() -> None:
    board = dashboard()
    assert board["schemaVersion"] >= 39
    assert (board["uid"], board["title"]) == ("pagewright", "Pagewright")
    variables = {each["name"] for each in board["templating"]["list"]}
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        assert panel["title"]
        assert panel["datasource"]["uid"] == "${datasource}"
        assert [each["refId"] for each in panel["targets"]] == sorted({each["refId"] for each in panel["targets"]})
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, f"{panel['title']} lies over another"
        taken |= cells
    used = set(re.findall(r"\$\{?([a-z]\w*)", str(panels)))
    assert used <= variables
    for expression in drawn():
        assert metrics_of(expression)


def test_the_dashboard_names_alerts_that_there_are() -> None:
    texts = " ".join(panel.get("description", "") for panel in dashboard()["panels"])
    named = {name for found in re.findall(r"Alerts? ((?:\w+(?: and )?)+)", texts) for name in found.split(" and ")}
    assert named
    assert named <= {rule["alert"] for rule in alerts()}


def test_actions_send_nobody_to_a_panel_or_a_log_that_says_nothing() -> None:
    """The gateway logs a part that it cannot reach below the level that it logs at."""
    panels = {panel["title"] for panel in dashboard()["panels"]}
    actions = {rule["alert"]: rule["annotations"]["action"] for rule in alerts()}
    for action in actions.values():
        assert {*re.findall(r"panel '([^']+)'", action)} <= panels
    assert "panel 'Parts that answer'" in actions["GatewayErrors"]
    [row] = re.findall(r"^\| `GatewayErrors` \| .+ \|$", _OPERATIONS, re.MULTILINE)
    assert "`PartDown`" in row
    for text in (actions["GatewayErrors"], row):
        assert not re.search(r"log,? (whose )?names it|whose log names", text)


def test_the_expressions_in_the_document_are_some() -> None:
    section = _OPERATIONS.partition("\n## Watching\n")[2].partition("\n## ")[0]
    found = re.findall(r"^  expr: (.+)$", section, re.MULTILINE)
    assert found
    for expression in found:
        assert metrics_of(expression)


@pytest.mark.parametrize("file", ["prometheus.yml", "prometheus.replicas.yml"])
def test_the_job_for_the_disks_of_the_host_is_there_once_its_marks_are_taken_away(file: str) -> None:
    text = (FOLDER / file).read_text()
    read = yaml.safe_load(re.sub(r"^  # (?=(- |  )\w+:? ?)", "  ", text, flags=re.MULTILINE))
    [_, node] = read["scrape_configs"]
    assert node == {"job_name": "node", "static_configs": [{"targets": ["node:9100"]}]}
    assert "\n  node:\n" in _OPERATIONS


def _job(name: str) -> dict[str, Any]:
    """The one job of a configuration of Prometheus."""
    read = yaml.safe_load((FOLDER / name).read_text())
    [job] = read["scrape_configs"]
    assert read["rule_files"] == ["alerts.yml"]
    assert isinstance(job, dict)
    return job


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("prometheus*.yml")))
def test_the_job_has_the_name_that_alerts_and_dashboard_go_by(file: str) -> None:
    """Under another name no part that is down is told of."""
    named = {name for each in [*(rule["expr"] for rule in alerts()), *drawn()] for name in _jobs(each)}
    assert named == {_job(file)["job_name"]}


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("prometheus*.yml")))
def test_rules_are_evaluated_as_often_as_parts_are_read(file: str) -> None:
    """Once a minute, as Prometheus does unless it is told, each alert came up to a minute later than it says."""
    read = yaml.safe_load((FOLDER / file).read_text())
    assert {read["global"]["evaluation_interval"], _job(file)["scrape_interval"]} == {"15s"}


def _jobs(expression: str) -> list[str]:
    return re.findall(r'job="([^"]*)"', expression)


def test_prometheus_is_told_of_each_of_several() -> None:
    over = yaml.safe_load((ROOT / "docker-compose.replicas.yml").read_text())["services"]
    # By the name that one alone has: its own, but for the first, which shares that with the others.
    expected = {"gateway"}
    for name, service in over.items():
        if name not in ("gateway", "postgres"):
            aliases = service.get("networks", {}).get("inner", {}).get("aliases", [])
            expected.add(name if "extends" in service else aliases[0])
    [static] = _job("prometheus.replicas.yml")["static_configs"]
    assert static["targets"] == [*dict.fromkeys(static["targets"])]
    assert {target.removesuffix(":9464") for target in static["targets"]} == expected | {"worker"}


def test_in_a_cluster_prometheus_keeps_the_pods_of_the_chart() -> None:
    rules = _job("prometheus.kubernetes.yml")["relabel_configs"]
    kept = {rule["source_labels"][0]: rule["regex"] for rule in rules if rule["action"] == "keep"}
    helpers = (ROOT / "deploy/k8s/pagewright/templates/_helpers.tpl").read_text()
    assert kept == {
        "__meta_kubernetes_pod_label_app_kubernetes_io_name": "pagewright",
        "__meta_kubernetes_pod_container_port_name": "metrics",
    }
    assert "app.kubernetes.io/name: pagewright\n" in helpers
    assert "- { name: metrics, containerPort:" in helpers


def test_prometheus_is_told_of_every_part() -> None:
    job = _job("prometheus.yml")
    [static] = job["static_configs"]
    hosts = [target.partition(":")[0] for target in static["targets"]]
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert hosts == ["gateway", *SERVICES, "worker", "web"]
    for host in hosts:
        assert "METRICS_PORT" in services[host]["environment"]
