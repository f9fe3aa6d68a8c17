import uuid
from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from content.model.values import bounded_json
from kit.schemas import LongText, Moment, Name, Out, RecordIn

MAX_FONTS = 50


def _parsed(value: object) -> object:
    """Fonts may come as a list or as its JSON."""
    if not isinstance(value, str):
        return value
    try:
        return orjson.loads(value) if value.strip() else []
    except orjson.JSONDecodeError as error:
        raise PydanticCustomError("fonts_json", "This is not valid JSON: {reason}", {"reason": error.msg}) from None


Fonts = Annotated[list[Any], BeforeValidator(_parsed), Field(max_length=MAX_FONTS), AfterValidator(bounded_json)]


_GIVEN = "Made from the SCSS where there is any. Without SCSS it is taken as it is."


class TemplateIn(RecordIn):
    """The whole template: what is left out becomes empty."""

    name: Name
    shared_scss: LongText = Field("", alias="sharedSCSS")
    inline_scss: LongText = Field("", alias="inlineSCSS")
    external_scss: LongText = Field("", alias="externalSCSS")
    inline_css: LongText = Field("", alias="inlineCSS", description=_GIVEN)
    external_css: LongText = Field("", alias="externalCSS", description=_GIVEN)
    js: LongText = ""
    fonts: Fonts = []
    page_count: Annotated[int | None, Field(description="Ignored.")] = None
    is_default: Annotated[bool | None, Field(description="Ignored.")] = None
    updated_by: Annotated[uuid.UUID | None, Field(description="Ignored.")] = None


class TemplateOut(Out):
    """A template with its sources."""

    id: uuid.UUID
    name: str
    shared_scss: str = Field(alias="sharedSCSS")
    inline_scss: str = Field(alias="inlineSCSS")
    external_scss: str = Field(alias="externalSCSS")
    inline_css: str = Field(alias="inlineCSS")
    external_css: str = Field(alias="externalCSS")
    js: str
    fonts: list[Any]
    page_count: int = Field(description="How many pages have it.")
    is_default: bool = Field(description="Whether new pages get it.")
    updated_by: uuid.UUID | None = Field(description="Who saved it last; null where that is not known.")
    version: int
    created_at: Moment
    updated_at: Moment


class StartingTemplate(Out):
    """What a new template may begin with."""

    name: str
    shared_scss: str = Field(alias="sharedSCSS")
    inline_scss: str = Field(alias="inlineSCSS")
    external_scss: str = Field(alias="externalSCSS")
    js: str
    fonts: list[Any]


class StartingTemplates(Out):
    """All of them, the default first."""

    results: list[StartingTemplate]


class Minified(Out):
    """What browsers get of a template, in fewer bytes. A source that no compiler can read stays as it is."""

    inline_css: str = Field(alias="inlineCSS")
    external_css: str = Field(alias="externalCSS")
    js: str


class TemplateSources(TemplateOut):
    """A template for the web host. Without ``minified``, which is being made then, it serves the sources."""

    minified: Minified | None


class CompiledSources(Out):
    """What the web host makes of a template's sources."""

    inline_css: LongText = Field(alias="inlineCSS")
    external_css: LongText = Field(alias="externalCSS")
    minified: Minified
    is_minified: bool = True
    """False where there was no time for it: ``minified`` is what was compiled then. A host of the release before does not say."""


class TemplateRevisionOut(Out):
    """A save of a template, without its sources."""

    id: uuid.UUID
    version: int
    name: str
    user_id: uuid.UUID | None = Field(description="Who saved it; null where that is not known.")
    saved_at: Moment


class TemplateRevisionListed(TemplateRevisionOut):
    """A save in the list of them."""

    changes: list[str] = Field(description="The fields that it changed; of the oldest that is kept, none is known.")


class TemplateRevisionSources(TemplateRevisionOut):
    """A template as one save left it."""

    shared_scss: str = Field(alias="sharedSCSS")
    inline_scss: str = Field(alias="inlineSCSS")
    external_scss: str = Field(alias="externalSCSS")
    inline_css: str = Field(alias="inlineCSS")
    external_css: str = Field(alias="externalCSS")
    js: str
    fonts: list[Any]


class TemplateRevisions(Out):
    """The saves of a template, the newest first; a number of them is kept."""

    results: list[TemplateRevisionListed]
