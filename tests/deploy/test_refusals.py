"""A copy that cannot start says why in one line, and ends with something else than 0."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from deploy.local.data_folder import DataFolder
from deploy.local.errors import StartError
from deploy.local.settings import ROOT, read_settings
from kit.environment import SettingsError
from kit.watching.settings import read_watch_settings
from tests.old_postgres import old_postgres
from tests.stack import Stack


def refusal(stack: Stack) -> str:
    """The one line that it says."""
    assert stack.launch().wait(150) == 1
    lines = stack.output.splitlines()
    assert len(lines) == 1
    return lines[0]


class TestStart:
    def test_port_is_taken(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            assert f"port {port} is taken" in refusal(Stack(tmp_path / "data", port))

    def test_data_is_of_a_newer_version(self, tmp_path: Path) -> None:
        data = tmp_path / "data"
        data.mkdir()
        (data / "version.json").write_text(json.dumps({"layout": 1, "release": "99.0.0"}))
        assert "newer" in refusal(Stack(data))

    def test_postgres_is_too_old(self, tmp_path: Path) -> None:
        with old_postgres("15.13") as url:
            said = refusal(Stack(tmp_path / "data", env={"DATABASE_URL": url}))
        assert said == "Pagewright: Postgres is version 15; Pagewright needs 16 or newer"

    def test_folder_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        stack = Stack(tmp_path / "file" / "data")
        stack._output_file = tmp_path / "output"
        assert "cannot be written" in refusal(stack)

    def test_disk_is_full(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1024))
        with pytest.raises(StartError, match="is full"), DataFolder(tmp_path / "data").open_locked():
            pass

    @pytest.mark.parametrize(
        "setting",
        [
            {"PORT": "http"},
            {"PORT": "70000"},
            {"PUBLIC_URL": "example.org"},
            {"PUBLIC_URL": "https://example.org/site"},
            {"DATABASE_URL": "mysql://root@localhost/site"},
            {"DATABASE_URL": "postgresql://localhost"},
            {"DATABASE_URL": "postgresql://boss:open/sesame@localhost/site"},
            {"DATABASE_URL": "postgresql://localhost:70000/site"},
            {"REDIS_URL": "localhost:6379"},
            {"REDIS_URL": "redis://:open/sesame@localhost/0"},
            {"REDIS_URL": "redis://[::1"},
            {"LOG_LEVEL": "loud"},
            {"METRICS_PORT": "on"},
            {"METRICS_PORT": "65529"},
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"},
            {"OTEL_EXPORTER_OTLP_HEADERS": "a token"},
            {"OTEL_TRACES_SAMPLER_ARG": "1.5"},
            {"OUTBOUND_NETWORKS": "10.0.0.1/8"},
            {"DATA_DIR": 'my "data"'},
            {"SMTP_PORT": "smtp", "SMTP_HOST": "mail.example.org"},
            {"SMTP_SECURITY": "ssl", "SMTP_HOST": "mail.example.org"},
            {"MAIL_FROM": "Willow", "SMTP_HOST": "mail.example.org"},
            {"MAIL_KEPT_DAYS": "0"},
            {"MAIL_KEPT_DAYS": "for ever"},
            {"S3_ENDPOINT_URL": "s3.example.org", "S3_BUCKET": "files"},
            {"S3_ACCESS_KEY_ID": "key", "S3_BUCKET": "files"},
            {"BACKUPS_S3_REGION": "eu-central-1"},
            {"BACKUPS_DIR": "backups"},
            {"BACKUPS_DIR": "/mnt", "BACKUPS_S3_BUCKET": "backups"},
            {"MAX_FILE_BYTES": "5 GB"},
            {"CLAMD_ADDRESS": "clamd"},
            {"CACHE_PURGE_URL": "cache:8081"},
            {"CACHE_PURGE_URL": "http://user:secret@cache"},
            {"CACHE_PURGE_HEADER": "secret", "CACHE_PURGE_URL": "http://cache"},
            {"CACHE_PURGE_URL": "", "CACHE_PURGE_HEADER": "Authorization: Bearer secret"},
        ],
        ids=str,
    )
    def test_setting_makes_no_sense(self, setting: dict[str, str]) -> None:
        with pytest.raises(StartError, match=next(iter(setting))) as raised:
            read_settings(setting)
        assert "open" not in str(raised.value)

    def test_a_secret_is_in_a_file(self, tmp_path: Path) -> None:
        """As services take it: half of a key is one that is in neither place."""
        (tmp_path / "secret").write_text("open-sesame\n")
        file = str(tmp_path / "secret")
        bucket = {"S3_BUCKET": "files", "S3_ACCESS_KEY_ID": "key", "S3_SECRET_ACCESS_KEY_FILE": file}
        assert read_settings({**bucket, "SETUP_CODE_FILE": file}).setup_code == "open-sesame"
        with pytest.raises(StartError, match=r"S3_SECRET_ACCESS_KEY_FILE names .+ cannot be read"):
            read_settings({**bucket, "S3_SECRET_ACCESS_KEY_FILE": str(tmp_path / "none")})

    def test_mail_has_settings_and_no_server(self) -> None:
        with pytest.raises(StartError, match="SMTP_HOST must be given"):
            read_settings({"SMTP_PASSWORD": "x", "MAIL_FROM": "mail@example.org"})

    def test_storage_has_settings_and_no_bucket(self) -> None:
        with pytest.raises(StartError, match="S3_BUCKET must be given"):
            read_settings({"S3_REGION": "eu-west-1"})


class TestACommand:
    def _ended(self, command: str, data: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "deploy.local", command],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(data)},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_makes_no_keys_where_there_is_no_site(self, tmp_path: Path) -> None:
        """An operator who misspells the folder would believe that stolen keys are no longer valid."""
        ended = self._ended("rotate-keys", tmp_path / "none")
        said = f"Pagewright: there is no site in {tmp_path / 'none'}\n"
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", said)
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("command", ["down", "backup"])
    def test_names_a_file_that_it_cannot_use(self, tmp_path: Path, command: str) -> None:
        lock = tmp_path / "run" / "lock"
        lock.mkdir(parents=True)
        ended = self._ended(command, tmp_path)
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"Pagewright: {lock}: Is a directory\n")


class TestTheGatewaysContainer:
    """Its settings are read by a shell, and the files that Traefik reads are made of them."""

    ADDRESSES = {f"{part}_URL": f"http://{part.lower()}:8000" for part in ("AUTH", "CMS", "CONTENT", "CRM", "ECOM")}
    GIVEN = {**ADDRESSES, "WEB_URL": "http://web-1:8000,http://web-2:8000", "PUBLIC_URL": "https://example.org"}

    def _started(self, folder: Path, **changed: str) -> subprocess.CompletedProcess[str]:
        """With a program in place of Traefik that only shows what it was started with."""
        own = {"PATH": os.environ["PATH"], "RUN_DIR": str(folder), "GATEWAY_DIR": str(ROOT / "gateway")}
        return subprocess.run(
            ["sh", str(ROOT / "gateway" / "start.sh")],
            env={**own, "TRAEFIK": "echo", **self.GIVEN, **changed},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_starts(self, tmp_path: Path) -> None:
        for changed in ({}, {"TRUSTED_PROXIES": "10.0.0.0/8, ::1", "ACME_EMAIL": "you@example.org", "PORT": ""}):
            ended = self._started(tmp_path, **changed)
            assert (ended.returncode, ended.stderr) == (0, "")
            written = yaml.safe_load((tmp_path / "traefik.yml").read_text())
            proxies = written["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"]
            assert proxies == (["10.0.0.0/8", "::1"] if changed else [])

    def test_settings_that_are_malformed_empty_or_missing_get_a_line_each(self, tmp_path: Path) -> None:
        wrong = {
            "PORT": "http",
            "DRAIN_SECONDS": "a while",
            "PUBLIC_URL": "example.org",
            "TRUSTED_PROXIES": "[proxy]",
            "AUTH_URL": "http://auth-1:8000,auth-2:8000",
            "WEB_URL": "",
            "METRICS_PORT": "70000",
            "OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318",
            "OTEL_TRACES_SAMPLER_ARG": "10%",
            "OTEL_EXPORTER_OTLP_HEADERS": "Authorization: secret",
        }
        ended = self._started(tmp_path, **wrong)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr.splitlines() == [
            "gateway: PORT must be a number, not 'http'",
            "gateway: DRAIN_SECONDS must be a number, not 'a while'",
            "gateway: PUBLIC_URL must be an address such as https://www.example.org, not 'example.org'",
            "gateway: TRUSTED_PROXIES must be addresses or networks, separated by commas",
            "gateway: AUTH_URL must be addresses that begin with http://, not 'auth-2:8000'",
            "gateway: WEB_URL is missing",
            "gateway: METRICS_PORT must be a number from 1 to 65535, not '70000'",
            "gateway: OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318",
            "gateway: OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '10%'",
            "gateway: OTEL_EXPORTER_OTLP_HEADERS must be like name=value,other=value",
        ]
        assert not (tmp_path / "traefik.yml").exists()

    @pytest.mark.parametrize(
        ("name", "texts"),
        [
            ("METRICS_PORT", ["0", "1", "9464", "65535", "65536", "94640000000000000000", "on", "-1"]),
            ("OTEL_TRACES_SAMPLER_ARG", ["0", "1", "0.1", ".5", "1.0", "1.5", "2", "-1", "nan", "0,5"]),
            (
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                ["http://c:4318", "https://c/otlp/", "c:4318", "http://", "http://u:p@c", "http://c?a", "grpc://c"],
            ),
            ("OTEL_EXPORTER_OTLP_HEADERS", ["a=b", "a=b, c=d,", "a", "=b", "a=", 'a="b"', "a=b c", "a=\\"]),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_refuses_what_the_other_parts_refuse(self, tmp_path: Path, name: str, texts: list[str]) -> None:
        for text in texts:
            try:
                read_watch_settings({name: text})
            except SettingsError as error:
                expected = 1, error.said_by("gateway") + "\n"
            else:
                expected = 0, ""
            ended = self._started(tmp_path, **{name: text})
            assert (ended.returncode, ended.stderr) == expected, text

    def test_the_collectors_headers_may_be_in_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "headers").write_text("Authorization=Bearer%20token\n")
        given = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318",
            "OTEL_EXPORTER_OTLP_HEADERS": "",
            "OTEL_TRACES_SAMPLER_ARG": "1",
        }
        ended = self._started(tmp_path, **given, OTEL_EXPORTER_OTLP_HEADERS_FILE=str(tmp_path / "headers"))
        assert (ended.returncode, ended.stderr) == (0, "")
        written = yaml.safe_load((tmp_path / "traefik.yml").read_text())
        assert written["tracing"]["otlp"]["http"]["headers"] == {"Authorization": "Bearer token"}
        ended = self._started(tmp_path, **given, OTEL_EXPORTER_OTLP_HEADERS_FILE=str(tmp_path / "none"))
        assert ended.returncode == 1
        assert ended.stderr.endswith("gateway: OTEL_EXPORTER_OTLP_HEADERS_FILE cannot be read\n")

    def test_certificates_need_a_name_with_https(self, tmp_path: Path) -> None:
        ended = self._started(tmp_path, PUBLIC_URL="http://example.org", ACME_EMAIL="you@example.org")
        said = "gateway: with ACME_EMAIL, PUBLIC_URL has to begin with https://\n"
        assert (ended.returncode, ended.stderr) == (1, said)

    def test_no_authority_is_asked_without_encryption(self, tmp_path: Path) -> None:
        given = {"PUBLIC_URL": "https://example.org", "ACME_EMAIL": "you@example.org"}
        assert self._started(tmp_path, **given, ACME_SERVER="").returncode == 0
        ended = self._started(tmp_path, **given, ACME_SERVER="http://ca.test/directory")
        said = "gateway: ACME_SERVER must be an address that begins with https://, not 'http://ca.test/directory'\n"
        assert (ended.returncode, ended.stderr) == (1, said)


class TestMake:
    def test_python_is_too_old(self) -> None:
        result = subprocess.run(["make", "up", "PYTHON="], cwd=ROOT, capture_output=True, text=True, check=False)
        assert result.returncode != 0
        assert "needs Python 3.11 or newer" in result.stderr

    def test_help_names_every_target(self) -> None:
        shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for target in ("up", "down", "dev", "test", "lint", "bench", "lock", "help"):
            assert f"make {target} " in shown
