"""What is left of the items of a list whose image somebody may not see."""

from typing import Any

import pytest

from content.fields.catalogue import manifests
from content.fields.figures import without_hidden
from content.fields.files import shown_fields

ITEM = {"image": {"type": "image"}, "name": {"type": "text"}}
VALUES = {"people": [{"image": {"file": "hidden"}, "name": "Ann"}, {"image": {"file": "open"}, "name": "Bob"}]}


@pytest.mark.parametrize(
    ("options", "names"),
    [({}, ["Ann", "Bob"]), ({"subject": "image"}, ["Bob"])],
)
def test_an_item_goes_with_its_subject_alone(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], names: list[str]
) -> None:
    people = {"type": "list", "item": ITEM, **options}
    monkeypatch.setattr("content.fields.files.file_fields", lambda _: {"people": people})
    shown = shown_fields("acme.team", VALUES, lambda use: use != "hidden")
    assert [each["name"] for each in shown["people"]] == names
    assert "hidden" not in str(shown)


def test_subjects_are_images_of_the_items() -> None:
    lists = [
        definition
        for manifest in manifests().values()
        for definition in manifest["fields"].values()
        if "subject" in definition
    ]
    assert lists
    assert {each["item"][each["subject"]]["type"] for each in lists} == {"image"}


@pytest.mark.parametrize(("file", "is_told"), [("open", True), ("hidden", False)])
def test_a_caption_goes_with_its_image(file: str, is_told: bool) -> None:
    fields = {"heading": "Boats", "picture": {"file": file}, "caption": "Kept in Bergen"}
    shown = shown_fields("cms.textImage", fields, lambda use: use != "hidden")
    assert shown == (fields if is_told else {"heading": "Boats"})
    alone = {"heading": "Boats", "caption": "Of no image"}
    assert shown_fields("cms.textImage", alone, lambda _: False) == alone


HIDDEN, OPEN = '<img src="/files/no.jpg" alt="secret">', '<img src="/files/yes.jpg" alt="open">'


@pytest.mark.parametrize(
    ("html", "left"),
    [
        (f"<p>a{HIDDEN}b{OPEN}c</p>", f"<p>ab{OPEN}c</p>"),
        (f"<p>a</p><figure>{HIDDEN}<figcaption>secret</figcaption></figure><p>b</p>", "<p>a</p><p>b</p>"),
        (f'<figure class="alignleft"><div><div>{HIDDEN}</div></div>secret</figure>b', "b"),
        (f'<div class="alignleft wp-caption">{HIDDEN}<p>secret</p></div>b', "b"),
        (f"<div>{HIDDEN}<p>a</p></div>b", "<div><p>a</p></div>b"),
        (f"<figure>{OPEN}{HIDDEN}<figcaption>secret</figcaption></figure>b", "b"),
        (f"<figure>{OPEN}<figcaption>a</figcaption></figure>{HIDDEN}",
         f"<figure>{OPEN}<figcaption>a</figcaption></figure>"),
        (f"<figure><figure>{HIDDEN}secret</figure><figure>{OPEN}a</figure><figcaption>all</figcaption></figure>",
         f"<figure><figure>{OPEN}a</figure><figcaption>all</figcaption></figure>"),
        (f"<figure><figure>{HIDDEN}secret</figure><figure>{HIDDEN}</figure><figcaption>secret</figcaption></figure>b", "b"),
        (f"<figure>{HIDDEN}secret<figure>{OPEN}secret</figure></figure>b", "b"),
        ("<figure><figcaption>of no image</figcaption></figure>", "<figure><figcaption>of no image</figcaption></figure>"),
        (f"<figure><p>{HIDDEN}</div>secret", ""),
        (f"</figure>a{HIDDEN}</div>b", "</figure>a</div>b"),
    ],
)  # fmt: skip
def test_what_a_text_says_of_an_image_goes_with_it(html: str, left: str) -> None:
    assert without_hidden(html, lambda use: use != "/files/no.jpg") == left
    shown = shown_fields("cms.text", {"content": html}, lambda use: use != "/files/no.jpg")
    assert shown == {"content": left}
