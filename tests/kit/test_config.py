from typing import Any

import pytest
from pydantic import ValidationError

from kit.testing import SettingsFor
from tests.kit.service import Settings


class TestSettings:
    def test_are_read_from_the_environment(self, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch) -> None:
        given = settings_for(Settings)
        for name, value in given.model_dump().items():
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
        ],
    )
    def test_are_checked(self, settings_for: SettingsFor, changed: dict[str, Any]) -> None:
        with pytest.raises(ValidationError):
            settings_for(Settings, **changed)

    def test_lose_a_slash_at_the_end(self, settings_for: SettingsFor) -> None:
        settings = settings_for(Settings, public_url="https://site.example/", content_url="http://c:1/")
        assert (settings.public_url, settings.url_of("content")) == ("https://site.example", "http://c:1")
