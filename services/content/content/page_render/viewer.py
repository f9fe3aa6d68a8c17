"""The viewer that a render is for: the caller, or the one that an editor views the page as."""

from typing import Annotated, NamedTuple

from fastapi import Header
from pydantic import TypeAdapter, ValidationError

from content.audience import effective_scopes, sees_everything
from content.model.values import MAX_SCOPES, Scopes
from content.page_render.errors import ViewAsInvalid
from kit.auth import Anonymous, Caller, grants
from kit.errors import FieldError

NOBODY = "-"
"""In place of scopes: somebody who is not logged in. No scope has this name."""

VIEW_AS = "View-As"
ViewAs = Annotated[
    str | None,
    Header(
        alias=VIEW_AS,
        max_length=5_000,
        description=f"For editors: answer as for somebody with these scopes, separated by commas, or `{NOBODY}` for"
        " somebody who is not logged in. From anybody else it changes nothing.",
    ),
]

_scopes_adapter: TypeAdapter[list[str]] = TypeAdapter(Scopes)


class Viewer(NamedTuple):
    """Who a render is for, as far as it decides what is in it."""

    scopes: frozenset[str]
    is_logged_in: bool
    """Whether a page that is hidden from them is 403 rather than 401."""
    sees_all: bool
    """Who may edit: the tree that actions apply to is the whole one."""
    is_anybody: bool
    """Whether the answer is the one that everybody gets who is not logged in, and may be kept for them."""
    is_administrator: bool = False
    """Whether the viewer sees the protected files of the library: an editor who is no administrator does not."""
    address: str | None = None
    """The client's address, for the limit of searches alone; none where nothing is limited."""


def viewer_of(caller: Caller, view_as: str | None = None) -> Viewer:
    """The caller, or whom the caller sees the page as.

    Only who may edit can see a page as somebody else. They see everything as themselves, so that it can only ever
    take away; from anybody else `view_as` is not even read. Raises ViewAsInvalid.
    """
    if view_as is None or not caller.has("editor"):
        is_anonymous = isinstance(caller, Anonymous)
        viewer = _viewer(caller.scopes, is_logged_in=not is_anonymous, is_anybody=is_anonymous)
    elif view_as.strip() == NOBODY:
        viewer = _viewer(frozenset(), is_logged_in=False)
    else:
        viewer = _viewer(_scopes_in(view_as), is_logged_in=True)
    return viewer._replace(is_administrator=viewer.is_administrator and caller.has("admin"))


def _viewer(scopes: frozenset[str], *, is_logged_in: bool, is_anybody: bool = False) -> Viewer:
    shown_to = effective_scopes(scopes, is_logged_in=is_logged_in)
    return Viewer(shown_to, is_logged_in, sees_everything(scopes), is_anybody, grants(scopes, "admin"))


def _scopes_in(view_as: str) -> frozenset[str]:
    try:
        return frozenset(_scopes_adapter.validate_python([name.strip() for name in view_as.split(",")]))
    except ValidationError:
        detail = f"{VIEW_AS} names up to {MAX_SCOPES} scopes, separated by commas, or is {NOBODY}."
        raise ViewAsInvalid(detail, errors=[FieldError(VIEW_AS, "view_as_invalid", detail)]) from None
