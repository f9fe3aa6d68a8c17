"""Which revisions of its tables a service knows: by the names of its migrations, without loading any of them."""

import importlib
from pathlib import Path


def versions_folder(package: str) -> Path:
    """Where a service's migrations are."""
    module = importlib.import_module(package)
    return Path(str(module.__file__)).parents[1] / "migrations" / "versions"


def revisions_before(package: str, revision: str) -> list[str]:
    """The known revisions before this one, in their order; none where this one is not known itself."""
    known = sorted(path.name.partition("_")[0] for path in versions_folder(package).glob("[0-9]*_*.py"))
    return known[: known.index(revision)] if revision in known else []


def newest_revision(package: str) -> str:
    """The revision that the service's code expects its tables to have."""
    return max(path.name.partition("_")[0] for path in versions_folder(package).glob("[0-9]*_*.py"))
