"""What browsers get of templates in fewer bytes: made by the web host, which has the compilers, and stored."""

import logging
from typing import Any

from content.templates.models import Template
from content.templates.schemas import Minified, TemplateIn
from kit.errors import DomainError, Unavailable
from kit.http import InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)

_PATH = "/client/api/private/minified-templates"
# Seconds: less than the gateway gives a save, and what a job may take.
_TIMEOUT_OF_A_SAVE = 6.0
_TIMEOUT_OF_A_JOB = 30.0


async def minify_now(state: KitState, data: TemplateIn) -> dict[str, Any] | None:
    """The minified form of a template that is about to be saved; None while the web host is away."""
    try:
        return await _ask(state, data, _TIMEOUT_OF_A_SAVE)
    except Unavailable as error:
        log.warning("a template is saved before it is minified: %s", error.detail)
        return None


async def minify_stored(state: KitState, template: Template) -> dict[str, Any]:
    """The minified form of a stored template. Raises Unavailable."""
    return await _ask(state, template, _TIMEOUT_OF_A_JOB)


def same_sources(one: Template | TemplateIn, other: Template | TemplateIn) -> bool:
    """Whether two templates are minified to the same."""
    return _sources(one) == _sources(other)


def _sources(template: Template | TemplateIn) -> dict[str, str]:
    return {"inlineCSS": template.inline_css, "externalCSS": template.external_css, "js": template.js}


async def _ask(state: KitState, template: Template | TemplateIn, seconds: float) -> dict[str, Any]:
    sources = _sources(template)
    if not any(text.strip() for text in sources.values()):
        return dict.fromkeys(sources, "")
    try:
        answer = await InternalClient(state, "web", timeout=seconds).post(_PATH, json=sources)
    except DomainError as error:
        # A host of the release before has no such route: it may soon be another.
        raise Unavailable(error.detail) from error
    return Minified.model_validate(answer).model_dump(mode="json")
