import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kit.config import read_settings
from kit.environment import SettingsError
from kit.testing import SettingsFor
from tests.forks import fork_module
from tests.kit.service import Settings

MALFORMED = [
    ("redis_url", "redis://:open/sesame@localhost/0"),
    ("redis_url", "redis://:4711/sesame@localhost/0"),
    ("redis_url", "redis://:4711#sesame@localhost/0"),
    ("database_url", "postgresql://boss:open/sesame@localhost/site"),
    ("database_url", "postgresql://boss:open?sesame@localhost/site"),
    ("database_url", "postgresql://boss:open#sesame@localhost/site"),
    ("database_url", "postgresql://boss:sesame@localhost:open/site"),
    ("database_url", "postgresql://boss:sesame@localhost:70000/site"),
]
"""Addresses of engines with passwords that are not written as they have to be, or with ports that are none."""


class TestSettings:
    def test_are_read_from_the_environment(self, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch) -> None:
        given = settings_for(Settings)
        for name, value in given.model_dump(exclude_none=True).items():
            monkeypatch.setenv(name.upper(), str(getattr(value, "get_secret_value", lambda value=value: value)()))
        monkeypatch.setenv("LOG_LEVEL", "warning")
        monkeypatch.setenv("RELEASE", "")
        monkeypatch.setenv("OUTBOUND_NETWORKS", "10.0.0.0/8, fd00::/8")
        read = Settings()
        assert [str(network) for network in read.outbound_networks] == ["10.0.0.0/8", "fd00::/8"]
        assert (read.database_url, read.log_level, read.release) == (given.database_url, "WARNING", "development")

    def test_do_not_show_their_secrets(self, settings_for: SettingsFor) -> None:
        settings = settings_for(Settings)
        assert settings.database_url.get_secret_value() not in repr(settings)

    def test_cannot_be_changed(self, settings_for: SettingsFor) -> None:
        with pytest.raises(ValidationError):
            settings_for(Settings).pool_size = 9

    @pytest.mark.parametrize(
        "changed",
        [
            {"public_url": "site.example"},
            {"auth_url": "redis://x"},
            {"pool_size": 0},
            {"log_level": "LOUD"},
            {"outbound_networks": "10.0.0.1/8"},
            {"database_url": "mysql://root@localhost/site"},
            {"database_url": "localhost:5432/site"},
            {"redis_url": "localhost:6379"},
            {"redis_url": "redis://[::1"},
            *({name: url} for name, url in MALFORMED),
            {"s3_bucket": "files", "s3_endpoint_url": "s3.example.org"},
            {"s3_bucket": "files", "s3_access_key_id": "key"},
            {"s3_region": "eu-central-1"},
            {"backups_s3_endpoint_url": "http://s3.example.org"},
        ],
        ids=str,
    )
    def test_are_checked(self, settings_for: SettingsFor, changed: dict[str, Any]) -> None:
        with pytest.raises(ValidationError):
            settings_for(Settings, **changed)

    @pytest.mark.parametrize("name", ["crm_url", "ecom_url"])
    def test_say_by_an_empty_address_that_the_site_does_without_a_service(
        self, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        for each, value in {**environment, name.upper(): ""}.items():
            monkeypatch.setenv(each, value)
        settings = read_settings(Settings)
        assert settings.url_of("crm" if name == "crm_url" else "ecom") is None
        assert settings.url_of("content") == "http://content.test"
        # One that was forgotten is another thing.
        monkeypatch.delenv(name.upper())
        with pytest.raises(SettingsError, match=f"^{name.upper()} is missing$"):
            read_settings(Settings)
        # And nothing goes without those that every site has.
        monkeypatch.setenv(name.upper(), "")
        monkeypatch.setenv("CONTENT_URL", "")
        with pytest.raises(SettingsError, match=r"^CONTENT_URL is missing$"):
            read_settings(Settings)

    def test_lose_a_slash_at_the_end(self, settings_for: SettingsFor) -> None:
        settings = settings_for(Settings, public_url="https://site.example/", content_url="http://c:1/")
        assert (settings.public_url, settings.url_of("content")) == ("https://site.example", "http://c:1")


class TestSecretsInFiles:
    def test_are_read_from_there(
        self, settings_for: SettingsFor, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "url").write_text(environment.pop("DATABASE_URL") + "\n")
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "url"))
        assert read_settings(Settings).database_url == settings_for(Settings).database_url

    def test_give_way_to_the_variable_itself(
        self, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("REDIS_URL_FILE", str(tmp_path / "not-there"))
        assert read_settings(Settings).redis_url.get_secret_value() == environment["REDIS_URL"]

    def test_that_cannot_be_read_are_said(
        self, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in environment:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "not-there"))
        with pytest.raises(SettingsError, match=r"DATABASE_URL_FILE names .*not-there, which cannot be read: No such"):
            read_settings(Settings)


class TestAStartWithoutItsSettings:
    @pytest.mark.parametrize("module", ["kit.serve", "kit.worker"])
    def test_says_one_line_for_each_and_no_value(self, environment: dict[str, str], module: str) -> None:
        wrong = {**environment, "PUBLIC_URL": "nowhere", "POOL_SIZE": "many", "DATABASE_URL": ""}
        del wrong["REDIS_URL"]
        ended = subprocess.run(
            [sys.executable, "-m", module, "crm"], env=wrong, capture_output=True, text=True, check=False
        )
        lines = ended.stderr.splitlines()
        assert (ended.returncode, ended.stdout, len(lines)) == (1, "", 4)
        said = "crm" if module == "kit.serve" else "worker"
        assert all(line.startswith(f"{said}: ") for line in lines)
        assert {"DATABASE_URL is missing", "REDIS_URL is missing"} <= {line.partition(": ")[2] for line in lines}
        assert not any("nowhere" in line or "many" in line for line in lines)

    async def test_says_what_an_address_has_to_be_and_what_a_bucket_lacks(self, environment: dict[str, str]) -> None:
        async def lines(**changed: str) -> list[str]:
            code, _, errors = await _ended("kit.worker", {**environment, **changed})
            assert code == 1
            return errors.splitlines()

        assert await lines(DATABASE_URL="db.example.org", REDIS_URL="secret@localhost:6379") == [
            "worker: DATABASE_URL: must be an address that begins with postgresql://",
            "worker: REDIS_URL: must be an address that begins with redis://",
        ]
        assert await lines(S3_REGION="eu-central-1", S3_ACCESS_KEY_ID="key") == [
            "worker: S3_BUCKET must be given, since S3_REGION and S3_ACCESS_KEY_ID is"
        ]

    @pytest.mark.parametrize("module", ["kit.serve", "kit.worker"])
    async def test_says_one_line_of_an_address_that_cannot_be_read_and_nothing_of_its_password(
        self, environment: dict[str, str], module: str
    ) -> None:
        name, url = MALFORMED[0]
        code, output, errors = await _ended(module, {**environment, name.upper(): url})
        said = "crm" if module == "kit.serve" else "worker"
        assert (code, output, len(errors.splitlines())) == (1, "", 1)
        assert errors.startswith(f"{said}: {name.upper()}: is no address that can be read: ")
        assert not any(part in errors for part in ("open", "sesame", "4711"))

    @pytest.mark.parametrize(("name", "url"), MALFORMED, ids=[url for _, url in MALFORMED])
    def test_would_say_the_same_of_each(
        self, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str, url: str
    ) -> None:
        for each, value in {**environment, name.upper(): url}.items():
            monkeypatch.setenv(each, value)
        with pytest.raises(SettingsError) as refused:
            read_settings(Settings)
        said = refused.value.said_by("crm")
        assert len(said.splitlines()) == 1
        assert said.startswith(f"crm: {name.upper()}: is no address that can be read: ")
        assert not any(part in said for part in ("open", "sesame", "4711"))

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://boss:open%2Fsesame@one:5432,two:5433/site?sslmode=require",
            "postgresql:///site?host=/run/postgresql",
            "postgres://boss@[::1]:5432/site",
        ],
    )
    def test_takes_addresses_with_several_hosts_or_sockets(self, settings_for: SettingsFor, url: str) -> None:
        assert settings_for(Settings, database_url=url).database_url.get_secret_value() == url

    @pytest.mark.parametrize("module", ["kit.serve", "kit.worker"])
    async def test_says_one_line_of_keys_that_are_not_there(
        self, environment: dict[str, str], module: str, tmp_path: Path
    ) -> None:
        code, output, errors = await _ended(module, {**environment, "KEYS_DIR": str(tmp_path)})
        assert (code, output, len(errors.splitlines())) == (1, "", 1), errors
        said = "crm" if module == "kit.serve" else "worker"
        assert errors.startswith(f"{said}: KEYS_DIR: the keys of crm in {tmp_path} cannot be read: ")

    async def test_names_a_port_that_is_none(self, environment: dict[str, str]) -> None:
        code, _, errors = await _ended("kit.serve", {**environment, "PORT": "http"})
        assert (code, errors) == (1, "crm: PORT must be a number from 1 to 65535, not 'http'\n")


async def _ended(module: str, environment: dict[str, str]) -> tuple[int | None, str, str]:
    """Start it for crm: its exit status, its output and its errors."""
    process = await fork_module([module, "crm"], environment, ["crm.app", "crm.worker"], with_errors=True)
    output, errors = await asyncio.wait_for(process.communicate(), 150)
    return process.returncode, output.decode(), errors.decode()


@pytest.fixture
def environment(settings_for: SettingsFor) -> dict[str, str]:
    """The least that a service has to be told."""
    given = settings_for(Settings)
    names = [name for name, field in Settings.model_fields.items() if field.is_required()]
    plain = {name: getattr(given, name) for name in names}
    return {name.upper(): str(getattr(value, "get_secret_value", lambda v=value: v)()) for name, value in plain.items()}
