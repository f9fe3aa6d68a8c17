"""What `deploy/watching` says: the expressions of its alerts and its dashboard, and the metrics that they name."""

import json
from typing import Any

import promql_parser
import yaml

from deploy.local.settings import ROOT

FOLDER = ROOT / "deploy/watching"
METRICS_OF_OTHERS = frozenset(
    {"up", "node_filesystem_avail_bytes", "node_filesystem_free_bytes", "node_filesystem_size_bytes"}
)
"""Which Prometheus makes itself of each process that it reads, and those of node_exporter."""
METRICS_WITH_TLS = frozenset({"traefik_tls_certs_not_after"})
"""Which a gateway tells that has a certificate."""


def alerts() -> list[dict[str, Any]]:
    """The rules of all groups."""
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    """Grafana's own JSON."""
    found: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text())
    return found


def expressions() -> list[str]:
    """Those of all alerts and panels."""
    return [*(rule["expr"] for rule in alerts()), *drawn()]


def drawn() -> list[str]:
    """The expressions of all panels, with Grafana's own variables filled in."""
    expressions = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return [each.replace("$__rate_interval", "1m").replace("$service", ".*") for each in expressions]


def metrics_of(expression: str) -> set[str]:
    """The metrics that an expression names. Raises ValueError where it is no PromQL."""
    return {name for name, _ in selectors_of(expression)}


def selectors_of(expression: str) -> list[tuple[str, set[str]]]:
    """Each series that an expression selects: the metric, and the labels that it is chosen by."""
    found: list[tuple[str, set[str]]] = []

    def see(node: Any) -> None:
        selector = node.vector_selector if isinstance(node, promql_parser.MatrixSelector) else node
        if isinstance(selector, promql_parser.VectorSelector):
            found.append((str(selector.name), {each.name for each in selector.matchers.matchers}))

    promql_parser.walk(promql_parser.parse(expression), see)
    return found
