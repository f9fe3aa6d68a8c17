import os
import subprocess
import sys
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from kit.schemas import EmailAddress, GivenMoment, Key, Language, Name, Timezone, Url

GOOD: list[tuple[Any, str]] = [
    (Name, "Rosehip & Co"),
    (EmailAddress, "ada.lovelace+news@mail.example.org"),
    (EmailAddress, "a@b"),
    (Url, "https://example.org:8443/a?b=c#d"),
    (Key, "trustedRepositories"),
    (Language, "en"),
    (Language, "pt-BR"),
    (Language, "zh-Hant-TW"),
    (Timezone, "Europe/Paris"),
    (Timezone, "UTC"),
]
BAD: list[tuple[Any, str]] = [
    (Name, "   "),
    (Name, "x" * 201),
    *[(Name, f"a{character}b") for character in "\n\r\t\x00\x7f\x85\u2028\u2029"],
    *[
        (EmailAddress, text)
        for text in ("", "a", "a@", "@b", "a@b@c", "a b@c", ".a@b", "a..b@c", "a.@b", "a@-b", "a@b-")
    ],
    *[(EmailAddress, text) for text in ("a@b.", "é@b", f"{'a' * 65}@b", f"a@{'b' * 300}", "a@b,c@d")],
    *[(Url, text) for text in ("", "example.org", "ftp://a", "javascript:alert(1)", "http://", "//a", "http://a b")],
    *[(Url, text) for text in ("http://[", "http://a:99999", "http://a:x", "http://" + "a" * 2050)],
    *[(Key, text) for text in ("", "1a", "a b", "a\n")],
    *[(Language, text) for text in ("", "english", "EN", "en_GB", "en\n")],
    *[(Timezone, text) for text in ("", "Paris", "Europe/paris", "../etc/passwd")],
    *[(GivenMoment, text) for text in ("0001-12-31T23:59:59Z", "9999-01-01T00:00:00Z", "2026-01-01T00:00:00")],
]


class TestTypes:
    @pytest.mark.parametrize(("kind", "text"), GOOD, ids=[text for _, text in GOOD])
    def test_take(self, kind: Any, text: str) -> None:
        assert TypeAdapter(kind).validate_python(text) == text

    @pytest.mark.parametrize(("kind", "text"), BAD, ids=[repr(text)[:30] for _, text in BAD])
    def test_refuse(self, kind: Any, text: str) -> None:
        with pytest.raises(ValidationError):
            TypeAdapter(kind).validate_python(text)


def test_time_zones_are_known_to_machines_that_have_none_of_their_own() -> None:
    program = (
        "from zoneinfo import ZoneInfo, available_timezones as all; assert 'Europe/Paris' in all(); ZoneInfo('UTC')"
    )
    subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONTZPATH": ""}, check=True)
