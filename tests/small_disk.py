"""Programs on a small file system of their own, which is in memory and goes away with them."""

import os
from pathlib import Path

_OWN_NAMESPACE = ["unshare", "--mount", "--propagation=private"]
# A user who is not root may make namespaces as their root, and in them another one as that user again.
_ENTERING = _OWN_NAMESPACE if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", *_OWN_NAMESPACE[1:]]
_AS_BEFORE = (
    [] if os.geteuid() == 0 else ["unshare", "--user", f"--map-user={os.geteuid()}", f"--map-group={os.getegid()}"]
)


def on_a_disk(folder: Path, options: str, fill: str = "true") -> tuple[str, ...]:
    """What starts a program with a file system of its own mounted at a folder, in which ``fill`` was done by a shell."""
    script = f'mount -t tmpfs -o {options} tmpfs "$0" && cd "$0" && {fill} && cd "$OLDPWD" && exec "$@"'
    return (*_ENTERING, "sh", "-c", script, str(folder), *_AS_BEFORE)
