"""Which fields of plugins refer to posts and categories."""

import re
from collections.abc import Mapping
from typing import Any

POST = "cms.blogPost"
LIST = "cms.blogList"
POST_MENU = "cms.blogPostMenu"
LIST_MODE = "list"
"""The display mode in which a list has a category of its own; also that of a list that says none."""

# What the service writes and no editor types, by plugin.
_ID_FIELDS = {POST: "blogPostId", LIST: "blogCategoryId"}
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Fields = Mapping[str, Any]


def is_of_blog(ref: str) -> bool:
    """Whether instances of a plugin refer to the blog's records."""
    return ref in _ID_FIELDS


def record_id(ref: str, fields: Fields) -> str | None:
    """The id of the post that a cms.blogPost shows, or of the category of a cms.blogList in list mode."""
    if ref == LIST and not is_list(fields):
        return None
    value = fields.get(_ID_FIELDS[ref])
    return value if isinstance(value, str) and _UUID.fullmatch(value) else None


def with_record(ref: str, fields: Fields, identifier: str) -> dict[str, Any]:
    """The fields with another record."""
    return {**fields, _ID_FIELDS[ref]: identifier}


def without_record(ref: str, fields: Fields) -> dict[str, Any]:
    """The fields of a copy that gets a record of its own: a post, or the category of a list in list mode."""
    name = _ID_FIELDS.get(ref)
    is_kept = name is None or (ref == LIST and not is_list(fields))
    return {key: value for key, value in fields.items() if is_kept or key != name}


def is_list(fields: Fields) -> bool:
    """Whether a cms.blogList is in list mode."""
    return bool(fields.get("displayMode", LIST_MODE) == LIST_MODE)


def keep_record(ref: str, before: Fields, after: Fields) -> Fields:
    """The fields with the record that the instance had, where the sender leaves it out.

    Who makes a plugin anew, as redo does, or replaces all fields does not know what the service has stored.
    """
    name = _ID_FIELDS.get(ref)
    # Cards and titles of no category are those of all posts.
    if name is None or (ref == LIST and not is_list(after)) or after.get(name) or not before.get(name):
        return after
    return {**after, name: before[name]}


def chosen_categories(fields: Fields) -> list[str]:
    """The categories that a cms.blogPost names, each once."""
    value = fields.get("categories")
    named = value if isinstance(value, list) else []
    return list(dict.fromkeys(each for each in named if isinstance(each, str) and _UUID.fullmatch(each)))
