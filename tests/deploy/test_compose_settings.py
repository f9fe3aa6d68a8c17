"""`.env.example` beside what Compose takes from it, what containers are given of that, and what their programs read."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from auth.config import Settings as AuthSettings
from cms.config import Settings as CmsSettings
from content.config import Settings as ContentSettings
from crm.config import Settings as CrmSettings
from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT, faults_of
from ecom.config import Settings as EcomSettings
from kit.config import ServiceSettings, read_settings
from kit.watching.settings import read_watch_settings
from tests.composed.site import compose
from tests.deploy.test_who_keeps_files import _keepers

_KINDS: Mapping[str, type[ServiceSettings]] = {
    "auth": AuthSettings,
    "cms": CmsSettings,
    "content": ContentSettings,
    "crm": CrmSettings,
    "ecom": EcomSettings,
}
# Compose's own.
_COMPOSES = {"COMPOSE_FILE", "COMPOSE_PROFILES"}
# Settings that a container is deliberately not given.
_NOT_GIVEN = {
    # Two cores share one Postgres, whose connections are counted by these: nobody is to change one of them alone.
    *("POOL_SIZE", "READ_POOL_SIZE", "STATEMENT_TIMEOUT_MS"),
    # A folder of this host: a container has volumes alone, and an override that mounts one sets it.
    "BACKUPS_DIR",
    # Of tests, and of proxies of one's own: they take an override.
    *("GOOGLE_URL", "MAILCHIMP_URL", "CAMPAIGN_MONITOR_URL", "STRIPE_URL", "PAYPAL_URL"),
}
_ALL_PROFILES = "minio,clamd,cache"


def _samples() -> dict[str, str]:
    """What is proposed in the file, by name."""
    text = (ROOT / ".env.example").read_text()
    return dict(re.findall(r"^#([A-Z][A-Z0-9_]+)=(.*)$", text, re.MULTILINE))


def _taken() -> set[str]:
    """The names that the compose files take from the environment."""
    files = [*ROOT.glob("docker-compose*.yml")]
    assert len(files) >= 3
    return {name for file in files for name in re.findall(r"\$\{([A-Z][A-Z0-9_]+)", file.read_text())}


def _fields(service: str) -> set[str]:
    return {name.upper() for name in _KINDS[service].model_fields}


def test_the_file_has_what_compose_takes_and_nothing_else() -> None:
    assert {*_samples()} - _COMPOSES == _taken()
    assert {*_samples()} >= _COMPOSES


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_given_all_that_it_reads(service: str) -> None:
    environment = compose({})["services"][service]["environment"]
    given = {name.removesuffix("_FILE") for name in environment}
    wanted = _fields(service) - _NOT_GIVEN
    if service not in _keepers():
        # A key to all files is among them.
        wanted -= {name for name in wanted if name.startswith(("S3_", "BACKUPS_S3_"))}
    assert wanted - given == set()


def test_so_is_the_worker_of_all_of_them() -> None:
    """It does the jobs of each, and one setting less would have it do them otherwise."""
    services = compose({})["services"]
    worker = services["worker"]["environment"]
    for service in SERVICES:
        own = services[service]["environment"]
        read = {name: value for name, value in own.items() if name in _fields(service)}
        # It may write elsewhere, but nothing that it is told is another.
        assert read.items() <= worker.items(), service
        assert f"{service.upper()}_DATABASE_URL_FILE" in worker


def test_what_is_set_there_is_read_by_a_program_that_gets_it() -> None:
    composed = compose({"COMPOSE_PROFILES": _ALL_PROFILES, **_all_samples()})["services"]
    unread = []
    for name in {*_samples()} - _COMPOSES:
        getting = [each for each, service in composed.items() if name in (service.get("environment") or {})]
        # Others are part of a container: its ports, networks, image or command.
        if getting and not any(_reads(each, name) for each in getting):
            unread.append(name)
    assert unread == []


def _reads(container: str, name: str) -> bool:
    if container in _KINDS and name in _fields(container):
        return True
    folders = {"gateway": "gateway", "web": "web/server", "cache": "deploy/cache", "prepare": "deploy/operations"}
    folders |= dict.fromkeys(("secrets", "bucket", "prepare"), "deploy") | dict.fromkeys(_KINDS, "shared/kit")
    folder = folders.get(container)
    if folder is None:
        return False
    named = re.compile(rf"\b{name}\b")
    files = (file for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".ts", ".sh", ".yml", ".vcl"))
    return any(named.search(file.read_text()) for file in files if ".test." not in file.name)


def _all_samples() -> dict[str, str]:
    return {name: value for name, value in _samples().items() if name not in _COMPOSES}


def test_what_is_proposed_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = _all_samples()
    composed = compose({"COMPOSE_PROFILES": _ALL_PROFILES, **samples})["services"]
    # `PORT` may name an address for Docker, and not for `make up`.
    assert faults_of({name: value for name, value in samples.items() if name != "PORT"}) == []
    for service, kind in _KINDS.items():
        with monkeypatch.context() as patched:
            for name, value in composed[service]["environment"].items():
                # Files are in the container.
                if not name.endswith("_FILE"):
                    patched.setenv(name, value)
            for name in ("DATABASE_URL", "REDIS_URL"):
                patched.setenv(name, samples[name])
            patched.setenv("SETUP_CODE", "open-sesame")
            settings = read_settings(kind)
            assert settings.public_url == samples["PUBLIC_URL"]
            assert read_watch_settings(composed[service]["environment"]).metrics_port == int(samples["METRICS_PORT"])


@pytest.mark.parametrize(
    ("profile", "setting", "address", "readers"),
    [
        ("minio", "S3_ENDPOINT_URL", "http://minio:9000", ("cms", "ecom", "worker", "bucket")),
        ("clamd", "CLAMD_ADDRESS", "clamd:3310", ("cms", "worker")),
        ("cache", "CACHE_PURGE_URL", "http://cache:8081", ("web", "worker")),
    ],
)
def test_what_a_profile_has_is_reached_by_who_is_told_of_it(
    profile: str, setting: str, address: str, readers: tuple[str, ...]
) -> None:
    assert address in (ROOT / ".env.example").read_text()
    composed = compose({"COMPOSE_PROFILES": profile, setting: address, "S3_BUCKET": "files"})["services"]
    host = urlsplit(address if "://" in address else f"tcp://{address}").hostname
    assert host == profile
    for reader in readers:
        assert composed[reader]["environment"][setting] == address, reader
        assert {*composed[reader]["networks"]} & {*composed[profile]["networks"]}, reader


def test_a_minio_of_the_sites_own_has_the_sites_key() -> None:
    key = {"S3_ACCESS_KEY_ID": "site", "S3_SECRET_ACCESS_KEY": "open-sesame"}
    given = {"COMPOSE_PROFILES": "minio", "S3_BUCKET": "files", "S3_ENDPOINT_URL": "http://minio:9000", **key}
    composed: dict[str, Any] = compose(given)["services"]
    assert composed["minio"]["environment"] == {
        "MINIO_ROOT_USER": key["S3_ACCESS_KEY_ID"],
        "MINIO_ROOT_PASSWORD": key["S3_SECRET_ACCESS_KEY"],
    }
    for name in ("bucket", "cms", "ecom", "worker"):
        environment = composed[name]["environment"]
        assert {each: environment[each] for each in key} == key, name
        assert environment["S3_BUCKET"] == "files", name
