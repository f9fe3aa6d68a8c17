"""How large the services' images become, from what their locks install: building them takes Docker, and minutes.

What is counted is what `deploy/containers/install.sh` leaves of the packages that lie in the environment of the tests,
which is of the same versions.
"""

import re
import struct
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from deploy.local.settings import ROOT

_MB = 1_000_000
# debian:12-slim, and on it Python, with its own modules compiled, and the certificates: as built.
_BASE = (75 + 45) * _MB
_INSTALL = (ROOT / "deploy" / "containers" / "install.sh").read_text()
_AMAZON = {"s3", "sts", "sso", "sso-oidc", "signin"}
_SOURCES = {".pyx", ".pxd", ".c", ".cpp", ".h"}
_KEPT_AS_THEY_ARE = re.compile(r"\.libs/|pyvips")
# Of ELF: where the table of sections is and how many there are; and a section's type, flags and size.
_TABLE, _SECTION = struct.Struct("<40xQ12xH"), struct.Struct("<4xIQ16xQ")
_SECTION_BYTES, _LOADED, _WITHOUT_BYTES = 64, 2, 8


@pytest.mark.parametrize(
    ("service", "megabytes"),
    [
        ("auth", 250),
        ("content", 250),
        ("crm", 250),
        # libvips, and the names and holidays of all countries.
        ("cms", 290),
        # typst, for invoices as PDF.
        ("ecom", 320),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the images are Linux', and so are the sizes")
def test_images_are_no_larger_than_they_have_to_be(service: str, megabytes: int) -> None:
    packages = {name: _size(_installed(name)) for name in _locked(service)}
    own = _size(file for folder in ("shared", f"services/{service}") for file in (ROOT / folder).rglob("*"))
    total = (_BASE + own + sum(packages.values())) / _MB
    heaviest = sorted(packages, key=lambda name: -packages[name])[:8]
    assert total < megabytes, {name: round(packages[name] / _MB) for name in heaviest}


def test_what_is_counted_is_what_is_left() -> None:
    assert {*re.findall(r"! -name ([\w-]+)", _INSTALL)} == _AMAZON
    assert {f".{ending}" for ending in re.findall(r"-name '\*\.(\w+)'", _INSTALL)} == {*_SOURCES, ".so"}
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
        if file.parts[:2] != ("botocore", "data") or len(file.parts) == 3 or file.parts[2] in _AMAZON:
            yield Path(str(file.locate()))


def _size(files: Iterator[Path]) -> int:
    """What these take, with what is compiled of them."""
    return sum(_bytes(file) for file in files if file.suffix not in {*_SOURCES, ".pyc"} and file.is_file())


def _bytes(file: Path) -> int:
    if file.suffix == ".py":
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
