import uuid
from typing import Annotated

from fastapi import Query
from pydantic import Field

from content.search.parsing import MAX_CHARACTERS
from kit.schemas import Out

SearchQuery = Annotated[
    str,
    Query(
        max_length=MAX_CHARACTERS,
        description='Words, "phrases" and -words that results must not have; the last word may be unfinished.',
    ),
]


class TextPart(Out):
    text: str
    is_match: bool = Field(description="Whether it is a word that was looked for.")


class SearchResult(Out):
    page_id: uuid.UUID
    url: str
    title: str
    title_parts: list[TextPart] = Field(description="The title in parts, plain text each.")
    extract: list[TextPart] = Field(description="Plain text around the matches on the page.")
