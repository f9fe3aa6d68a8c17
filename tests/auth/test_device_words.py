"""Devices in words, by the cases that the screens' tests go by too."""

import json
from pathlib import Path

import pytest

from auth.device import device_in_words

_VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "devices.json").read_text())


@pytest.mark.parametrize(("agent", "words"), [(case["agent"], case["words"]) for case in _VECTORS])
def test_are_those_of_the_screens(agent: str, words: str) -> None:
    assert device_in_words(agent) == words
