"""What the code and its documents say: names, sentences of errors, comments, messages. Each with the line that it stands in."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.lint.field_words import VARIABLES
from tests.lint.sources import nodes_of

Function = ast.FunctionDef | ast.AsyncFunctionDef

DECLARED = re.compile(
    r"\b(?:const|let|function|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)"
    r"|^\s*(?:private\s+|async\s+)*#?([a-z]\w*)\([^()]*\)(?::[^={]+)?\s*\{"
    r"|(?:^\s*|[(,]\s*)(?:private\s+|readonly\s+)*#?([a-z]\w*)\??:",
)
"""A name that TypeScript declares: a variable, a type, a function, a method, a member, a parameter."""

DESTRUCTURED = re.compile(r"\b(?:const|let)\s+[\[{]([^\]}=]*)[\]}]")
"""The names that a declaration takes out of a list or an object."""

REMARK = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def words_of(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")


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


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The English messages of a catalogue, each in one piece however its lines are broken."""
    source = path.read_text()
    for match in re.finditer(r'^msgid "((?:.*"\n")*.*)"$', source, re.MULTILINE):
        yield source.count("\n", 0, match.start()) + 1, match[1].replace('"\n"', "")
