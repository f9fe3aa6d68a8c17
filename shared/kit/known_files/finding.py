"""Finding the library's files by what fields have of them, in one statement, past the models: it is part of a render."""

import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

from kit.known_files.uses import PLACE, Use
from kit.raw import Connection, Row, is_uuid

# Deleted ones as well: a page that shows one changes when its folder is restored.
_FILES = """
SELECT f.id::text, f.name, f.is_public, f.scope_whitelist::text AS own, f.mime_type, f.size, f.width, f.height,
    f.has_sizes, f.alt, f.title, f.focal_x, f.focal_y, f.content_version, f.folder_id::text, d.name AS folder,
    f.is_deleted OR coalesce(d.is_deleted, f.folder_id IS NOT NULL) AS is_gone, (
        SELECT json_agg(a.scope_whitelist) FROM file_folders a
        WHERE a.scope_whitelist <> '[]'::jsonb AND NOT a.is_deleted
            AND (a.id = d.id OR starts_with(d.name, a.name || '/'))
    )::text AS above
FROM files f LEFT JOIN file_folders d ON d.id = f.folder_id
WHERE f.id = ANY ($1::uuid[])
"""
_BY_ADDRESS_TOO = f"""{_FILES}
    OR NOT f.is_deleted AND f.name = ANY ($2::text[]) AND concat(d.name, '/', f.name) = ANY ($3::text[])
"""


async def find(connection: Connection, uses: Iterable[Use]) -> dict[Use, Row | None]:
    """The files that are used, gone ones among them; None for an id that is unknown, and an address of no file."""
    uses = set(uses)
    ids = {use for use in uses if not use.startswith(PLACE)}
    paths = {use: path for use in uses - ids if (path := path_of(use)) is not None}
    rows = await _rows(connection, [id for id in ids if is_uuid(id)], [*paths.values()])
    by_id = {row["id"]: row for row in rows}
    by_path: dict[str, Row] = {}
    for row in rows:
        path = f"{row['folder'] or ''}/{row['name']}"
        if path not in by_path or by_path[path]["is_gone"]:
            by_path[path] = row
    found: dict[Use, Row | None] = {use: by_id.get(use) for use in ids}
    return found | {use: by_path.get(paths.get(use, "")) for use in uses - ids}


async def _rows(connection: Connection, ids: list[str], paths: list[str]) -> list[Row]:
    if not paths:
        return await connection.fetch(_FILES, ids)
    return await connection.fetch(_BY_ADDRESS_TOO, ids, [path.rpartition("/")[2] for path in paths], paths)


def path_of(address: Use) -> str | None:
    """Folder and name of the file at an address: ``/photo.jpg`` at the top of the library, else ``folder/photo.jpg``."""
    written = address.removeprefix(PLACE).partition("#")[0].partition("?")[0]
    # As names are stored; what no name has finds nothing.
    path = unicodedata.normalize("NFC", unquote(written))
    if "\0" in path:
        return None
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name}"
