"""The library's files that pages show, as far as the index has to know of them: for whom they are, what is said of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from content.documents.loading import Connection, Row
from content.fields.files import uses_in
from content.model.visibility import whitelist_key
from kit.known_files.finding import find, path_of
from kit.known_files.shown import is_of_administrators, readers_of
from kit.known_files.uses import PLACE, Use

Audience = frozenset[tuple[str, ...]]
"""The whitelists that all have to let somebody through."""
_EVERYBODY: Audience = frozenset()


class Library:
    """What is known of files, by what fields have of them; of an address that is no file's nobody knows for whom it is."""

    def __init__(self, found: Mapping[Use, Row | None]) -> None:
        self._found = found

    def alt_of(self, use: Use) -> str:
        """What the library says of a file; of a protected one nothing, since editors find whatever is of pages."""
        row = self._found.get(use)
        return "" if row is None or is_of_administrators(row) else str(row["alt"])

    def readers_of(self, uses: Collection[Use]) -> Audience | None:
        """Who is shown all of these files; None where nobody is."""
        audience = _EVERYBODY
        for use in uses:
            whitelists = self._of_one(use)
            if whitelists is None:
                return None
            audience |= whitelists
        return audience

    def keys_of(self, plugins: Iterable[Mapping[str, Any]]) -> list[str]:
        """By what a page with these plugins is found when files change: their ids and, of addresses, their paths too."""
        return sorted({key for plugin in plugins for key in self._keys(uses_in(plugin["ref"], plugin["fields"]))})

    def _of_one(self, use: Use) -> Audience | None:
        row = self._found.get(use)
        whitelists = None if row is None else readers_of(row)
        return None if whitelists is None else frozenset(whitelist_key(each) for each in whitelists)

    def _keys(self, uses: Iterable[Use]) -> Iterator[str]:
        for use in uses:
            row = self._found.get(use)
            if row is not None:
                yield row["id"]
            elif not use.startswith(PLACE):
                yield use
            # Another file may be there at another time.
            path = path_of(use) if use.startswith(PLACE) else None
            if path is not None:
                yield path


async def library_of(connection: Connection, plugins: Iterable[Mapping[str, Any]]) -> Library:
    """What is known of the files that plugins show, in one statement, and none where they show none."""
    uses = {use for plugin in plugins for use in uses_in(plugin["ref"], plugin["fields"])}
    return Library(await find(connection, uses) if uses else {})
