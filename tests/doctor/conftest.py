"""How long the doctor's questions wait in the tests' own process."""

from collections.abc import Iterator

import pytest

_SECONDS = 60
_ASKING = ("mail", "parts", "postgres", "public_address", "redis")


@pytest.fixture(autouse=True, scope="session")
def patience() -> Iterator[None]:
    """As long as a busy machine takes to answer."""
    with pytest.MonkeyPatch.context() as patch:
        for module in _ASKING:
            patch.setattr(f"deploy.doctor.{module}._SECONDS", _SECONDS)
        yield
