"""How large the images become, from what their locks install: building them takes Docker, and minutes.

Of the services' what is counted is what `deploy/containers/install.sh` leaves of the packages that lie in the environment of the tests,
which is of the same versions.
"""

import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import babel.localedata
import pytest

from deploy.containers.trim_languages import trimmed
from deploy.local.data_folder import SERVICES
from deploy.local.processes import node_folder
from deploy.local.settings import ROOT
from tests.web_image import lay_out_web

_MB = 1_000_000
# debian:12-slim, and on it Python, with its own modules compiled, and the certificates, without what reduce.sh takes out:
# as built.
_BASE = 67 * _MB
_MOST = 250
# The same without Python and certificates, which is what the web host's begins with, and without Node.
_BASE_OF_WEB = 28 * _MB
_MOST_OF_WEB = 210
_TRIM = ROOT / "deploy" / "containers" / "trim_languages.py"
_INSTALL = (ROOT / "deploy" / "containers" / "install.sh").read_text()
_AMAZON = {"s3", "sts", "sso", "sso-oidc", "signin"}
_SOURCES = {".pyx", ".pxd", ".c", ".cpp", ".h", ".pyi"}
_TESTS = {"tests", "testing"}
_UNCOMPILED = re.compile("holidays/(calendars|countries|financial)")
_KEPT_AS_THEY_ARE = re.compile(r"\.libs/|pyvips")
# Of ELF: where the table of sections is and how many there are; and a section's type, flags and size.
_TABLE, _SECTION = struct.Struct("<40xQ12xH"), struct.Struct("<4xIQ16xQ")
_SECTION_BYTES, _LOADED, _WITHOUT_BYTES = 64, 2, 8


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.skipif(sys.platform != "linux", reason="the images are Linux', and so are the sizes")
def test_images_are_no_larger_than_they_have_to_be(service: str) -> None:
    packages = {name: _size(_installed(name)) for name in _locked(service)}
    own = _size(file for folder in ("shared", f"services/{service}") for file in (ROOT / folder).rglob("*"))
    total = (_BASE + own + sum(packages.values())) / _MB
    heaviest = sorted(packages, key=lambda name: -packages[name])[:8]
    assert total < _MOST, {name: round(packages[name] / _MB) for name in heaviest}


@pytest.mark.skipif(sys.platform != "linux", reason="the images are Linux', and so are the sizes")
def test_so_is_the_web_hosts(tmp_path: Path) -> None:
    laid_out = lay_out_web(tmp_path / "web")
    sizes = {each: _plain_size(laid_out / each) for each in ("node_modules", "server", "app", "dist")}
    node = _stripped((node_folder() / "node").read_bytes())
    assert (_BASE_OF_WEB + node + sum(sizes.values())) / _MB < _MOST_OF_WEB, sizes


def _plain_size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def test_every_language_says_all_that_is_asked_of_it_as_before(tmp_path: Path) -> None:
    """What an image's files of languages still have, beside the whole ones."""
    made = Path(babel.localedata.__file__).parent
    shutil.copytree(made, tmp_path / "babel", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, _TRIM, tmp_path / "babel" / "locale-data"], check=True)
    sizes = [sum(file.stat().st_size for file in each.glob("locale-data/*.dat")) for each in (made, tmp_path / "babel")]
    assert sizes[1] < sizes[0] / 3
    assert _said(tmp_path) == _said(made.parent)


def _said(packages: Path) -> str:
    """Names, money, numbers and dates in all languages, by the Babel of this folder."""
    asked = """
import sys
sys.path.insert(0, sys.argv[1])
import babel
assert babel.__file__.startswith(sys.argv[1])
from datetime import datetime
from decimal import Decimal
from babel.dates import format_date, format_datetime
from babel.localedata import locale_identifiers
from babel.numbers import format_currency, format_decimal
from kit.countries import country_names
at = datetime(2026, 11, 6, 9, 5)
for name in sorted(locale_identifiers()):
    print(name, country_names(name.replace("_", "-")))
    print(*(format_currency(Decimal("-1234567.895"), code, locale=name) for code in ("EUR", "JPY", "GBP", "KWD", "USD")))
    print(format_decimal(Decimal("1234567.895"), locale=name), format_datetime(at, "EEEE, d MMMM y HH:mm a", locale=name))
    print(*(format_date(at, length, locale=name) for length in ("full", "long", "medium", "short")))
"""
    ended = subprocess.run([sys.executable, "-c", asked, packages], capture_output=True, text=True, check=True)
    assert ended.stdout.count("\n") > 4_000
    return ended.stdout


@pytest.mark.parametrize("kind", ["service", "web"])
def test_an_image_begins_with_the_reduced_system(kind: str) -> None:
    """One that were built on Debian's own layer would still have what is taken out of it."""
    last = (ROOT / f"deploy/containers/{kind}.Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.match(r"scratch\n(ARG .+\n|#.+\n)*COPY --from=reduced / /\n", last)


def test_the_web_hosts_has_what_is_laid_out_and_no_debuggers_symbols() -> None:
    steps = (ROOT / "deploy/containers/web.Dockerfile").read_text()
    assert "RUN sh /tmp/lay_out_web.sh . /srv/runtime/pagewright/web\n" in steps
    assert "COPY --from=build /srv/runtime /srv\n" in steps
    assert "strip --strip-unneeded -o /srv/node /usr/local/bin/node\n" in steps
    assert "COPY --from=build /srv/node /usr/local/bin/node\n" in steps


def test_what_is_counted_is_what_is_left() -> None:
    assert {*re.findall(r"! -name ([\w-]+)", _INSTALL)} == _AMAZON
    assert {f".{ending}" for ending in re.findall(r"-name '\*\.(\w+)'", _INSTALL)} == {*_SOURCES, ".so"}
    assert {*re.findall(r" -name (tests|testing)\b", _INSTALL)} == _TESTS
    assert "trim_languages.py" in _INSTALL
    assert _UNCOMPILED.pattern in _INSTALL
    assert "strip --strip-unneeded" in _INSTALL


def _locked(service: str) -> list[str]:
    """The names of the packages that a service's image has."""
    lock = (ROOT / "services" / service / "requirements.lock").read_text()
    names = re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)
    assert "fastapi" in names
    return names


def _installed(name: str) -> Iterator[Path]:
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        # For another version of Python.
        return
    for file in files:
        if _TESTS & {*file.parts}:
            continue
        if file.parts[:2] != ("botocore", "data") or len(file.parts) == 3 or file.parts[2] in _AMAZON:
            yield Path(str(file.locate()))


def _size(files: Iterator[Path]) -> int:
    """What these take, with what is compiled of them."""
    return sum(_bytes(file) for file in files if file.suffix not in {*_SOURCES, ".pyc"} and file.is_file())


def _bytes(file: Path) -> int:
    if file.suffix == ".dat" and file.parent.name == "locale-data":
        return len(trimmed(file.read_bytes()))
    if file.suffix == ".py" and not _UNCOMPILED.search(str(file)):
        # The compiled form is about as large.
        return 2 * file.stat().st_size
    if file.suffix == ".so" and not _KEPT_AS_THEY_ARE.search(str(file)):
        return _stripped(file.read_bytes())
    return file.stat().st_size


def _stripped(library: bytes) -> int:
    """What is loaded of a library, which is what `strip` leaves."""
    table, count = _TABLE.unpack_from(library)
    sections = [_SECTION.unpack_from(library, table + number * _SECTION_BYTES) for number in range(count)]
    sizes: list[int] = [size for kind, flags, size in sections if flags & _LOADED and kind != _WITHOUT_BYTES]
    return sum(sizes)
