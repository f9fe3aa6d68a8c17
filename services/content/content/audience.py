"""Which pages somebody may see, for queries: the twin of content.model.visibility.passes in SQL."""

from collections.abc import Iterable

from content.model.visibility import SEES_ALL
from kit.auth import LOGGED_IN, Anonymous, Caller

_EDITORS = SEES_ALL | {"editor"}


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
    return f"""(coalesce({whitelist}, '[]') = '[]' OR {scopes} && '{{admin,super}}'::text[] OR EXISTS (
        SELECT FROM jsonb_array_elements_text({whitelist}) AS listed (scope), site
        WHERE listed.scope = ANY ({scopes}) AND NOT site.scope_renamings ? listed.scope))"""  # of constants
