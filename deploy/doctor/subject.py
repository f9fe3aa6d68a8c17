"""What is examined: one site, as `make up` or containers run it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Subject:
    """Where everything of a site is. What is None or empty it does not have, or nobody here can tell.

    ``environ`` holds the settings of mail, storage and the cache in front. ``databases`` are addresses by the service whose
    role they log in with; one that an administrator logs in with has the name ``admin`` and shows all of them. ``parts``
    are addresses that answer 200 while a part is well; ``auth_url`` is auth's own, past the gateway. ``folders`` are what
    is written to, by what they are called.
    """

    environ: Mapping[str, str]
    public_url: str
    databases: Mapping[str, str] = field(default_factory=dict)
    redis_url: str | None = None
    auth_url: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, Path] = field(default_factory=dict)
    newer_tables: Mapping[str, str] = field(default_factory=dict)
    """The revisions, by service, of a newer release's tables that this release may work on."""
    files: Path | None = None
    """The folder that files are kept in; None where they are in S3."""
    node: Path | None = None
    """The web host's Node; None where it is in another container."""
    is_contained: bool = False
    """Whether this is a container, so that this machine's own address leads to nothing."""
