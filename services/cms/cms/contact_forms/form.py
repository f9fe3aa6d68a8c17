"""A contact form as an editor has built it: what it asks for, read from the fields of its plugin.

What a question is called and when it is shown is decided by the page as well (web/app/plugins/cms.contact/questions.ts);
tests/vectors/contact-forms.json holds the two equal.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cms.contact_forms.kinds import kind_of
from cms.email_templates.plain_text import plain_text
from kit.field_values.check import option_lines
from kit.field_values.declarations import FieldDefinition

REF = "cms.contact"
GIVEN = "yes"
"""The value of a consent that was given."""
MEGABYTE = 1024 * 1024
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_CHOICES = frozenset({"select", "radios", "checkboxes"})


@dataclass(frozen=True, slots=True)
class Question:
    """One field of a form."""

    name: str
    kind: str
    label: str
    is_required: bool = False
    options: Sequence[str] = ()
    least: float | None = None
    most: float | None = None
    earliest: str = ""
    latest: str = ""
    accepts: Sequence[str] = ()
    statement: str = ""
    """What somebody agrees to, as text."""
    when: str = ""
    """The name of an earlier question that has to be answered for this one to be asked."""
    equals: str = ""
    """The answer that it has to have; any at all where this is empty."""

    @property
    def is_choice(self) -> bool:
        """Whether its answers are among its options."""
        return self.kind in _CHOICES

    @property
    def is_many(self) -> bool:
        """Whether it may have several answers."""
        return self.kind in {"checkboxes", "file"}

    @property
    def definition(self) -> FieldDefinition:
        """What its answer has to be, as a field of the registry."""
        kind = kind_of(self.kind)
        definition = {**kind["definition"], "required": self.is_required}
        if self.is_choice:
            definition["options"] = [{"value": option} for option in self.options]
            definition["maxItems"] = len(self.options)
        if self.accepts:
            definition["accepts"] = self.accepts
        for name, option in kind["bounds"].items():
            bound = getattr(self, name)
            # A text of no characters and a file of no size are no bounds that somebody meant.
            if bound is not None and bound != "" and (option in {"min", "max"} or isinstance(bound, str) or bound > 0):
                definition[option] = _stricter(bound, definition.get(option))
        if "minItems" in definition:
            # Forms of before may ask for more answers than there are.
            definition["minItems"] = min(definition["minItems"], definition["maxItems"])
        return definition


def _stricter(bound: Any, own: float | None) -> Any:
    """Returns the bound of a question, never above what its kind, or the number of its options, allows."""
    if isinstance(bound, float) and bound.is_integer():
        bound = int(bound)
    return bound if own is None else min(bound, own)


@dataclass(frozen=True, slots=True)
class Form:
    """A form, and what its plugin says of the message that is made of it."""

    plugin_id: str
    heading: str = ""
    subject: str = ""
    template_id: str = ""
    questions: Sequence[Question] = field(default=())

    @property
    def by_name(self) -> dict[str, Question]:
        """The questions by name."""
        return {question.name: question for question in self.questions}


def form_of(plugin_id: str, fields: Mapping[str, Any]) -> Form:
    """The form that the stored fields of a plugin describe."""
    items = [item for item in fields.get("fields") or [] if isinstance(item, Mapping)]
    names = names_of([_text(item, "name") for item in items])
    questions: list[Question] = []
    for name, item in zip(names, items, strict=True):
        questions.append(_question(name, item, {earlier.name for earlier in questions}))
    return Form(
        plugin_id=plugin_id,
        heading=_line(_text(fields, "heading")),
        subject=_line(_text(fields, "subject")),
        template_id=_text(fields, "template"),
        # A choice without options is left out: nobody could answer it, or send a form that requires it.
        questions=[question for question in questions if question.options or not question.is_choice],
    )


def names_of(answered: Sequence[str]) -> list[str]:
    """What questions are called: as they were named, or by their place where that is no name or a second one."""
    names: list[str] = []
    for index, name in enumerate(answered):
        names.append(name if _NAME.fullmatch(name) and name not in names else f"field-{index + 1}")
    return names


def shown(questions: Sequence[Question], answered: Mapping[str, Sequence[str]]) -> set[str]:
    """The names of the questions that are asked, with these answers to them."""
    asked: set[str] = set()
    for question in questions:
        answers = [answer.strip() for answer in answered.get(question.when, ())] if question.when in asked else []
        is_met = question.equals in answers if question.equals else any(answers)
        if not question.when or is_met:
            asked.add(question.name)
    return asked


def _question(name: str, item: Mapping[str, Any], earlier: set[str]) -> Question:
    when = _text(item, "when")
    kind = _text(item, "kind") or "text"
    statement = " ".join(plain_text(_text(item, "statement")).split()) if kind == "consent" else ""
    return Question(
        name=name,
        kind=kind,
        label=_line(_text(item, "label")) or statement[:200] or name,
        is_required=item.get("isRequired") is True,
        options=option_lines(item.get("options")),
        least=_number(item, "least"),
        most=_number(item, "most"),
        earliest=_text(item, "earliest"),
        latest=_text(item, "latest"),
        accepts=[each for each in item.get("accepts") or [] if isinstance(each, str)],
        statement=statement or _line(_text(item, "label")),
        # A later one could wait for this one in turn.
        when=when if when in earlier else "",
        equals=_text(item, "equals").strip(),
    )


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _line(text: str) -> str:
    """One line: what stands in a header of a mail must not begin another."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _number(values: Mapping[str, Any], name: str) -> float | None:
    value = values.get(name)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
