"""Who runs the site, and who is only a member of it."""

from auth.users.models import User

_OF_STAFF = frozenset({"super", "admin", "editor"})
_AREAS_OF_STAFF = ("crm:", "ecom:")


def is_staff(user: User) -> bool:
    """Whether any of the user's scopes, which have to be loaded, opens a screen of the admin or the editor."""
    return any(name in _OF_STAFF or name.startswith(_AREAS_OF_STAFF) for name in user.scope_names)
