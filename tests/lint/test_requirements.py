"""Each service's image gets what the service imports, in the versions of everybody's lock."""

import ast
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest

from deploy.local.bootstrap import UV
from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from tests.lint.sources import nodes_of

# What tests alone use.
_NOT_RUN = ("testing",)
_OUR_OWN = {"kit", "deploy", *SERVICES}


def test_each_service_declares_what_it_imports() -> None:
    declared_by_kit = _declared(ROOT / "shared")
    for service in SERVICES:
        folder = ROOT / "services" / service
        declared = declared_by_kit | _declared(folder)
        modules = _with_what_they_import_of_kit(_files(folder))
        missing = {
            (name, str(file.relative_to(ROOT)))
            for file in modules
            for name in _imported(file)
            if name not in _OUR_OWN and not _names_of(name) & declared
        }
        assert not missing, f"{service}/requirements.in lacks them"


@pytest.mark.parametrize("part", [*(f"services/{service}" for service in SERVICES), "deploy/operations"])
def test_a_parts_lock_has_the_versions_of_everybodys(part: str) -> None:
    own, whole = _locked(ROOT / part), _locked(ROOT)
    assert own.items() <= whole.items()
    assert _declared(ROOT / part) <= own.keys()


def test_the_images_install_with_the_same_uv() -> None:
    text = (ROOT / "deploy/containers/service.Dockerfile").read_text()
    assert re.search(r"^ARG UV=(.+)$", text, re.MULTILINE)[1] == UV.removeprefix("uv==")  # type: ignore[index]


def test_the_images_build_what_has_no_wheel_and_nothing_else() -> None:
    text = (ROOT / "deploy/containers/install.sh").read_text()
    # uv leaves this file beside what it built itself.
    built = {_plain(each.name) for each in distributions() if each.read_text("uv_build.json")}
    assert "--only-binary :all:" in text
    assert {*re.findall(r"--no-binary ([\w.-]+)", text)} == built & _locked(ROOT / "deploy/operations").keys()


def test_what_is_built_is_built_with_what_is_pinned() -> None:
    lock = (ROOT / "requirements-build.lock").read_text()
    for name, hashes in re.findall(r"^([\w.-]+)==\S+[^\n]*((?:\n    --hash=\S+[^\n]*)*)", lock, re.MULTILINE):
        assert hashes, name
    # Of pyvips' own pyproject.toml, and what those need.
    pinned = {*re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    assert pinned == {"setuptools", "cffi", "pkgconfig", "pycparser"}
    for installer in ("deploy/containers/install.sh", "deploy/local/bootstrap.py"):
        text = (ROOT / installer).read_text()
        assert "--build-constraints" in text, installer
        assert "requirements-build.lock" in text, installer


def test_what_is_left_out_is_in_no_lock() -> None:
    text = (ROOT / "requirements-left-out.txt").read_text()
    left_out = {*re.findall(r"^([\w.-]+) ;", text, re.MULTILINE)}
    assert left_out
    for lock in [*ROOT.glob("requirements*.lock"), *ROOT.glob("*/*/requirements.lock")]:
        found = {_plain(name) for name in re.findall(r"^([\w.-]+)==", lock.read_text(), re.MULTILINE)}
        assert not found & left_out, lock


def _with_what_they_import_of_kit(files: list[Path]) -> set[Path]:
    found: set[Path] = set()
    waiting = [*files, ROOT / "shared/kit/serve.py", ROOT / "shared/kit/worker.py", ROOT / "shared/kit/migrate.py"]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _modules_of_kit(file)
    return found


@cache
def _modules_of_kit(file: Path) -> list[Path]:
    found = []
    for node in nodes_of(file):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kit":
            module = ROOT / "shared" / (node.module or "").replace(".", "/")
            inner = [module / name.name for name in node.names]
            for each in (module, *inner):
                found += [path for path in (each.with_suffix(".py"), each / "__init__.py") if path.is_file()]
    return found


@cache
def _imported(file: Path) -> frozenset[str]:
    names: set[str] = set()
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            names |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return frozenset(names - sys.stdlib_module_names)


def _names_of(module: str) -> set[str]:
    """The distributions that bring a module, and those that need them in any case."""
    found = {_plain(name) for name in _distributions().get(module, [])}
    # Parts of others that say so: pydantic_core comes with pydantic alone, and likewise.
    others = {
        "pydantic-core": "pydantic",
        "botocore": "aioboto3",
        "cryptography": "pyjwt",
        "httpcore": "httpx",
        "anyio": "starlette",
        "typing-extensions": "pydantic",
    }
    return found | {others[name] for name in found if name in others}


@cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def _declared(folder: Path) -> set[str]:
    lines = (folder / "requirements.in").read_text().splitlines()
    return {_plain(name[0]) for line in lines if (name := re.match(r"[A-Za-z][\w.-]*", line))}


def _locked(folder: Path) -> dict[str, str]:
    text = (folder / "requirements.lock").read_text()
    return {_plain(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*.py") if not set(file.parts) & set(_NOT_RUN)]
