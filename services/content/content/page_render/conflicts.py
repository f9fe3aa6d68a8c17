"""Conflicts between two people's saves: found in the log of changes, told with names."""

from typing import Any, NamedTuple

from content.documents.loading import Connection
from kit.state import KitState
from kit.user_names import user_names

NAMELESS = "someone"

# At least one row, which says how far the log reaches back.
_CHANGED_SINCE = """
SELECT oldest, resource, version, user_id, at
FROM (SELECT min(version) AS oldest FROM changes) log LEFT JOIN (
    SELECT DISTINCT ON (thing) thing AS resource, version, user_id::text, at
    FROM changes
    WHERE version > $1 AND thing = ANY ($2::text[])
        AND (version <> ALL ($3::bigint[]) OR user_id IS DISTINCT FROM $4::uuid)
    ORDER BY thing, version DESC
) latest ON true
"""


class Sight(NamedTuple):
    """What the sender of actions had seen."""

    versions: list[int]
    """For each action the site version that it was made on."""
    own: frozenset[int]
    """Later versions that the same editor made itself."""
    user_id: str


async def find(connection: Connection, sight: Sight, needed: dict[str, list[int]]) -> list[dict[str, Any]]:
    """What was changed, of the resources that actions need (`{resource: action indexes}`), after they were made.

    One entry for each node, plugin or branch, with its latest change and the parts of it that clash. Changes by the
    same person count too, unless the same editor made them: they come from another of their windows, and would be
    lost as silently. Where the log no longer reaches back to an action's version, everything may have changed: it is
    for the person to look.
    """
    if not needed:
        return []
    rows = await connection.fetch(_CHANGED_SINCE, min(sight.versions), [*needed], [*sight.own], sight.user_id)
    oldest = rows[0]["oldest"] if rows[0]["oldest"] is not None else 2**63
    found: dict[str, dict[str, Any]] = {}
    for resource, indexes in needed.items():
        for index in indexes:
            if sight.versions[index] < oldest:
                _add(found, resource, index, {"version": sight.versions[index] + 1, "changedBy": _nobody()})
    for row in rows:
        if row["resource"] is None:
            break
        change = {
            "version": row["version"],
            "changedBy": {"userId": row["user_id"], "name": NAMELESS},
            "changedAt": row["at"].isoformat(),
        }
        for index in needed[row["resource"]]:
            if oldest <= sight.versions[index] < row["version"]:
                _add(found, row["resource"], index, change)
    for entry in found.values():
        entry["actionIndexes"].sort()
        entry["parts"].sort()
    return list(found.values())


def _add(found: dict[str, dict[str, Any]], resource: str, index: int, change: dict[str, Any]) -> None:
    name, _, part = resource.partition("/")
    part = part or "*"
    entry = found.setdefault(name, {"resource": name, "actionIndexes": [], "parts": [], "version": 0})
    if index not in entry["actionIndexes"]:
        entry["actionIndexes"].append(index)
    if part not in entry["parts"]:
        entry["parts"].append(part)
    if change["version"] > entry["version"]:
        entry.update(change)


def _nobody() -> dict[str, Any]:
    return {"userId": None, "name": NAMELESS}


async def add_names(state: KitState, conflicts: list[dict[str, Any]]) -> None:
    """Put people's names into conflicts, as far as auth answers."""
    changers = [entry["changedBy"] for entry in conflicts]
    names = await user_names(state, (each["userId"] for each in changers if each["userId"]))
    for each in changers:
        each["name"] = names.get(each["userId"], NAMELESS)
