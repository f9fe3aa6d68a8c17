"""The library's files as they are shown, to those who may see them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

from kit.auth import grants
from kit.known_files.finding import find
from kit.known_files.protected import is_protected
from kit.known_files.uses import NOWHERE, PLACE, Use
from kit.raw import Connection, Row


class Known(NamedTuple):
    """The files that are used, by their uses, as far as the viewer sees them, and the tags of all of them."""

    shown: Mapping[Use, dict[str, Any]]
    hidden: frozenset[Use]
    """Deleted files, files that the caller cannot access, and what is no file: there may have been one, which was deleted
    or renamed, and what is said of it is no more for everybody than it was."""
    tags: frozenset[str]
    open: Mapping[Use, dict[str, Any]]
    """Those of them that everybody sees."""


async def files_of(connection: Connection, uses: Iterable[Use], scopes: Collection[str]) -> Known:
    """What is known of the files that are used, in one statement."""
    found = await find(connection, uses)
    shown = {use: _file(row) for use, row in found.items() if row is not None and is_shown(row, scopes)}
    tags = {_tag_of(use, row) for use, row in found.items()}
    tags |= {f"folder:{row['folder_id']}" for row in found.values() if row is not None and row["folder_id"]}
    everybodys = {use: shown[use] for use, row in found.items() if use in shown and row and is_shown(row, ())}
    return Known(shown, frozenset(found.keys() - shown.keys()), frozenset(tags), everybodys)


def _tag_of(use: Use, row: Row | None) -> str:
    if row is not None:
        return f"file:{row['id']}"
    return NOWHERE if use.startswith(PLACE) else f"file:{use}"


def readers_of(row: Row) -> list[list[str]] | None:
    """The whitelists that all have to let somebody through to a file; None of one that nobody is shown.

    Administrators pass all of them, and so do editors unless the file is protected.
    """
    if row["is_gone"]:
        return None
    if is_of_administrators(row):
        return [["admin"]]
    whitelists = [each for each in (orjson.loads(row["own"]), *orjson.loads(row["above"] or "[]")) if each]
    return whitelists if whitelists or row["is_public"] else [["admin"]]


def is_of_administrators(row: Row) -> bool:
    """Whether a file is protected: nothing that the library says of it is for editors either."""
    return is_protected(row["folder"] or "")


def is_shown(row: Row, scopes: Collection[str]) -> bool:
    """Whether the holder of these scopes is shown a file.

    The twin of `cms.files.access.may_read`, held equal by tests/vectors/file-readers.json.
    """
    whitelists = readers_of(row)
    if whitelists is None:
        return False
    held = frozenset(scopes)
    if grants(held, "admin") or ("editor" in held and not is_of_administrators(row)):
        return True
    return all(not set(whitelist).isdisjoint(scopes) for whitelist in whitelists)


def _file(row: Row) -> dict[str, Any]:
    path = f"{row['folder']}/{row['name']}" if row["folder"] else row["name"]
    return {
        "id": row["id"],
        "address": f"{PLACE}{quote(path)}?v={row['content_version']}",
        "name": row["name"],
        "mimeType": row["mime_type"],
        "size": row["size"],
        "width": row["width"],
        "height": row["height"],
        "hasSizes": row["has_sizes"],
        "alt": row["alt"],
        "title": row["title"],
        "focalPoint": {"x": row["focal_x"], "y": row["focal_y"]},
    }
