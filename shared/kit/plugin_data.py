"""``POST <prefix>/plugin-data``: what a service knows for the plugins of a page.

The web host asks it for each page that shows plugins of the service, beside the others and with the visitor's own
credentials, and the editor asks it for plugins that were put in a moment ago. A service names its sources::

    plugin_data_router("/ecom", [PluginSource(ref="ecom.product", answer=products)])

A source is asked once for all instances of its plugin, however many, and answers with the tags of all that each answer
was made from: the host drops the page when an event of the service names one of them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from kit.auth import Anonymous, Caller, Public
from kit.body import DOCUMENT_MAX_BODY
from kit.db import ReadingSession
from kit.schemas import Out, Schema

MAX_PLUGINS = 500
"""Of one service on one page."""
_Text = Annotated[str, Field(max_length=2_048)]
_Short = Annotated[str, Field(min_length=1, max_length=100)]


class AskedPage(Schema):
    """The page that shows the plugins."""

    id: _Short
    url: _Text


class AskedPlugin(Schema):
    """An instance, with its fields as they are stored."""

    id: _Short
    ref: _Short
    fields: dict[str, Any]


class PluginQuestion(Schema):
    """What is asked for: all instances of the service on one page."""

    page: AskedPage
    query: Annotated[
        dict[_Short, _Text | float],
        Field(max_length=50, description="The parameters of the address that plugins of the page declare."),
    ] = {}
    plugins: Annotated[list[AskedPlugin], Field(max_length=MAX_PLUGINS)]


class PluginAnswer(NamedTuple):
    """What an instance shows, the tags of all that it was made from, and the files of the library that are in it."""

    data: Any
    tags: frozenset[str] = frozenset()
    files: Mapping[str, Any] | None = None
    """By what ``data`` has of them, as `kit.known_files.shown` gives them."""
    is_missing: bool = False
    """Whether the page's address names something for it that is not there: visitors get the page with status 404."""
    is_cacheable: bool = True
    """False where the address says what visitors can make up without end: the page is not kept for it."""


class PluginAnswerOut(Out):
    """What an instance shows."""

    data: Any
    tags: list[str]
    files: dict[str, Any] | None = Field(
        default=None, description="The files of the library that it shows, by what the data has of them."
    )
    is_missing: bool = Field(
        default=False, description="Whether the page's address names something for it that is not there."
    )


class PluginAnswers(Out):
    """The answers by instance; an instance that there is nothing to say of is left out."""

    plugins: dict[str, PluginAnswerOut]
    is_cacheable: bool = Field(description="Whether everybody gets the same who is not logged in.")


class Asked(NamedTuple):
    """What a source is asked about beside the instances."""

    page: AskedPage
    query: Mapping[str, str | float]
    caller: Caller


@dataclass(frozen=True, slots=True)
class PluginSource:
    ref: str
    """The plugins whose data it is."""
    answer: Callable[[AsyncSession, Sequence[AskedPlugin], Asked], Awaitable[Mapping[str, PluginAnswer]]]
    """The answers by instance id, made with one statement."""
    is_cacheable: bool = True
    """Whether everybody gets the same who is not logged in, until a tag changes."""


def plugin_data_router(prefix: str, sources: Sequence[PluginSource]) -> APIRouter:
    """The route for a service's plugins."""
    router = APIRouter(prefix=prefix)
    by_ref = {source.ref: source for source in sources}

    @router.post("/plugin-data", max_body_size=DOCUMENT_MAX_BODY)
    async def ask(data: PluginQuestion, session: ReadingSession, caller: Annotated[Caller, Public]) -> PluginAnswers:
        """Get the data of a page's plugins, as the caller may see it."""
        asked = Asked(data.page, data.query, caller)
        instances: dict[str, list[AskedPlugin]] = {}
        for plugin in data.plugins:
            instances.setdefault(plugin.ref, []).append(plugin)
        known = [by_ref[ref] for ref in instances if ref in by_ref]
        answers: dict[str, PluginAnswerOut] = {}
        is_cacheable = isinstance(caller, Anonymous) and all(source.is_cacheable for source in known)
        for source in known:
            for plugin_id, answer in (await source.answer(session, instances[source.ref], asked)).items():
                answers[plugin_id] = PluginAnswerOut(
                    data=answer.data,
                    tags=sorted(answer.tags),
                    files=answer.files and {**answer.files},
                    is_missing=answer.is_missing,
                )
                is_cacheable = is_cacheable and answer.is_cacheable
        return PluginAnswers(plugins=answers, is_cacheable=is_cacheable)

    return router
