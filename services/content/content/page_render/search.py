"""The data of a cms.search: the results of the query in the page's address, a page of them at a time."""

from collections.abc import Mapping, Sequence
from typing import Any

from content.page_render.sources import Answer, Asked, Instance, Source
from content.search import service
from content.search.errors import SearchTimeout, TooManySearches
from content.search.extracts import Part
from kit.pagination import Window

_SIZES = ("5", "10", "20")
_USUAL_SIZE = "10"


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    text = asked.query.get("query")
    if not isinstance(text, str):
        return {}
    sizes = {instance.id: _size_of(instance, asked) for instance in instances}
    # One search for each size, of which there are three, however many instances.
    data = {size: await _limited(text, size, asked) for size in set(sizes.values()) if size}
    # A change of any page may change the results.
    return {id: Answer(data[size], frozenset(), is_cacheable=False) for id, size in sizes.items() if size}


def _size_of(instance: Instance, asked: Asked) -> int:
    """How many results an instance shows; 0 for one whose results are on another page."""
    results_page = instance.fields.get("resultsPage")
    if results_page and results_page != asked.page["url"]:
        return 0
    size = instance.fields.get("perPage")
    return int(size if size in _SIZES else _USUAL_SIZE)


async def _limited(text: str, size: int, asked: Asked) -> dict[str, Any]:
    """What was found, or why nothing was looked for: the page has more to show than this."""
    nothing = {"query": text, "isComplete": False, "isLimited": False, "total": 0, "start": 0, "limit": size}
    try:
        async with asked.memory.searches.slot(asked.viewer.address):
            return await _search(text, size, asked)
    except SearchTimeout:
        return {**nothing, "results": []}
    except TooManySearches:
        return {**nothing, "isLimited": True, "results": []}


async def _search(text: str, size: int, asked: Asked) -> dict[str, Any]:
    number = asked.query.get("results", 1)
    window = Window((int(number) - 1) * size, size)
    found = await service.search(asked.connection, text, window, asked.viewer.scopes)
    return {
        "query": text,
        "isComplete": True,
        "isLimited": False,
        "total": found.total,
        "start": found.start,
        "limit": found.limit,
        "results": [
            {"url": result.url, "title": _parts(result.title_parts), "extract": _parts(result.extract)}
            for result in found.results
        ],
    }


def _parts(parts: Sequence[Part]) -> list[dict[str, Any]]:
    return [{"text": part.text, "isMatch": part.is_match} for part in parts]


SEARCH = Source(ref="cms.search", answer=_answer)
