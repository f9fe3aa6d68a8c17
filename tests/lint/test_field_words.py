"""The field's words in identifiers and in the texts that people read.

`hold`, `standing`, `forget` and `told` stood for reserve, status, delete and publish: nobody who knew the field could find
them by searching. Errors said 'asks for patience' and 'Begin it anew.', which no product says. Each list names what to write
instead.
"""

import json
import re
from pathlib import Path

import pytest

from tests.lint.field_words import COMMENTS, NAMES, RIGHT_NAMES, SCREENS, TEXTS, TYPESCRIPT_NAMES
from tests.lint.written import declared, described, details, messages, names, remarks, remarks_of_typescript, words_of

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("services", "shared")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.relative_to(ROOT).parts
)
TYPESCRIPT = sorted(
    path
    for folder in ("app", "server")
    for path in (ROOT / "web" / folder).rglob("*.ts*")
    if "generated" not in path.parts and ".test." not in path.name
)
CATALOGUES = [
    *sorted((ROOT / "web" / "app").rglob("*.po")),
    *sorted((ROOT / "web" / "app").rglob("*.pot")),
    *sorted((ROOT / "services" / "cms" / "cms" / "emails" / "words").glob("*.po")),
]
OPENAPI = sorted((ROOT / "web" / "openapi").glob("*.json"))


def fault_of(name: str) -> str | None:
    if name in RIGHT_NAMES:
        return None
    found = (better for word, better in NAMES.items() if re.search(rf"(?:^|_)(?:{word})(?:_|$)", words_of(name)))
    return next(found, None)


def typescript_fault(name: str) -> str | None:
    words = words_of(name)
    found = (better for word, better in TYPESCRIPT_NAMES.items() if re.search(rf"(?:^|_)(?:{word})(?:_|$)", words))
    return next(found, None)


def wording(text: str, phrases: dict[str, str] = TEXTS) -> list[str]:
    return [better for phrase, better in phrases.items() if re.search(rf"\b(?:{phrase})\b", text, re.IGNORECASE)]


def test_identifiers_are_the_fields_words() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {name}: write {better}"
        for path in SOURCES
        for line, name in names(path)
        if (better := fault_of(name)) is not None
    ]
    assert faults == []


def test_names_of_typescript_are_the_fields_words() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {name}: write {better}"
        for path in TYPESCRIPT
        for line, name in declared(path)
        if (better := typescript_fault(name)) is not None
    ]
    assert faults == []


@pytest.mark.parametrize(
    "source",
    [
        "const told = 1;",
        "export function forgetPast(): void {",
        "  private settle(): void {",
        "  async forget(key: string): Promise<void> {",
        "const PATIENCE = 1;",
        "const readAnew = 1;",
        "async function reread({ editor }: Editing): Promise<void> {",
        "  patience?: number;",
        "  readonly patience: number;",
        "const [settled] = useDebouncedValue(text, 600);",
        "const { told, other } = answer;",
        "const letGo = takeKeyboard();",
        "export function createTyping(start: string, handOver: (html: string) => void): Typing {",
        "const at = (patience: number) => patience * 2;",
    ],
)
def test_finds_names_of_typescript_that_were_there(source: str, tmp_path: Path) -> None:
    path = tmp_path / "module.ts"
    path.write_text(source)
    assert [name for _, name in declared(path) if typescript_fault(name)] != []


def test_each_exception_is_a_name_that_there_is() -> None:
    """A name that was changed since needs no exception any more."""
    assert RIGHT_NAMES.keys() - {name for path in SOURCES for _, name in names(path)} == set()


def test_details_of_errors_are_plain_sentences() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}: write {better}"
        for path in SOURCES
        for line, text in details(path)
        for better in wording(text)
    ]
    assert faults == []


def test_screens_say_what_people_know() -> None:
    read = [(path, line, text) for path in CATALOGUES for line, text in messages(path)]
    assert len(read) > 3_000
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}: write {better}"
        for path, line, text in read
        for better in wording(text, SCREENS)
    ]
    assert faults == []


def test_comments_name_who_does_it() -> None:
    read = [(path, remarks(path)) for path in SOURCES] + [(path, remarks_of_typescript(path)) for path in TYPESCRIPT]
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()!r}: write {better}"
        for path, lines in read
        for line, text in lines
        for better in wording(text, COMMENTS)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("module.py", "x = 1  # told to whoever asks"),
        ("module.py", 'def f() -> None:\n    """Told to\n    whoever asks."""'),
        ("module.py", 'X = 1\n"""Told to whoever asks."""'),
        ("module.ts", "const x = 1; // said to whoever asks"),
        ("module.ts", "/**\n * Said to\n * whoever asks.\n */"),
    ],
)
def test_finds_comments_that_were_there(name: str, source: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source)
    lines = remarks(path) if path.suffix == ".py" else remarks_of_typescript(path)
    assert [text for _, text in lines if wording(text, COMMENTS)] != []


@pytest.mark.parametrize("path", OPENAPI, ids=lambda path: path.stem)
def test_openapi_is_plain_sentences(path: Path) -> None:
    texts = {*described(json.loads(path.read_text()))}
    assert texts, "the document has no descriptions"
    assert [(text, better) for text in sorted(texts) for better in wording(text)] == []


@pytest.mark.parametrize(
    "source",
    [
        'raise Conflict("Begin it anew.")',
        'detail = "Begin it anew."',
        '_DETAIL = f"Begin it anew, {name}."',
        'detail = "Start it again." if is_new else "Begin it anew."',
        'FieldError("a", "b", "Begin it anew.")',
    ],
)
def test_finds_a_detail_wherever_it_is_written(source: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(source)
    assert [better for _, text in details(path) for better in wording(text)] != []


@pytest.mark.parametrize(
    "name",
    [
        "hold",
        "Standing",
        "forget_events",
        "told",
        "_give_back",
        "try_again",
        "next_turn",
        "PasskeyNotTaken",
        "_is_gone",
        "is_wrong",
        "thing",
    ],
)
def test_finds_the_names_that_were_there(name: str) -> None:
    assert fault_of(name) is not None


@pytest.mark.parametrize("name", ["threshold", "return_value", "household", "RelyingParty", "stand_in", "reserve"])
def test_leaves_others_alone(name: str) -> None:
    assert fault_of(name) is None


@pytest.mark.parametrize(
    "source", ["told = 1", "last, told = 1, 2", "self._turns = 1", "for again in []: pass", "TURN = 1"]
)
def test_finds_variables_that_were_there(source: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(source)
    assert [fault_of(name) for _, name in names(path) if fault_of(name)] != []


@pytest.mark.parametrize("text", ["The provider asks for patience.", "Begin it anew.", "What became of each."])
def test_finds_the_sentences_that_were_there(text: str) -> None:
    assert wording(text) != []
