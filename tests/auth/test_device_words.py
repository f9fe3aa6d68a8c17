"""What User-Agent headers name, by the cases that the screens' tests go by too."""

import json
from pathlib import Path

import pytest

from auth.device import names_in

_VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "devices.json").read_text())


@pytest.mark.parametrize(("agent", "words"), [(case["agent"], case["words"]) for case in _VECTORS])
def test_are_those_of_the_screens(agent: str, words: str) -> None:
    named = names_in(agent)
    both = f"{named.browser} on {named.system}" if named.browser and named.system else None
    assert (both or named.browser or named.system or named.program or "Unknown device") == words
