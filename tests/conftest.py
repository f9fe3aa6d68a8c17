"""What every folder of tests may use."""

import gc
from collections.abc import Generator

import hypothesis
import pytest

# How long one example takes is the machine's affair, which does other things at the same time.
hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("busy")

pytest_plugins = ["tests.stack_fixtures", "tests.browser_fixtures", "tests.xdist_groups"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Collect no garbage while the tests are read, nor look again at what they are made of.

    All of it stays to the end, and looking through it again and again takes a third of the time that reading takes.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
