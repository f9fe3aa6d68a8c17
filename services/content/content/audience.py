"""Which pages somebody may see, for queries: the twin of content.model.visibility.passes in SQL."""

from collections.abc import Iterable

from content.address import ERROR_PREFIX, HOME
from content.model.visibility import SEES_ALL
from kit.auth import LOGGED_IN, Anonymous, Caller

_EDITORS = SEES_ALL | {"editor"}

NOBODYS = "'{}'::text[]"
"""In place of scopes: of somebody who holds none. Conditions for them have none of the parts that look for a scope, of
which each takes its time with every statement."""


def sees_everything(scopes: Iterable[str]) -> bool:
    """Whether the holder of these scopes sees all pages: those who may edit do."""
    return not _EDITORS.isdisjoint(scopes)


def effective_scopes(scopes: frozenset[str], *, is_logged_in: bool) -> frozenset[str]:
    """The scopes by which whitelists are judged."""
    if sees_everything(scopes):
        return SEES_ALL
    return scopes | {LOGGED_IN} if is_logged_in else scopes


def scopes_of(caller: Caller) -> list[str]:
    """The scopes by which whitelists are judged for a caller, for the parameter of `visible`."""
    return sorted(effective_scopes(caller.scopes, is_logged_in=not isinstance(caller, Anonymous)))


def visible(page: str, scopes: str) -> str:
    """A condition: the page of this alias may be seen by the holder of the scopes that this expression gives.

    A scope that is being renamed opens nothing: its name may be another's in some whitelists.
    """
    whitelist = f"{page}.config -> 'scopeWhitelist'"
    if scopes == NOBODYS:
        return f"(coalesce({whitelist}, '[]') = '[]')"
    return f"""(coalesce({whitelist}, '[]') = '[]' OR {scopes} && ARRAY['admin', 'super'] OR EXISTS (
        SELECT FROM jsonb_array_elements_text({whitelist}) AS listed (scope), site
        WHERE {_opens("listed.scope", scopes)}))"""  # of constants


def has_place(page: str) -> str:
    """A condition: lists may link the page of this alias: it is seen at its address, and no page for errors.

    Where a URL map applies at its address, nobody sees it there, editors included.
    """
    return f"(NOT {page}.is_redirected AND NOT starts_with({page}.url, '{ERROR_PREFIX}'))"


def listed(page: str, scopes: str) -> str:
    """A condition: lists may tell the holder of these scopes of the page of this alias.

    Of a page whose post is scheduled only those are told who see everything; the home page is no post, and what a layout
    shows makes no page one.
    """
    return f"""{has_place(page)} AND ({scopes} && ARRAY['admin', 'super'] OR {page}.url = '{HOME}' OR {page}.id NOT IN (
        SELECT shown.page_id FROM blog_posts post JOIN blog_post_pages shown ON shown.post_id = post.id
        WHERE post.is_scheduled AND NOT shown.is_of_layout AND NOT EXISTS (
            SELECT FROM blog_post_pages other JOIN blog_posts out ON out.id = other.post_id
            WHERE other.page_id = shown.page_id AND NOT other.is_of_layout AND NOT out.is_scheduled)))"""  # noqa: S608  # of constants


def is_out(post: str, scopes: str) -> str:
    """A condition: lists may tell the holder of these scopes of the post of this alias, as far as its date goes."""
    return f"(NOT {post}.is_scheduled OR {scopes} && ARRAY['admin', 'super'])"


def included(audience: str, scopes: str) -> str:
    """A condition: this audience includes the holder of the scopes that this expression gives; null includes no visitor.

    An audience is a list of places on a page, each a list of the whitelists that all have to let somebody through.
    """
    if scopes == NOBODYS:
        return f"""({audience} = '[[]]' OR EXISTS (
            SELECT FROM jsonb_array_elements({audience}) AS place (whitelists) WHERE place.whitelists = '[]'))"""  # of constants
    return f"""({audience} = '[[]]' OR {scopes} && ARRAY['admin', 'super'] OR EXISTS (
        SELECT FROM jsonb_array_elements({audience}) AS place (whitelists) WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements(place.whitelists) AS around (whitelist) WHERE NOT EXISTS (
                SELECT FROM jsonb_array_elements_text(around.whitelist) AS listed (scope), site
                WHERE {_opens("listed.scope", scopes)}))))"""  # noqa: S608  # of constants


def _opens(scope: str, scopes: str) -> str:
    return f"{scope} = ANY ({scopes}) AND NOT site.scope_renamings ? {scope}"
