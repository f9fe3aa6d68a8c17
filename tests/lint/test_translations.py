"""What no translation lacks: words, the placeholders of its message, and the marks of its language.

`make lint` fails for a catalogue that is not current; it does not see that a translation has lost the name of a product or
says „1 Produkte“. ICU's messages are read here as far as catalogues use them: placeholders, plurals and `<0>` marks.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from content.setup import first_words
from ecom.orders import document_words

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(
    [
        *(ROOT / "web" / "app").rglob("words/**/*.po"),
        *(ROOT / "services" / "cms" / "cms" / "emails" / "words").glob("*.po"),
    ]
)
TEMPLATES = ROOT / "services" / "cms" / "cms" / "email_templates" / "defaults"
LANGUAGES = {"de": ["one", "other"]}
"""The languages of catalogues, each with the forms of its plurals."""

NAMED = re.compile(r"\{\w+\}")
PRINTF = re.compile(r"%\(\w+\)s")
MARK = re.compile(r"</?\d+/?>")
ARGUMENT = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*,\s*)?")
FORM = re.compile(r"\s*(=\d+|\w+)\s*\{")
LIQUID = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
TAG = re.compile(r"<[^>]*>|<style>.*?</style>", re.DOTALL)

# Of German alone: words that address one person as du, and marks that are English or a typewriter's.
GERMAN_FAULTS = {
    r"(?i)\b(du|dich|dir|dein(e[mnrs]?)?)\b": "Sie",
    r"[“][^„]*?[”]": "„…“",
    r"(?<![=\w])\"[^\"]*\"": "„…“",
    r"\w…": "a space before …, which stands for words",
    r"\.\.\.": "…",
    r" - ": "an en dash",
    r"\b[Ee]mails?\b|\be-mail": "E-Mail",
}


def messages(path: Path) -> Iterator[tuple[str, str]]:
    # Without its header: the web's has no date, which babel demands of one.
    _, _, source = f"\n{path.read_text()}".rpartition('\nmsgid ""\nmsgstr ""\n')
    entries = read_po(BytesIO(re.sub(r'\A(?:".*"\n)+', "", source).encode()))
    yield from ((str(each.id), str(each.string)) for each in entries if each.id)


def language_of(path: Path) -> str:
    return path.stem


def _end(text: str, start: int) -> int:
    """Where the brace closes that opens at ``start``."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise ValueError(f"no brace closes: {text}")


def arguments(text: str) -> tuple[set[tuple[str, str]], list[set[str]]]:
    """The arguments of a message with their types, those within plurals too, and the forms of each plural."""
    found: set[tuple[str, str]] = set()
    forms: list[set[str]] = []
    at = 0
    while (at := text.find("{", at)) >= 0:
        end = _end(text, at)
        match = ARGUMENT.match(text, at)
        if match is None:
            raise ValueError(f"no argument: {text[at : end + 1]}")
        name, kind = match[1], match[2] or ""
        found.add((name, kind))
        if kind:
            forms.append(set())
            place = match.end()
            while (form := FORM.match(text, place)) is not None:
                forms[-1].add(form[1])
                close = _end(text, form.end() - 1)
                within, inner = arguments(text[form.end() : close])
                found |= within
                forms += inner
                place = close + 1
        at = end + 1
    return found, forms


def faults_of(message: str, translation: str, language: str) -> list[str]:
    """What is wrong with the translation of a message."""
    if not translation.strip():
        return ["has no translation"]
    faults = []
    if PRINTF.search(message):
        if set(PRINTF.findall(message)) != set(PRINTF.findall(translation)):
            faults.append("has other placeholders")
    elif "%(" not in message:
        wanted, _ = arguments(message)
        found, plurals = arguments(translation)
        if wanted != found:
            faults.append(f"has other placeholders: {sorted(wanted ^ found)}")
        faults += [f"has the plural forms {sorted(forms)}" for forms in plurals if forms != set(LANGUAGES[language])]
    if Counter(MARK.findall(message)) != Counter(MARK.findall(translation)):
        faults.append("has other marks")
    if message[:1].isspace() != translation[:1].isspace() or message[-1:].isspace() != translation[-1:].isspace():
        faults.append("begins or ends with another space")
    return faults + german_faults(translation) if language == "de" else faults


def german_faults(text: str) -> list[str]:
    return [f"write {better}" for fault, better in GERMAN_FAULTS.items() if re.search(fault, text)]


def test_there_are_catalogues_of_each_language() -> None:
    assert {language_of(path) for path in CATALOGUES} == set(LANGUAGES)
    assert len(CATALOGUES) > 30


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_message_is_translated_with_all_that_is_in_it(path: Path) -> None:
    read = [*messages(path)]
    assert read
    assert [
        (message, translation, fault)
        for message, translation in read
        for fault in faults_of(message, translation, language_of(path))
    ] == []


def test_one_message_is_translated_in_one_way() -> None:
    """A button that is called „Konto anlegen“ on one page and „Konto erstellen“ on the next is taken for another."""
    translations: dict[tuple[str, str], set[str]] = {}
    for path in CATALOGUES:
        for message, translation in messages(path):
            translations.setdefault((language_of(path), message), set()).add(translation)
    several = {key: said for key, said in translations.items() if len(said) > 1}
    assert several.keys() == SEVERAL.keys(), several


SEVERAL = {
    ("de", "Delivery"): "a section of the checkout is Lieferung, a line of a total is Versand",
    ("de", "Finish your registration"): "the heading of an email asks its reader; a page's names what is on it",
}
"""Messages that have several translations, and why."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_email_of_a_new_site_has_the_same_values_in_each_language(language: str) -> None:
    english = {path.name: Counter(LIQUID.findall(path.read_text())) for path in (TEMPLATES / "en").glob("*.liquid")}
    translated = {
        path.name: Counter(LIQUID.findall(path.read_text())) for path in (TEMPLATES / language).glob("*.liquid")
    }
    assert len(english) > 5
    assert english == translated


def test_documents_and_first_pages_have_the_same_words_in_each_language() -> None:
    english, german = (document_words.words_in(language) for language in ("en", "de"))
    assert {key: NAMED.findall(text) for key, text in english.items()} == {
        key: NAMED.findall(text) for key, text in german.items()
    }
    said = [*german.values(), *strings_in(asdict(first_words.words_for("de")))]
    assert len(said) > 60
    assert [(text, fault) for text in said for fault in german_faults(re.sub(TAG, " ", text))] == []


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings_in(part)


def test_emails_of_a_new_site_are_german_as_germans_write_it() -> None:
    texts = {
        path.name: TAG.sub(" ", LIQUID.sub("", re.sub(r"<style>.*?</style>", "", path.read_text(), flags=re.DOTALL)))
        for path in (TEMPLATES / "de").glob("*.liquid")
    }
    assert {name: faults for name, text in texts.items() if (faults := german_faults(text))} == {}


@pytest.mark.parametrize(
    ("message", "translation"),
    [
        ("Saved.", ""),
        ("Remove {name}", "Entfernen"),
        ("Remove {name}", "{Name} entfernen"),
        ("%(number)s left", "noch da"),
        ("<0>Log in</0> to see it", "Melden Sie sich an"),
        ("{n, plural, one {# page} other {# pages}}", "{n, plural, other {# Seiten}}"),
        ("{n, plural, one {# page} other {# pages}}", "{n} Seiten"),
        ("{n, plural, one {# for {x}} other {# for {x}}}", "{n, plural, one {# für} other {# für}}"),
        ("Your basket", "Dein Warenkorb"),
        ("“{name}”", "“{name}”"),
        ("“{name}”", '"{name}"'),
        ("Loading…", "Wird geladen…"),
        ("Email", "Email"),
    ],
)
def test_finds_faults(message: str, translation: str) -> None:
    assert faults_of(message, translation, "de") != []


@pytest.mark.parametrize(
    ("message", "translation"),
    [
        ("Remove {name} from {0}", "{name} aus {0} entfernen"),
        ("{n, plural, one {# page} other {# pages}}", "{n, plural, one {eine Seite} other {# Seiten}}"),
        ("“{query}” → {a}", "„{query}“ → {a}"),
        ("Loading…", "Wird geladen …"),
    ],
)
def test_finds_none_where_there_is_none(message: str, translation: str) -> None:
    assert faults_of(message, translation, "de") == []
