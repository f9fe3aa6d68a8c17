"""Who sees which file, and who changes it."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, func

from cms.files.errors import FolderProtected
from cms.files.models import Bucket
from kit.auth import Caller, scopes_of
from kit.known_files.protected import PROTECTED, is_protected


def manages(caller: Caller) -> Sequence[ColumnElement[bool]]:
    """Conditions on `Bucket`, outer joined, for what somebody manages who has the scope ``editor``."""
    if caller.has("admin"):
        return ()
    return (func.split_part(func.coalesce(Bucket.name, ""), "/", 1).not_in(PROTECTED),)


def check_manages(caller: Caller, bucket_name: str) -> None:
    """Raise `FolderProtected` where somebody may not put anything into a folder."""
    if is_protected(bucket_name) and not caller.has("admin"):
        raise FolderProtected("Only an administrator can change this folder and its contents.")


def may_read(caller: Caller, bucket_name: str, whitelists: Iterable[Sequence[str]], *, is_public: bool) -> bool:
    """Whether somebody is shown a file, by its own whitelist and those of the folders above it.

    The twin of `kit.known_files.shown.is_shown`, held equal by tests/vectors/file-readers.json. Editors see all but what
    is protected. A file that is not public and has no whitelist anywhere is for them alone.
    """
    if caller.has("admin"):
        return True
    if is_protected(bucket_name):
        return False
    if caller.has("editor"):
        return True
    set_ones = [whitelist for whitelist in whitelists if whitelist]
    if not set_ones and not is_public:
        return False
    scopes = scopes_of(caller)
    return all(not scopes.isdisjoint(whitelist) for whitelist in set_ones)
