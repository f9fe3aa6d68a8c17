"""Which stored documents differ between two states: what a save has to write."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from content.model.types import PageState
from kit.same_json import same_json


@dataclass(frozen=True, slots=True)
class Difference:
    """Ids of the entries that were added, changed and removed."""

    added: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class Changes:
    layout: bool
    blocks: Difference
    """By id of the col-unique."""
    branches: Difference
    """A removed branch was moved into a row of this page: refuse that when other pages show it."""
    plugins: Difference
    """Instances are never removed, only taken off the page."""
    site_fields: Difference
    """By node id."""
    page_fields: Difference
    links: Difference

    def __bool__(self) -> bool:
        return self.layout or any(
            (self.blocks, self.branches, self.plugins, self.site_fields, self.page_fields, self.links)
        )


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference:
    return Difference(
        added=frozenset(after.keys() - before.keys()),
        changed=frozenset(key for key in before.keys() & after.keys() if not same_json(before[key], after[key])),
        removed=frozenset(before.keys() - after.keys()),
    )


def changes(before: PageState, after: PageState) -> Changes:
    """What differs between a state and the one that actions made of it."""
    old, new = before["page"], after["page"]

    def fields(page: Any, level: str) -> dict[str, Any]:
        return {id: levels[level] for id, levels in page["nodeFields"].items() if level in levels}

    return Changes(
        layout=not same_json(old["layout"]["block"], new["layout"]["block"]),
        blocks=difference(old["blocks"], new["blocks"]),
        branches=difference(old["branches"], new["branches"]),
        plugins=difference(before["plugins"], after["plugins"]),
        site_fields=difference(fields(old, "site"), fields(new, "site")),
        page_fields=difference(fields(old, "page"), fields(new, "page")),
        links=difference(old["links"], new["links"]),
    )
