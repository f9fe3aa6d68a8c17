"""Finds the browser that tests drive: `python -m tests.chromium` prints its path.

Best is Chromium's headless shell, the same engine without the browser around it, which is lighter.
Debian's own package is installed where there is none and that is possible: as root, with apt-get.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

SHELL = "chromium-headless-shell"
_WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL_FIRST = (SHELL, *_WHOLE)
WHOLE_FIRST = (*_WHOLE, SHELL)
"""For measures of what people have before them."""


def find(names: Sequence[str] = SHELL_FIRST) -> str | None:
    """The browser that CHROMIUM names, or the first of `names` that is in PATH."""
    wanted = os.environ.get("CHROMIUM")
    if wanted:
        return shutil.which(wanted)
    return next((found for name in names if (found := shutil.which(name))), None)


def find_whole() -> str | None:
    """A browser with all that people have, as the viewer of documents, which the headless shell has not."""
    return next((found for name in _WHOLE if (found := shutil.which(name))), None) or find()


def install() -> None:
    """Install Debian's, where that may be done; what apt-get says goes to standard error."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", SHELL, _WHOLE[0]]):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, stdout=sys.stderr, check=False)


def main() -> int:
    """Print the path; 1 after a line that says what to do."""
    if not os.environ.get("CHROMIUM") and not (shutil.which(SHELL) and shutil.which(_WHOLE[0])):
        install()
    found = find()
    if not found:
        sys.stderr.write("The browser tests need Chromium: install it, or set CHROMIUM to its path\n")
        return 1
    sys.stdout.write(f"{found}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
