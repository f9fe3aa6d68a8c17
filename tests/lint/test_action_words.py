"""The activity log says in words what was done: each action that a service records has some on the screen.

`page.edited` stood there as it is until somebody looked. Of an action that is put together, `link.{verb}`, some have to be
there: which ones, nothing tells here.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from auth.audit.actions import Action
from cms.config_entries.entries import entries as site_entries
from ecom.config_entries.entries import entries as shop_entries
from tests.lint.sources import nodes_of

ROOT = Path(__file__).resolve().parents[2]
WORDS = (ROOT / "web/app/admin/audit-log/words.ts").read_text()
SETTINGS = (ROOT / "web/app/admin/audit-log/setting-names.ts").read_text()
RECORDERS = {"record", "_record", "_note", "_write", "entry_of"}
AN_ACTION = re.compile(r"[a-z_]+\.[a-z_]+")


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in [*ROOT.glob("services/*/*/**/*.py"), *ROOT.glob("shared/kit/*.py")]:
        for node in nodes_of(path):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def recorded() -> Iterator[str]:
    yield from get_args(Action)
    for name, node in calls():
        if name in RECORDERS:
            texts = [each.value for each in arguments(node) if isinstance(each, ast.Constant)]
            yield from (text for text in texts if isinstance(text, str) and AN_ACTION.fullmatch(text))
        if name == "Resource":
            yield from (
                f"{keyword.value.value!s}.{verb}"
                for keyword in node.keywords
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
                for verb in ("created", "updated", "deleted")
            )


def put_together() -> Iterator[str]:
    """Regular expressions of the actions that are written as f-strings: `link\\.[a-z_]+`."""
    for name, node in calls():
        for text in arguments(node) if name in RECORDERS else ():
            if isinstance(text, ast.JoinedStr):
                parts = [
                    re.escape(str(each.value)) if isinstance(each, ast.Constant) else "[a-z_]+" for each in text.values
                ]
                if "\\." in "".join(parts):
                    yield "".join(parts)


def worded() -> set[str]:
    """The actions of words.ts: those of its own, and each kind with its verbs."""
    lists = dict(re.findall(r"^const (\w+) = \[(.*)\] as const;", WORDS, re.MULTILINE))
    lists = {name: items.replace("...PLAIN", lists["PLAIN"]) for name, items in lists.items()}
    own = set(re.findall(r"^  '?([a-z_.]+)'?: \['", WORDS, re.MULTILINE))
    kinds = re.findall(r"^  (\w+): \{.*?verbs: (\w+|\[.*?\])", WORDS, re.MULTILINE | re.DOTALL)
    return own | {f"{kind}.{verb}" for kind, verbs in kinds for verb in re.findall(r"'(\w+)'", lists.get(verbs, verbs))}


def test_each_action_has_words() -> None:
    actions = {*recorded()}
    assert {"page.edited", "brand.created", "file.restored", "login"} <= actions
    assert actions - worded() == set()


def test_each_action_that_is_put_together_has_words() -> None:
    patterns = {*put_together()}
    assert {r"link\.[a-z_]+", r"[a-z_]+\.updated"} <= patterns
    assert {each for each in patterns if not any(re.fullmatch(each, action) for action in worded())} == set()


def test_each_setting_has_a_name() -> None:
    """`backupSchedule` stood there as it is."""
    named = set(re.findall(r"^  (\w+): t`", SETTINGS, re.MULTILINE))
    assert {*site_entries.declared, *shop_entries.declared} - named == set()
