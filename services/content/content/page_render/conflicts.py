"""Conflicts between two people's saves: found in the log of changes, told with names."""

import asyncio
import logging
from typing import Any

from content.documents.loading import Connection
from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)

# A conflict is worth telling even when nobody knows the name.
NAMES_TIMEOUT = 2.0
NAMELESS = "someone"
# What auth takes in one question.
_NAMES_AT_ONCE = 100

_CHANGED_SINCE = """
SELECT DISTINCT ON (thing) thing, version, user_id::text, at
FROM changes WHERE version > $1 AND thing = ANY ($2::text[])
ORDER BY thing, version DESC
"""

_REACHES_BACK = "SELECT $1 >= min(version) FROM changes"


async def find(connection: Connection, version: int, needed: dict[str, list[int]]) -> list[dict[str, Any]]:
    """What was changed after `version` of the things that actions need, `{thing: action indexes}`.

    One entry for each node, plugin or branch, with its latest change. Changes by the same person count too: they
    come from another of their windows, and would be lost as silently. Where the log no longer reaches back to
    `version`, everything may have changed: it is for the person to look.
    """
    if not needed:
        return []
    log_reaches = await connection.fetchrow(_REACHES_BACK, version)
    if not (log_reaches and log_reaches[0]):
        return _unknown(version, needed)
    found: dict[str, dict[str, Any]] = {}
    for row in await connection.fetch(_CHANGED_SINCE, version, list(needed)):
        thing = row["thing"].partition("/")[0]
        entry = found.setdefault(thing, {"thing": thing, "actionIndexes": [], "version": 0})
        entry["actionIndexes"] = sorted({*entry["actionIndexes"], *needed[row["thing"]]})
        if row["version"] > entry["version"]:
            entry |= {
                "changedBy": {"userId": row["user_id"], "name": NAMELESS},
                "changedAt": row["at"].isoformat(),
                "version": row["version"],
            }
    return list(found.values())


def _unknown(version: int, needed: dict[str, list[int]]) -> list[dict[str, Any]]:
    """All that is needed, as changed after `version` by nobody knows whom."""
    indexes: dict[str, set[int]] = {}
    for thing, at in needed.items():
        indexes.setdefault(thing.partition("/")[0], set()).update(at)
    nobody = {"userId": None, "name": NAMELESS}
    return [
        {"thing": thing, "actionIndexes": sorted(at), "version": version + 1, "changedBy": dict(nobody)}
        for thing, at in indexes.items()
    ]


async def add_names(state: KitState, conflicts: list[dict[str, Any]]) -> None:
    """Put people's names into conflicts, as far as auth answers."""
    users = sorted({entry["changedBy"]["userId"] for entry in conflicts if entry["changedBy"]["userId"]})
    if not users:
        return
    auth = InternalClient(state, "auth")
    names: dict[str, str] = {}
    try:
        async with asyncio.timeout(NAMES_TIMEOUT):
            for start in range(0, len(users), _NAMES_AT_ONCE):
                ids = users[start : start + _NAMES_AT_ONCE]
                names |= await auth.get("/private/people/names", params={"ids": ids})
    except (DomainError, TimeoutError) as error:
        log.warning("names unknown: %s", error)
    for entry in conflicts:
        entry["changedBy"]["name"] = names.get(entry["changedBy"]["userId"], NAMELESS)
