"""The chart for Kubernetes, as Helm renders it and by Kubernetes' own schemas."""

import importlib
import re
from typing import Any
from urllib.parse import urlsplit

import helm_python as helm
import kubernetes_validate
import pytest
import yaml

from deploy.local.data_folder import SERVICES
from deploy.local.settings import RELEASE, ROOT
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import read_settings
from kit.alive import HEARTBEAT_FILE

CHART = ROOT / "deploy/k8s/pagewright"
LEAST: dict[str, Any] = {"s3": {"bucket": "files"}, "podNetwork": "10.244.0.0/16"}
MOST: dict[str, Any] = {
    **LEAST,
    "workers": {"keda": True},
    "ingress": {"className": "nginx", "tlsSecret": "certificate", "annotations": {"a": "b"}},
    "networkPolicies": {"ingressNamespace": "ingress-nginx"},
    "settings": {"SMTP_HOST": "smtp.example.org", "MAIL_FROM": "Willow & Sons <mail@example.org>"},
    "image": {"registry": "registry.example.org/pagewright/", "pullSecrets": [{"name": "registry"}]},
    "serviceAccountName": "pagewright",
    "cache": {"purgeUrl": "https://purge.example.org/site"},
    "watching": {"metricsPort": 9464, "otlpEndpoint": "http://collector.monitoring:4318", "share": 0.1},
}
# The oldest that the chart says it is for, and a newer one.
VERSIONS = ("1.29", "1.33")
# Of KEDA, which is not Kubernetes' own.
_FOREIGN = "keda.sh/"

Rendered = list[dict[str, Any]]


def rendered(values: dict[str, Any], name: str = "site") -> Rendered:
    with helm.Chart.load(str(CHART)) as chart:
        texts = chart.render(values, name=name, namespace="prod")
    return [document for text in texts.values() for document in yaml.load_all(text, yaml.CSafeLoader) if document]


def named(documents: Rendered, kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in documents if each["kind"] == kind}


def pods(documents: Rendered) -> dict[str, dict[str, Any]]:
    kinds = ("Deployment", "Job")
    return {each["metadata"]["name"]: each["spec"]["template"]["spec"] for each in documents if each["kind"] in kinds}


@pytest.mark.parametrize("values", [LEAST, MOST], ids=["least", "most"])
def test_tables_are_migrated_by_an_upgrade_and_left_alone_by_a_rollback(values: dict[str, Any]) -> None:
    """The job of an older release refuses the tables of a newer one: a rollback that ran it would never end well."""
    jobs = named(rendered(values), "Job")
    told = jobs["site-prepare"]["metadata"]["annotations"]
    assert set(told["helm.sh/hook"].split(",")) == {"pre-install", "pre-upgrade"}
    # Else the job of the upgrade before would be in the way of the next one's.
    assert told["helm.sh/hook-delete-policy"] == "before-hook-creation"
    # What is no hook is applied again by a rollback.
    assert all("helm.sh/hook" in job["metadata"]["annotations"] for job in jobs.values())
    assert not any(
        "rollback" in document["metadata"].get("annotations", {}).get("helm.sh/hook", "")
        for document in rendered(values)
    )


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("values", [LEAST, MOST], ids=["least", "most"])
def test_is_what_kubernetes_takes(values: dict[str, Any], version: str) -> None:
    for document in rendered(values):
        if not document["apiVersion"].startswith(_FOREIGN):
            kubernetes_validate.validate(document, version, strict=True)


def test_has_the_release_of_the_code() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert (chart["version"], chart["appVersion"]) == (RELEASE, RELEASE)


@pytest.mark.parametrize(
    ("without", "error"),
    [({"s3": {"bucket": ""}}, r"s3\.bucket is needed"), ({"podNetwork": ""}, "podNetwork is needed")],
)
def test_is_refused_without_what_nobody_can_guess(without: dict[str, Any], error: str) -> None:
    with pytest.raises(helm.HelmError, match=error):
        rendered({**LEAST, **without})


def test_runs_every_part_without_rights() -> None:
    found = pods(rendered(LEAST))
    workers = {f"site-{service}-worker" for service in SERVICES}
    assert found.keys() == {f"site-{part}" for part in (*SERVICES, "web", "gateway", "prepare")} | workers
    for name, pod in found.items():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["automountServiceAccountToken"] is False, name
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"], name
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["limits"]["memory"], name


def test_the_gateway_clears_what_it_left_when_it_was_killed() -> None:
    """The volume outlives a container that its limit of memory ended, and with it bodies that nobody waits for."""
    pod = pods(rendered(LEAST))["site-gateway"]
    [container] = pod["containers"]
    told = {each["name"]: each.get("value") for each in container["env"]}
    assert told["TMPDIR"] in {mount["mountPath"] for mount in container["volumeMounts"]}


def test_sends_requests_only_to_those_that_are_ready() -> None:
    documents = rendered(LEAST)
    for name, pod in pods(documents).items():
        [container] = pod["containers"]
        if "ports" in container:
            assert {"startupProbe", "livenessProbe", "readinessProbe"} <= container.keys(), name
            # Longer than it takes until nobody is sent there any more, and for what is under way then.
            [drain] = [int(each["value"]) for each in container["env"] if each["name"] == "DRAIN_SECONDS"]
            assert drain >= 5, name
            assert pod["terminationGracePeriodSeconds"] >= drain + 20, name
    for service in SERVICES:
        [container] = pods(documents)[f"site-{service}"]["containers"]
        assert container["readinessProbe"]["httpGet"]["path"].endswith("/internal/ready")
    for part, path in (("web", "/readyz"), ("gateway", "/ready")):
        [container] = pods(documents)[f"site-{part}"]["containers"]
        assert container["readinessProbe"]["httpGet"]["path"] == path
        assert container["livenessProbe"]["httpGet"]["path"] != path


def test_replaces_each_part_without_doing_with_one_less() -> None:
    documents = rendered(LEAST)
    budgets = named(documents, "PodDisruptionBudget")
    for name, deployment in named(documents, "Deployment").items():
        if name.endswith("-worker"):
            continue
        assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}, name
        assert budgets[name]["spec"]["maxUnavailable"] == 1, name
    [gateway] = pods(documents)["site-gateway"]["containers"]
    assert {"name": "RETRIES", "value": "true"} in gateway["env"]


def test_gives_each_part_its_own_secrets(tmp_path: Any) -> None:
    told = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": "postgresql://boss:pw@db/site", "REDIS_URL": "redis://redis"}
    manifests = SecretsFolder(read_settings(told)).manifests("pagewright")
    # On the machine where they are made nobody else reads them.
    assert [each.name for each in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o700
    for document in manifests["items"]:
        kubernetes_validate.validate(document, VERSIONS[0], strict=True)
    made = {document["metadata"]["name"]: document["stringData"].keys() for document in manifests["items"]}
    for name, pod in pods(rendered(LEAST)).items():
        if name == "site-gateway":
            continue
        [mounted] = [volume["secret"]["secretName"] for volume in pod["volumes"] if "secret" in volume]
        assert mounted == f"pagewright-{name.removeprefix('site-').removesuffix('-worker').replace('prepare', 'site')}"
        [container] = pod["containers"]
        [folder] = [each["mountPath"] for each in container["volumeMounts"] if each["name"] == "secrets"]
        # But for the one that a worker touches, which is no setting's.
        settings = [each for each in container["env"] if each["name"] != HEARTBEAT_FILE]
        files = {each["value"] for each in settings if each["name"].endswith("_FILE")}
        assert files <= {f"{folder}/{file}" for file in made[mounted]}, name
    assert "database-url" not in made["pagewright-web"]


def test_lets_only_the_gateway_in() -> None:
    policies = named(rendered(MOST), "NetworkPolicy")
    inner = policies["site-parts"]["spec"]
    assert inner["podSelector"]["matchExpressions"] == [
        {"key": "app.kubernetes.io/component", "operator": "NotIn", "values": ["gateway"]}
    ]
    own = {"podSelector": {"matchLabels": {"app.kubernetes.io/instance": "site"}}}
    scaler = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "keda"}}}
    assert inner["ingress"][0]["from"] == [own, scaler]
    assert named(rendered(LEAST), "NetworkPolicy")["site-parts"]["spec"]["ingress"][0]["from"] == [own]
    [outer, prometheus] = policies["site-gateway"]["spec"]["ingress"]
    assert prometheus["ports"] == [{"port": 9464}]
    assert outer["from"][0]["namespaceSelector"]["matchLabels"] == {"kubernetes.io/metadata.name": "ingress-nginx"}


@pytest.mark.parametrize(
    ("url", "port"), [("https://purge.example.org/site", 443), ("http://10.0.0.5/", 80), ("http://cache:8081", 8081)]
)
def test_the_web_host_reaches_the_cache_in_front_that_it_tells(url: str, port: int) -> None:
    documents = rendered({**LEAST, "cache": {"purgeUrl": url}})
    [container] = pods(documents)["site-web"]["containers"]
    assert {"name": "CACHE_PURGE_URL", "value": url} in container["env"]
    egress = named(documents, "NetworkPolicy")["site-web"]["spec"]["egress"]
    assert {"to": [{"ipBlock": {"cidr": "0.0.0.0/0"}}], "ports": [{"port": port}]} in egress
    unnamed = rendered(LEAST)
    assert "CACHE_PURGE_URL" not in str(pods(unnamed)["site-web"])
    assert len(named(unnamed, "NetworkPolicy")["site-web"]["spec"]["egress"]) == len(egress) - 1


@pytest.mark.parametrize(
    ("values", "believed"),
    [({}, "10.244.0.0/16"), ({"trustedProxies": "192.0.2.7,192.0.2.8"}, "10.244.0.0/16,192.0.2.7,192.0.2.8")],
)
def test_believes_only_pods_and_named_proxies_about_a_visitor(values: dict[str, Any], believed: str) -> None:
    found = pods(rendered({**LEAST, **values}))
    for name in (f"site-{each}{kind}" for each in SERVICES for kind in ("", "-worker")):
        [container] = found[name]["containers"]
        assert {"name": "GATEWAY_ADDRESSES", "value": believed} in container["env"], name


def test_the_web_host_reaches_a_redis_at_a_port_of_its_own() -> None:
    """That of a managed one is seldom Redis' usual one, and without Redis the web host keeps no page."""
    documents = rendered({**LEAST, "networkPolicies": {"redisCidr": "192.0.2.0/24", "redisPorts": [25061]}})
    egress = named(documents, "NetworkPolicy")["site-web"]["spec"]["egress"]
    assert {"to": [{"ipBlock": {"cidr": "192.0.2.0/24"}}], "ports": [{"port": 25061}]} in egress


def test_every_value_is_one_that_a_template_reads() -> None:
    """One named the addresses of Postgres, and nothing went by it."""
    templates = "".join(path.read_text() for path in (CHART / "templates").iterdir())
    read = {*re.findall(r"\.(\w+)", templates)}

    def names(values: dict[str, Any]) -> set[str]:
        return {*values}.union(*(names(value) for value in values.values() if isinstance(value, dict)))

    values = yaml.safe_load((CHART / "values.yaml").read_text())
    # Handed to Kubernetes as they are, or taken one after another.
    whole = {name for kind in (values.pop("resources"), values.pop("services")) for name in kind}
    assert {"service", "worker", "web", "gateway", *SERVICES} == whole
    assert names(values) - read == set()


def test_the_ingress_goes_by_the_name_without_a_port() -> None:
    documents = rendered(
        {**LEAST, "publicUrl": "https://www.example.org:8443", "ingress": {"tlsSecret": "certificate"}}
    )
    [ingress] = named(documents, "Ingress").values()
    assert ingress["spec"]["rules"][0]["host"] == "www.example.org"
    assert ingress["spec"]["tls"] == [{"hosts": ["www.example.org"], "secretName": "certificate"}]


def test_all_parts_are_of_the_release_that_was_chosen() -> None:
    found = pods(rendered({**LEAST, "image": {"tag": "0.9.1"}, "settings": {"LOG_LEVEL": "debug"}}))
    for name, pod in found.items():
        [container] = pod["containers"]
        assert container["image"].endswith(":0.9.1"), name
        if name not in ("site-gateway", "site-prepare"):
            assert {"name": "RELEASE", "value": "0.9.1"} in container["env"], name
            assert {"name": "LOG_LEVEL", "value": "debug"} in container["env"], name


def test_the_doctor_sees_what_the_parts_are_told() -> None:
    documents = rendered({**MOST, "services": {"ecom": {"enabled": False}}})
    [doctor] = named(documents, "Pod").values()
    assert doctor["metadata"]["annotations"]["helm.sh/hook"] == "test"
    [container] = doctor["spec"]["containers"]
    assert container["command"] == ["python", "-m", "deploy.operations", "doctor", "auth", "cms", "content", "crm"]
    assert container["image"].partition(":")[0].endswith("pagewright-operations")
    assert container["securityContext"]["readOnlyRootFilesystem"]
    told = {each["name"]: each.get("value") for each in container["env"]}
    assert {"S3_BUCKET", "SMTP_HOST", "CACHE_PURGE_URL", "PUBLIC_URL", "AUTH_URL", "WEB_URL"} <= told.keys()
    # It asks the parts, which answer those of the site alone.
    assert doctor["metadata"]["labels"]["app.kubernetes.io/instance"] == "site"
    mounted = {
        volume["name"]: volume["secret"]["secretName"] for volume in doctor["spec"]["volumes"] if "secret" in volume
    }
    assert mounted == {"site": "pagewright-site", "web": "pagewright-web"}
    assert (told["DATABASE_URL_FILE"], told["REDIS_URL_FILE"]) == (
        "/secrets/site/database-url",
        "/secrets/web/redis-url",
    )


def _env(pod: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for container in pod["containers"] for each in container.get("env", [])]


def test_a_site_without_a_shop_has_nothing_of_it() -> None:
    documents = rendered({**LEAST, "services": {"ecom": {"enabled": False}}})
    assert not [each for each in documents if "ecom" in each["metadata"]["name"]]
    # Nobody waits for it: the gateway alone leads there, and says that there is nothing.
    for name, pod in pods(documents).items():
        for container in pod["containers"]:
            told = {each["name"]: each.get("value") for each in container.get("env", [])}
            if "ECOM_URL" in told:
                assert told["ECOM_URL"] == ("http://site-ecom:8000" if name == "site-gateway" else ""), name
                assert told["CRM_URL"] == "http://site-crm:8000"
    assert not [each for each in pods(rendered(LEAST)).values() if {"name": "ECOM_URL", "value": ""} in _env(each)]


def test_workers_are_as_many_as_jobs_wait_for() -> None:
    assert not named(rendered(LEAST), "ScaledObject")
    scaled = named(rendered(MOST), "ScaledObject")
    assert scaled.keys() == {f"site-{service}-worker" for service in SERVICES}
    deployments = named(rendered(MOST), "Deployment")
    for service in SERVICES:
        told = scaled[f"site-{service}-worker"]["spec"]
        target = told["scaleTargetRef"]["name"]
        # Else each upgrade would set it back to that many.
        assert "replicas" not in deployments[target]["spec"]
        assert deployments[target]["spec"]["template"]["spec"]["containers"][0]["command"][-1] == service
        # Events are delivered by workers too, so that there is always one.
        assert 1 <= told["minReplicaCount"] <= told["maxReplicaCount"]
        [trigger] = told["triggers"]
        asked = urlsplit(trigger["metadata"]["url"])
        assert asked.netloc == f"site-{service}.prod:8000"
        app = importlib.import_module(f"{service}.app").app
        [route] = [route for route in app.routes if route.path == asked.path]
        member = trigger["metadata"]["valueLocation"]
        assert member in route.response_model.model_json_schema(by_alias=True, mode="serialization")["properties"]
        assert int(trigger["metadata"]["targetValue"]) > 0


def test_other_parts_are_as_many_as_their_processors_are_busy() -> None:
    for values in (LEAST, MOST):
        documents = rendered(values)
        deployments, scalers = named(documents, "Deployment"), named(documents, "HorizontalPodAutoscaler")
        assert scalers.keys() == {f"site-{part}" for part in (*SERVICES, "web", "gateway")}
        for name, scaler in scalers.items():
            told = scaler["spec"]
            assert (told["scaleTargetRef"]["kind"], told["scaleTargetRef"]["name"]) == ("Deployment", name)
            assert "replicas" not in deployments[name]["spec"]
            # One that ends is not missed.
            assert 2 <= told["minReplicas"] <= told["maxReplicas"]
            [metric] = told["metrics"]
            assert (metric["type"], metric["resource"]["name"]) == ("Resource", "cpu")
            assert metric["resource"]["target"]["type"] == "Utilization"
            assert 0 < metric["resource"]["target"]["averageUtilization"] < 100
            # Of what a container asks for: without that the scaler knows no share.
            [container] = deployments[name]["spec"]["template"]["spec"]["containers"]
            assert container["resources"]["requests"]["cpu"], name


def test_tells_prometheus_and_a_collector_only_where_they_are_named() -> None:
    for container in (container for pod in pods(rendered(LEAST)).values() for container in pod["containers"]):
        assert not {"METRICS_PORT", "OTEL_EXPORTER_OTLP_ENDPOINT"} & {each["name"] for each in container["env"]}
    documents = rendered(MOST)
    for name, deployment in named(documents, "Deployment").items():
        template = deployment["spec"]["template"]
        assert template["metadata"]["annotations"]["prometheus.io/port"] == "9464", name
        [container] = template["spec"]["containers"]
        told = {each["name"]: each.get("value") for each in container["env"]}
        assert told["METRICS_PORT"] == "9464", name
        assert told["OTEL_EXPORTER_OTLP_ENDPOINT"] == "http://collector.monitoring:4318", name
        assert told["OTEL_TRACES_SAMPLER_ARG"] == "0.1", name
        assert {"name": "metrics", "containerPort": 9464} in container["ports"], name
    # Zero is a share, too.
    for share, asked in (("", None), (0, "0"), (1, "1")):
        changed = rendered({**LEAST, "watching": {**MOST["watching"], "share": share}})
        [web] = pods(changed)["site-web"]["containers"]
        assert {each["name"]: each.get("value") for each in web["env"]}.get("OTEL_TRACES_SAMPLER_ARG") == asked
    policies = named(documents, "NetworkPolicy")
    monitoring = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
    for name in ("site-parts", "site-gateway"):
        assert {"from": [monitoring], "ports": [{"port": 9464}]} in policies[name]["spec"]["ingress"]
    for name in ("site-web", "site-gateway"):
        assert [{"port": 4318}] in [each["ports"] for each in policies[name]["spec"]["egress"]]
