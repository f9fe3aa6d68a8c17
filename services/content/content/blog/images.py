"""The images that stand for posts in lists and feeds: the first on the post's page that everybody sees. Pure.

Which images a page shows to everybody changes with the page. Which of them everybody may see changes with the library. So
a few of them are kept beside each pair of post and page (`content.blog.summary_upkeep`), and the files are asked for with
each render.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from content.fields.files import Placed, placed_in
from content.model.visibility import placed_plugins
from kit.known_files.uses import Use

_MAX_PLACES = 1_000
"""Plugins of a page that are looked at."""
_MAX_USES = 5
"""Images of a page that are kept, of which the first is shown that everybody sees."""
_NO_FILE = {"hasSizes": False}

Candidate = Mapping[str, str]
"""An image of a page: `use`, and `aspect` and `crop` where the page shows a part of it."""


def candidates_on(page: Any, plugins: Mapping[str, Any]) -> list[Candidate]:
    """The first images that the page's own columns show to everybody, in reading order."""
    return [*islice(_open_images(page, plugins), _MAX_USES)]


def candidates_in(plugin: Mapping[str, Any] | None) -> list[Candidate]:
    """The images that a plugin shows."""
    return [_candidate(each) for each in placed_in(plugin["ref"], plugin["fields"])] if plugin else []


def first_shown(
    candidates: Sequence[Candidate], files: Mapping[Use, Any]
) -> tuple[Candidate, Mapping[str, Any]] | None:
    """The first of the images that is among these files, with its file. A file that there are no sizes of is none."""
    found = next((each for each in candidates if files.get(each["use"], _NO_FILE)["hasSizes"]), None)
    return None if found is None else (found, files[found["use"]])


def part_of(candidate: Candidate) -> dict[str, str]:
    """The part of the image that the page shows."""
    return {name: candidate[name] for name in ("aspect", "crop") if name in candidate}


def _open_images(page: Any, plugins: Mapping[str, Any]) -> Iterator[Candidate]:
    for place in islice(placed_plugins(page), _MAX_PLACES):
        if not place.is_shared and not place.whitelists:
            yield from candidates_in(plugins.get(place.plugin_id))


def _candidate(placed: Placed) -> Candidate:
    part = {name: placed.value[name] for name in ("aspect", "crop") if placed.value.get(name)}
    return {"use": placed.use, **part}
