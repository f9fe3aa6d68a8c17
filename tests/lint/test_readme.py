"""What README.md says of running the site, where a program can tell."""

import re
from pathlib import Path
from typing import ClassVar, get_origin, get_type_hints

import pytest

from kit.describe import app_of
from kit.testing.databases import SERVICES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize("service", SERVICES)
def test_every_setting_of_a_service_is_in_the_table(service: str) -> None:
    """A setting that only its service's code names is found by nobody."""
    settings = app_of(service).state.settings_class
    own = [
        name
        for name, annotation in get_type_hints(settings, include_extras=True).items()
        if name in settings.__annotations__ and get_origin(annotation) is not ClassVar
    ]
    assert [name.upper() for name in own if f"`{name.upper()}`" not in README] == []


def test_every_target_that_it_names_is_in_the_makefile() -> None:
    """A command that is no more is the first thing that somebody new types."""
    targets = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    named = {*re.findall(r"make ([a-z-]+)", " ".join(re.findall(r"```sh.*?```|`[^`]+`", README, re.DOTALL)))}
    assert {"up", "test", "backup"} <= named <= targets
