"""The field's words in identifiers and in the texts that people read.

`hold`, `standing`, `forget` and `told` stood for reserve, status, delete and publish: nobody who knew the field could find
them by searching. Errors said 'asks for patience' and 'Begin it anew.', which no product says. Each list names what to write
instead.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lint.sources import nodes_of

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

Function = ast.FunctionDef | ast.AsyncFunctionDef

NAMES = {
    r"standing(_of)?|stands": "active, state or status",
    r"(un)?hold(s|ing)?|held": "reserve, lock or has",
    r"again|anew": "retry, resend, refresh or restart",
    r"let_go": "release_connection",
    r"tells?|told": "publish, announce or describe",
    r"(take_|next_)?turns?": "slot, lock or the change that comes next",
    r"forgets?|forgotten|forgive": "reset, delete, clear or invalidate",
    r"given": "the noun: data, value, submitted",
    r"give_back|take_back": "refund, restock or clear_cookie",
    r"hand_over": "set_cookie",
    r"settled?|settling": "reconcile, mark_failed or finish",
    r"whoever|whose": "principal or the noun",
    r"party|patience": "slot or timeout",
    r"excused|demand": "is_exempt or require",
    r"things?": "resource, record or entity",
    r"not_taken": "invalid",
    r"(is|are|was)_(over|gone|wrong|away)": "expired, revoked, invalid, missing or unavailable",
}
"""Words within a name, as regular expressions, and what to write instead."""

VARIABLES = re.compile(r"_*(told|turns?|again|anew|whose|whoever|stands|standing|forgotten)", re.IGNORECASE)
"""What no variable, attribute or constant is called either; as a part of a longer name it may be right there."""

RIGHT_NAMES = {
    "RelyingParty": "WebAuthn's own term",
    "index_told_jobs": "migrations that have run call it by this name, and the index is named so in the database",
    "check_again": "an operation id, which is a name on the wire",
}
"""Names that have one of these words rightly, and why."""

TYPESCRIPT_NAMES = {
    r"^told$": "the noun: lines, described, announced",
    r"let_go": "release",
    r"hand_over": "submit, publish or set",
    r"forgets?|forgotten|forgive": "clear, discard or invalidate",
    # TanStack Query itself has an `onSettled`.
    r"(?<!on_)settled?|settling": "finish, answer, isLoaded or isResolved",
    r"patience|plenty": "timeout or limit",
    r"anew|reread": "refetch, refresh or reload",
}
"""The same for what TypeScript declares, where `given`, `turn` and `held` have meanings of their own."""

DECLARED = re.compile(
    r"\b(?:const|let|function|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)"
    r"|^\s*(?:private\s+|async\s+)*#?([a-z]\w*)\([^()]*\)(?::[^={]+)?\s*\{"
    r"|(?:^\s*|[(,]\s*)(?:private\s+|readonly\s+)*#?([a-z]\w*)\??:",
)
"""A name that TypeScript declares: a variable, a type, a function, a method, a member, a parameter."""

DESTRUCTURED = re.compile(r"\b(?:const|let)\s+[\[{]([^\]}=]*)[\]}]")
"""The names that a declaration takes out of a list or an object."""

REMARK = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

TEXTS = {
    r"whoever|whomever": "name the person: the user, the visitor",
    r"of late": "recent",
    r"anew": "again",
    r"(asks? )?for patience": "has reached its request limit",
    r"what (has )?became of|what became": "the result",
    r"(is|are|was|were) gone": "has been deleted, has expired",
    r"once more": "again",
    r"(is|are) needed": "is required, or the sentence 'Enter a …'",
    r"good for": "valid for",
    r"let somebody": "say what to do",
    r"begin it": "start it",
    r"makes no sense": "is not valid",
    r"nobody (gives|has more|takes)": "you can",
    r"who holds?|users? who hold": "with this scope, a super user",
    r"does not take": "rejected",
}
"""Phrases of a detail or of OpenAPI that read as translated, as regular expressions, and what to write instead."""

SCREENS = {
    r"who(m|so)?ever": "name the person: the user, the visitor",
    r"small letters": "lowercase letters",
    r"mail log": "Emails, as the screen is called",
    r"present (password|address)": "current",
    r"parts? of the site": "service",
    r"all of the width": "full width",
    r"forgotten it": "forgot password",
    r"is needed": "Enter a …",
    r"good for": "expires in, valid for",
    r"everything but": "everything except",
    r"changed last": "recently edited",
    r"(made|make|makes) an? (new |blog )?(account|block|category|page|post|product|scope|token|user)": "create",
    r"make (new|shared|the) (block|codes|recovery codes|shop|token)": "create",
    r"of your choice": "custom",
    r"(go|goes|going) on to|go on": "continue, still",
    r"round in circles": "a loop",
    r"is tried again": "The site keeps trying.",
    r"in no menu": "hidden from menus",
    r"open points?": "tasks left",
    r"mails|mail(?! server)": "email",
    r"taken (out|away)": "removed",
    r"lets? nobody( in)?": "no longer gives access, no longer works",
    r"need not": "don't need to",
    r"one a line": "one per line",
    r"was asked for|asked again": "was requested, requested again",
    r"goes back|nothing goes": "is refunded",
}
"""What no screen and no email says, since people do not say it or it names a thing for a second time, and what to write instead."""

COMMENTS = {r"who(m|so)?ever": "name the person: the user, the visitor, the caller"}
"""The same for comments and docstrings, which may use the words above otherwise."""


def words_of(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")


def fault_of(name: str) -> str | None:
    if name in RIGHT_NAMES:
        return None
    found = (better for word, better in NAMES.items() if re.search(rf"(?:^|_)(?:{word})(?:_|$)", words_of(name)))
    return next(found, None)


def names(path: Path) -> Iterator[tuple[int, str]]:
    """The classes, functions and parameters of a module; tests that are part of kit may say what they like."""
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("test_"):
            yield node.lineno, node.name
        if isinstance(node, ast.arguments):
            yield from ((each.lineno, each.arg) for each in (*node.posonlyargs, *node.args, *node.kwonlyargs))
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if VARIABLES.fullmatch(name):
                yield node.lineno, name


def typescript_fault(name: str) -> str | None:
    words = words_of(name)
    found = (better for word, better in TYPESCRIPT_NAMES.items() if re.search(rf"(?:^|_)(?:{word})(?:_|$)", words))
    return next(found, None)


def declared(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        yield from ((number, match[1] or match[2] or match[3]) for match in DECLARED.finditer(line))
        for match in DESTRUCTURED.finditer(line):
            yield from ((number, name) for name in re.findall(r"([A-Za-z_$][\w$]*)\s*(?:,|$)", match[1].strip()))


def sentence_of(node: ast.expr) -> str:
    """What is written of a text; '' for what is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def details(path: Path) -> Iterator[tuple[int, str]]:
    """The sentences that a module raises, puts into the faults of fields, or calls a detail before it does."""
    for node in nodes_of(path):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and re.search(r"(^|_)details?$", target.id, re.IGNORECASE)
            for target in node.targets
        ):
            yield from sentences_in(node.value)
        called = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(called, ast.Call):
            continue
        name = getattr(called.func, "attr", getattr(called.func, "id", ""))
        if isinstance(node, ast.Raise) or name == "FieldError" or name.startswith(("_refused", "_invalid")):
            for part in (*called.args, *(keyword.value for keyword in called.keywords)):
                yield from sentences_in(part)


def sentences_in(node: ast.expr) -> Iterator[tuple[int, str]]:
    """What a text is, on either side of a condition."""
    if isinstance(node, ast.IfExp):
        yield from (*sentences_in(node.body), *sentences_in(node.orelse))
    else:
        yield node.lineno, sentence_of(node)


def wording(text: str, phrases: dict[str, str] = TEXTS) -> list[str]:
    return [better for phrase, better in phrases.items() if re.search(rf"\b(?:{phrase})\b", text, re.IGNORECASE)]


def remarks(path: Path) -> Iterator[tuple[int, str]]:
    """The comments of a module and its docstrings, those of variables with them."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in nodes_of(path):
        if isinstance(node, ast.Expr) and (text := sentence_of(node.value)):
            yield from enumerate(text.splitlines(), start=node.lineno)


def remarks_of_typescript(path: Path) -> Iterator[tuple[int, str]]:
    """What follows `//` or stands between `/*` and `*/`; an address in a text is taken for one, too, and does no harm."""
    source = path.read_text()
    for match in REMARK.finditer(source):
        yield source.count("\n", 0, match.start()) + 1, match[0]


def described(value: object) -> Iterator[str]:
    """The summaries and descriptions of an OpenAPI document, at any depth."""
    if isinstance(value, dict):
        yield from (text for key in ("summary", "description") if isinstance(text := value.get(key), str))
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from described(part)


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


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The English messages of a catalogue, each in one piece however its lines are broken."""
    source = path.read_text()
    for match in re.finditer(r'^msgid "((?:.*"\n")*.*)"$', source, re.MULTILINE):
        yield source.count("\n", 0, match.start()) + 1, match[1].replace('"\n"', "")


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
