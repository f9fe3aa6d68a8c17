"""What the web host's image has of the web part, without building the image."""

import os
import subprocess
from pathlib import Path

from deploy.local.processes import node_folder
from deploy.local.settings import ROOT


def lay_out_web(target: Path) -> Path:
    """Lay out what a running host reads, as `web.Dockerfile` does, of the web as it is built here."""
    script = ROOT / "deploy/containers/lay_out_web.sh"
    path = f"{node_folder()}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    subprocess.run(["sh", script, ROOT / "web", target], env={"PATH": path}, check=True)
    return target
