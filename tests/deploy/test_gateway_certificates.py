"""The gateway with `ACME_EMAIL`: Traefik itself, by what its container's start makes of the compose file's settings."""

import json
import os
import re
import ssl
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from deploy.local import ports
from deploy.local.settings import ROOT
from tests.certificates import make_certificate
from tests.composed.site import compose
from tests.deploy.conftest import Echo
from tests.fakes.authority import Authority
from tests.fakes.serving import serving
from tests.watching_files import METRICS_WITH_TLS

_NAME = "www.example.org"
_PARTS = ("auth", "cms", "content", "crm", "ecom", "web")
_SECONDS = 60


@dataclass(frozen=True)
class Certified:
    """A gateway, the authority that it asks, and where both its ports are."""

    authority: Authority
    folder: Path
    plain: httpx.Client
    encrypted: httpx.Client
    """For visitors who trust the authority, and nobody else."""
    metrics: str

    def get(self, path: str) -> httpx.Response:
        """What a visitor gets of the site by its name, once it can prove that it has that."""
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            try:
                return self.encrypted.get(path, headers={"Host": _NAME}, extensions={"sni_hostname": _NAME})
            except httpx.TransportError:
                time.sleep(0.05)
        raise TimeoutError((self.folder / "log").read_text())


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certified]:
    with _gateway(tmp_path_factory.mktemp("certified")) as gateway:
        yield gateway


@contextmanager
def _gateway(folder: Path, *, looked_for_at: str = "plain") -> Iterator[Certified]:
    """One that the authority finds at its own port without encryption, or ``looked_for_at`` another."""
    with ExitStack() as held:
        chosen = ports.reserve(["plain", "encrypted", "internal", "metrics", "nobody"], held)
        authority = Authority(chosen[looked_for_at])
        # Traefik asks no authority without encryption.
        certificate = make_certificate(folder)
        address = held.enter_context(serving(authority.app, "authority", certificate))
        settings = {
            "PUBLIC_URL": f"https://{_NAME}",
            "ACME_EMAIL": "you@example.org",
            "ACME_SERVER": f"{address}/directory",
        }
        told = compose(settings)["services"]["gateway"]["environment"]
        echo = Echo("web")
        held.callback(echo.close)
        own = {
            **{f"{part.upper()}_URL": f"http://127.0.0.1:{echo.server_port}" for part in _PARTS},
            "PORT": str(chosen["plain"]),
            "TLS_PORT": str(chosen["encrypted"]),
            "INTERNAL_PORT": str(chosen["internal"]),
            "METRICS_PORT": str(chosen["metrics"]),
            "ACME_DIR": str(folder),
            "RUN_DIR": str(folder),
            "TMPDIR": str(folder),
            "SSL_CERT_FILE": str(certificate),
            "GATEWAY_DIR": str(ROOT / "gateway"),
            "TRAEFIK": str(Path(sys.executable).with_name("traefik")),
        }
        held.enter_context(_started(folder / "log", {"PATH": os.environ["PATH"], **told, **own}))
        trusting = ssl.create_default_context(cadata=authority.certificate)
        plain = held.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{chosen['plain']}", timeout=60))
        encrypted = httpx.Client(base_url=f"https://127.0.0.1:{chosen['encrypted']}", verify=trusting, timeout=60)
        metrics = f"http://127.0.0.1:{chosen['metrics']}/metrics"
        yield Certified(authority, folder, plain, held.enter_context(encrypted), metrics)


@contextmanager
def _started(log: Path, environment: dict[str, str]) -> Iterator[None]:
    with log.open("wb") as output:
        command = ["sh", str(ROOT / "gateway/start.sh")]
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def test_gets_a_certificate_for_the_sites_name_and_serves_the_site_with_it(gateway: Certified) -> None:
    answer = gateway.get("/a-page")
    assert answer.status_code == 200, answer.text
    assert answer.json()["headers"]["x-forwarded-proto"] == "https"
    assert gateway.authority.contacts == ["mailto:you@example.org"]
    assert gateway.authority.certified == [_NAME]


def test_tells_prometheus_when_it_ends(gateway: Certified) -> None:
    """By which the alert CertificateExpires goes."""
    gateway.get("/")
    told = httpx.get(gateway.metrics, timeout=60).text
    for name in METRICS_WITH_TLS:
        [(labels, value)] = re.findall(rf"^{name}\{{(.*)\}} (\S+)$", told, re.MULTILINE)
        assert f'sans="{_NAME}"' in labels
        assert 'cn="' in labels
        now = time.time()
        assert now < float(value) < now + 400 * 86_400


def test_keeps_the_certificates_to_itself(gateway: Certified) -> None:
    gateway.get("/")
    assert stat.S_IMODE((gateway.folder / "acme.json").stat().st_mode) == 0o600


def test_sends_visitors_there_who_come_without_encryption(gateway: Certified) -> None:
    gateway.get("/")
    answer = gateway.plain.get("/a-page?of=it", headers={"Host": _NAME})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{_NAME}/a-page?of=it")


def test_says_in_its_log_why_there_is_none(tmp_path: Path) -> None:
    """Where the doctor leads. Each line is JSON, as those of the other parts."""
    with _gateway(tmp_path, looked_for_at="nobody") as gateway:
        until = time.monotonic() + _SECONDS
        found: list[dict[str, str]] = []
        while not found:
            # Not one that is just being written.
            lines = (tmp_path / "log").read_text().rpartition("\n")[0].splitlines()
            found = [line for line in map(json.loads, lines) if "ACME certificate" in line["message"]]
            assert time.monotonic() < until, lines
            time.sleep(0.05)
        assert {line["level"] for line in found} == {"error"}
        assert _NAME in json.dumps(found)
        assert gateway.authority.certified == []
