"""The catalogues of emails, and moments in words."""

from datetime import UTC, datetime

import pytest

from cms.emails import catalogues, words


def test_every_catalogue_is_current_and_complete() -> None:
    assert catalogues.faults() == []


def test_a_sentence_that_no_catalogue_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "_messages", lambda: {"Log in", "Nobody has said this"})
    assert "de.po of the emails lacks: Nobody has said this" in catalogues.faults()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en-GB", "4 March 2026 at 09:05 (Europe/London)"),
        ("de-AT", "4. März 2026 um 09:05 Uhr (Europe/London)"),
        ("fr", "4 March 2026 at 09:05 (Europe/London)"),
        (None, "4 March 2026 at 09:05 (Europe/London)"),
    ],
)
def test_a_moment_is_told_as_people_read_it(language: str | None, expected: str) -> None:
    moment = datetime(2026, 3, 4, 9, 5, tzinfo=UTC)
    assert words.moment_in_words(moment, "Europe/London", language) == expected
