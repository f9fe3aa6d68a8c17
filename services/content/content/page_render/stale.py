"""What a save makes stale beside the documents that it changes."""

from content.documents.listing import is_of_listing
from content.fields.naming import all_tags, tags_of_change
from content.model.changes import Changes
from content.model.types import PageState
from content.model.walk import plugin_ids
from content.pages.models import LISTED


def tags_of_listing(before: PageState, after: PageState, changed: Changes) -> set[str]:
    """The tag of what lists pages, where a plugin says since now how its page is listed."""
    placed = {*plugin_ids(after["page"])} - {*plugin_ids(before["page"])}
    ids = (changed.plugins.added | changed.plugins.changed | placed) & after["plugins"].keys()
    return {LISTED} if any(is_of_listing(after["plugins"][id]["ref"]) for id in ids) else set()


def tags_of_naming(before: PageState, after: PageState, changed: Changes) -> set[str]:
    """The tags of what depends on where plugins show what addresses name.

    A layout or a branch block that is another may show or hide what stands in the columns of other pages.
    """
    if changed.layout or changed.branches or changed.site_fields:
        return all_tags()
    return tags_of_change(before["plugins"], after["plugins"])
