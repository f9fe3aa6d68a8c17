"""What is made from a template's sources: by the web host, which has the compilers, and stored with them."""

import asyncio
import logging
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from content.templates.errors import CompilerUnavailable
from content.templates.models import Template
from content.templates.schemas import CompiledSources, Minified, TemplateIn
from kit.cancelling import cancel
from kit.errors import DomainError, Unavailable
from kit.http import InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)

_COMPILED = "/client/api/private/compiled-templates"
_MINIFIED = "/client/api/private/minified-templates"
# Seconds: more than the web host lets a save wait for its turn and then compile. A busy machine fails neither.
_TIMEOUT_OF_A_SAVE = 90.0
_TIMEOUT_OF_A_JOB = 90.0
# Seconds: how often a host that takes its time is asked whether it works, and within which one that does answers. A process
# that is stopped may still be connected to.
_LOOK_EVERY = 2.0
_SIGN_OF_LIFE = 15.0
_RETRY_AFTER = "3"
# CSS that may load styles from elsewhere, which only the compilers can tell: an at-rule's name may have escapes.
_MAY_IMPORT = re.compile(r"@(?:import|[\w-]*\\)", re.IGNORECASE)
_NOT_COMPILED = "template_not_compiled"


@dataclass(frozen=True)
class Compiled:
    """What is stored beside the sources; ``minified`` is None until a job has made it."""

    inline_css: str
    external_css: str
    minified: dict[str, Any] | None


async def compile_now(
    state: KitState, data: TemplateIn, before: Template | None = None, *, is_restored: bool = False
) -> Compiled:
    """Compile a template that is about to be saved in the place of ``before``.

    CSS of a save that is restored was written as such where it has no SCSS, whatever ``before`` has.

    Raises the web host's 422 ``template_not_compiled`` for sources with a fault, and CompilerUnavailable while the
    web host is away and there is something to compile.
    """
    sources = _sources(data, None if is_restored else before)
    present = None if before is None else _sources(before, before)
    if before is not None and before.minified is not None and sources == present:
        return Compiled(before.inline_css, before.external_css, before.minified)
    if not any(text.strip() for text in sources.values() if isinstance(text, str)) and not sources["fonts"]:
        return Compiled("", "", dict.fromkeys(("inlineCSS", "externalCSS", "js"), ""))
    try:
        answer = await _asked(state, sources)
    except DomainError as error:
        if error.code == _NOT_COMPILED:
            raise
        return _uncompiled(sources, before, present, error)
    made = CompiledSources.model_validate(answer)
    minified = made.minified.model_dump(mode="json") if made.is_minified else None
    return Compiled(made.inline_css, made.external_css, minified)


async def _asked(state: KitState, sources: dict[str, Any]) -> Any:
    """What the web host makes of the sources: for as long as it shows that it works. Raises the `DomainError` of its answer."""
    asking = asyncio.create_task(InternalClient(state, "web", timeout=_TIMEOUT_OF_A_SAVE).post(_COMPILED, json=sources))
    watching = asyncio.create_task(_watch(state))
    try:
        await asyncio.wait({asking, watching}, return_when=asyncio.FIRST_COMPLETED)
        return await (asking if asking.done() else watching)
    finally:
        await cancel(asking, watching)


async def _watch(state: KitState) -> NoReturn:
    """Raises CalleeUnavailable once the web host does not say any more that it works."""
    client = InternalClient(state, "web", timeout=_SIGN_OF_LIFE)
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        await client.get("/healthz")


async def minify_stored(state: KitState, template: Template) -> dict[str, Any]:
    """Minify a stored template. Raises Unavailable."""
    sources = {"inlineCSS": template.inline_css, "externalCSS": template.external_css, "js": template.js}
    if not any(text.strip() for text in sources.values()):
        return dict.fromkeys(sources, "")
    try:
        answer = await InternalClient(state, "web", timeout=_TIMEOUT_OF_A_JOB).post(_MINIFIED, json=sources)
    except DomainError as error:
        # A host of the release before has no such route: it may soon be another.
        raise Unavailable(error.detail) from error
    return Minified.model_validate(answer).model_dump(mode="json")


def _uncompiled(
    sources: dict[str, Any], before: Template | None, present: dict[str, Any] | None, error: DomainError
) -> Compiled:
    """The save of what needs no compiler goes on without one; a job minifies it later."""
    log.warning("a template is saved before it is minified: %s", error.detail)
    has_scss = sources["inlineSCSS"].strip() or sources["externalSCSS"].strip()
    may_import = any(_MAY_IMPORT.search(sources[name]) for name in ("inlineCSS", "externalCSS"))
    if not has_scss and not sources["fonts"] and not may_import:
        return Compiled(sources["inlineCSS"], sources["externalCSS"], None)
    if before and present and _without_script(sources) == _without_script(present):
        return Compiled(before.inline_css, before.external_css, None)
    detail = "Styles cannot be compiled at the moment. Nothing was saved: save again in a minute."
    raise CompilerUnavailable(detail, headers={"Retry-After": _RETRY_AFTER})


def _without_script(sources: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in sources.items() if name != "js"}


def _sources(data: TemplateIn | Template, before: Template | None) -> dict[str, Any]:
    """All that decides what is made."""
    inline = None if before is None else (before.inline_scss, before.inline_css)
    external = None if before is None else (before.external_scss, before.external_css)
    return {
        "sharedSCSS": data.shared_scss,
        "inlineSCSS": data.inline_scss,
        "externalSCSS": data.external_scss,
        "inlineCSS": _css_of_its_own(data.inline_scss, data.inline_css, inline),
        "externalCSS": _css_of_its_own(data.external_scss, data.external_css, external),
        "js": data.js,
        "fonts": data.fonts,
    }


def _css_of_its_own(scss: str, css: str, before: tuple[str, str] | None) -> str:
    """CSS that was written as such: nothing where there is SCSS, or where it was made from SCSS that is gone."""
    if scss.strip():
        return ""
    is_left_over = before is not None and before[0].strip() and css == before[1]
    return "" if is_left_over else css
