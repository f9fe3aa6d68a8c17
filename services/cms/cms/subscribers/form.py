"""A newsletter's form as an editor has set it up, read from the stored fields of its plugin."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cms.contact_forms.answers import Answers
from cms.contact_forms.form import Form, Question
from cms.email_templates.plain_text import plain_text

REF = "cms.newsletter"
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewsletterForm:
    """What it asks, what has to be agreed to, and the list that it is for; none is the site's own."""

    form: Form
    consent: str
    list_id: uuid.UUID | None

    @staticmethod
    def email_address(answers: Answers) -> str:
        """The address that was filled in."""
        return answers.values["email"][0]

    @staticmethod
    def name(answers: Answers) -> str:
        """The name that was filled in; empty where none was, or none is asked for."""
        return next(iter(answers.values.get("name", ())), "")


def form_of(plugin_id: str, fields: Mapping[str, Any]) -> NewsletterForm:
    """The form that the stored fields of a plugin describe."""
    consent = " ".join(plain_text(_text(fields, "consent")).split())
    asks_name = _text(fields, "askName")
    questions = [Question("email", "email", "email", is_required=True)]
    if asks_name in {"optional", "required"}:
        questions.append(Question("name", "text", "name", is_required=asks_name == "required", most=_LONGEST_NAME))
    if consent:
        questions.append(Question("consent", "consent", "consent", is_required=True, statement=consent))
    list_id = _text(fields, "list")
    return NewsletterForm(
        Form(plugin_id, heading=_text(fields, "heading"), questions=questions),
        consent,
        uuid.UUID(list_id) if list_id else None,
    )


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""
