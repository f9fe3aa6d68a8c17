"""What visitors answer is judged by the form as it is stored."""

import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from cms.contact_forms.answers import Submitted, judge
from cms.contact_forms.form import MEGABYTE, form_of, shown
from cms.emails.attachments import Upload
from tests.cms.contact_calls import EVERYTHING
from tests.cms.pictures import encoded, photograph

_VECTORS = Path(__file__).parents[1] / "vectors"
VECTORS: list[dict[str, Any]] = json.loads((_VECTORS / "contact-forms.json").read_text(encoding="utf-8"))
DEFINITIONS: list[dict[str, Any]] = json.loads((_VECTORS / "contact-definitions.json").read_text(encoding="utf-8"))
PICTURE = encoded(photograph(8, 8), "png")


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["description"] for vector in VECTORS])
def test_names_and_conditions_are_those_of_the_page(vector: dict[str, Any]) -> None:
    form = form_of("p", {"fields": vector["fields"]})
    assert [question.name for question in form.questions] == vector["names"]
    found = shown(form.questions, vector["answers"])
    assert [name for name in vector["names"] if name in found] == vector["shown"]


@pytest.mark.parametrize("vector", DEFINITIONS, ids=[vector["description"] for vector in DEFINITIONS])
def test_a_question_is_the_field_that_the_page_draws(vector: dict[str, Any]) -> None:
    [question] = form_of("p", {"fields": [vector["item"]]}).questions
    assert question.definition == vector["definition"]


def uploads(*sizes: int, media_type: str = "image/png") -> list[Upload]:
    return [Upload("a.png", media_type, size, BytesIO()) for size in sizes]


class TestFiles:
    @pytest.mark.parametrize(
        ("files", "code"),
        [
            (uploads(MEGABYTE), None),
            (uploads(MEGABYTE + 1), "file_too_large"),
            (uploads(5, media_type="text/html"), "file_type"),
            (uploads(5, media_type="application/pdf"), "file_type"),
            (uploads(*[5] * 6), "too_many"),
        ],
    )
    def test_are_judged_by_what_they_are(self, files: list[Upload], code: str | None) -> None:
        right = {"name": ["Zoë"], "email": ["zoe@example.org"]}
        answers = judge(form_of("p", {"fields": EVERYTHING}), Submitted(right, {"picture": files}))
        assert [fault.code for fault in answers.faults] == ([code] if code else [])


class TestJudging:
    @pytest.mark.parametrize(
        ("name", "values", "code"),
        [
            ("name", ["x" * 51], "too_long"),
            ("name", ["a\nb"], "one_line"),
            ("name", ["a\x00b"], "one_line"),
            ("name", ["a", "b"], "too_many"),
            ("name", ["   "], "required"),
            ("email", ["zoe@"], "invalid_email"),
            ("email", ["zoe@example.org\nBcc: ann@example.org"], "one_line"),
            ("email", ["a@example.org,b@example.org"], "invalid_email"),
            ("message", ["x" * 10_001], "too_long"),
            ("phone", ["call me"], "invalid_phone"),
            ("phone", ["+-()  //"], "invalid_phone"),
            ("room", ["Green"], "not_an_option"),
            ("room", ["Blue", "Blue"], "too_many"),
            ("days", ["Mo", "Tu", "We"], "too_many"),
            ("days", ["Mo", "Mo"], "too_many"),
            ("days", ["Su"], "not_an_option"),
            ("day", ["2029-12-31"], "out_of_range"),
            ("day", ["2030-02-30"], "invalid_date"),
            ("day", ["20300101"], "invalid_date"),
            ("guests", ["9"], "out_of_range"),
            ("guests", ["nan"], "invalid_number"),
            ("guests", ["1e400"], "invalid_number"),
            ("guests", ["0" * 300 + "2"], "too_long"),
            ("guests", ["1_0"], "invalid_number"),
            ("guests", ["٣"], "invalid_number"),
            ("picture", ["a text"], "wrong_type"),
            ("consent", ["perhaps"], "not_an_option"),
            ("super", ["yes"], "unknown_field"),
        ],
    )
    def test_what_does_not_fit_is_named(self, name: str, values: Sequence[str], code: str) -> None:
        given = {"name": ["Zoë"], "email": ["zoe@example.org"], name: values}
        answers = judge(form_of("p", {"fields": EVERYTHING}), Submitted(given, {}))
        assert [(fault.field, fault.code) for fault in answers.faults] == [(name, code)]

    def test_what_is_right_is_taken(self) -> None:
        given = {
            "name": [" Zoë "],
            "email": ["zoe@example.org"],
            "message": ["one\r\ntwo\n"],
            "phone": ["+44 (20) 7946-0000"],
            "days": ["Mo", "We"],
            "day": ["2030-01-01"],
            "guests": ["2,5"],
            "consent": ["yes"],
        }
        answers = judge(form_of("p", {"fields": EVERYTHING}), Submitted(given, {}))
        assert answers.faults == []
        assert (answers.values["name"], answers.values["message"]) == (["Zoë"], ["one\ntwo"])

    def test_a_condition_decides_what_is_required_and_what_counts(self) -> None:
        form = form_of("p", {"fields": EVERYTHING})
        right = {"name": ["Zoë"], "email": ["zoe@example.org"]}
        without = judge(form, Submitted({**right, "room": ["Blue"], "why": ["Because."]}, {}))
        assert (without.faults, "why" in without.values) == ([], False)
        needed = judge(form, Submitted({**right, "room": ["Red"]}, {}))
        assert [(fault.field, fault.code) for fault in needed.faults] == [("why", "required")]
