"""The resources that actions touch, for telling a true conflict between two editors from changes that go together.

Resources are strings, compared by equality only:

    node:ID                 the node is there (written by creating and removing it)
    node:ID/*               anything about it (written by every change of it, or inside a col-unique's page block)
    node:ID/place /type /branch
    node:ID/tagName@site    one setting, site-wide
    node:ID/tagName@PAGE    one setting on one page; likewise link@PAGE, block@PAGE
    plugin:ID               anything about the instance (written by every change of it)
    plugin:ID/fields/NAME   one of its fields
    plugin:ID/whole         all of it: made, replaced, taken off its page, deleted
    branch:ID/created       the branch block was made
    branch:ID/removed       it was taken apart

A save at version V conflicts when somebody else's later save *wrote* a resource that this one *needs*. ``writes`` is
what to log and is not to be compared: two settings of one node both write ``node:ID/*``, which only a removal
needs. For people, the part before the slash is the resource.

web/app/page/actions/touch.ts is the editor's twin; tests/vectors/touched.json holds the two equal.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Touched:
    writes: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()

    def __or__(self, other: Touched) -> Touched:
        return Touched(self.writes | other.writes, self.needs | other.needs)


NOTHING = Touched()


def existence(node_id: str) -> str:
    return f"node:{node_id}"


def anything(node_id: str) -> str:
    return f"node:{node_id}/*"


def part(node_id: str, name: str) -> str:
    return f"node:{node_id}/{name}"


def setting(node_id: str, key: str, where: str) -> str:
    """``where`` is ``site`` or a page's id."""
    return f"node:{node_id}/{key}@{where}"


def plugin(plugin_id: str) -> str:
    return f"plugin:{plugin_id}"


def plugin_field(plugin_id: str, name: str) -> str:
    # Names of unknown plugins' fields have any length, the log's column has not.
    return f"plugin:{plugin_id}/fields/{name[:100]}"


def plugin_whole(plugin_id: str) -> str:
    return f"plugin:{plugin_id}/whole"


def plugin_removed(plugin_id: str) -> frozenset[str]:
    """What a change writes that takes a plugin off its page."""
    return frozenset({plugin(plugin_id), plugin_whole(plugin_id)})


def branch_created(branch_id: str) -> str:
    return f"branch:{branch_id}/created"


def branch_removed(branch_id: str) -> str:
    return f"branch:{branch_id}/removed"
