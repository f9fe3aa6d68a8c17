"""What cms and others have to agree on about files: who reads one, and which part of an image a use of it shows."""

import json
from pathlib import Path
from typing import Any, get_args

import orjson
import pytest

from cms.files.access import may_read
from cms.images.variants import WIDTHS, Aspect, Picture, area_of
from kit.auth import Anonymous, Caller, Principal, scopes_of
from kit.image_crops import parsed_crop
from kit.known_files.shown import is_shown, readers_of

VECTORS = Path(__file__).parents[1] / "vectors"
READERS: dict[str, Any] = json.loads((VECTORS / "file-readers.json").read_text())
AREAS: dict[str, Any] = json.loads((VECTORS / "image-areas.json").read_text())


def _caller(scopes: list[str] | None) -> Caller:
    return Anonymous() if scopes is None else Principal("u", "p", "s", frozenset(scopes), "UTC")


CALLERS = {name: _caller(scopes) for name, scopes in READERS["callers"].items()}


def _row(case: dict[str, Any], *, is_gone: bool = False) -> Any:
    """The file as services keep it that cms tells of files."""
    own, above = orjson.dumps(case["own"]).decode(), orjson.dumps(case["above"]).decode()
    said = {"is_public": case["isPublic"], "own": own, "above": above if case["above"] else None}
    return {**said, "folder": case.get("folder"), "is_gone": is_gone}


@pytest.mark.parametrize("case", READERS["files"], ids=lambda case: str(case["name"]))
class TestAFile:
    def test_is_read_by(self, case: dict[str, Any]) -> None:
        folder, whitelists = case.get("folder", ""), [case["own"], *case["above"]]
        read_by = [
            name for name, caller in CALLERS.items() if may_read(caller, folder, whitelists, is_public=case["isPublic"])
        ]
        assert read_by == case["readers"]

    def test_is_shown_to_the_same_by_other_services(self, case: dict[str, Any]) -> None:
        assert [n for n, caller in CALLERS.items() if is_shown(_row(case), scopes_of(caller))] == case["readers"]
        assert readers_of(_row(case, is_gone=True)) is None


@pytest.mark.parametrize("case", AREAS["areas"], ids=lambda case: str(case["name"]))
def test_of_an_image_is_shown(case: dict[str, Any]) -> None:
    picture = Picture("jpeg", case["width"], case["height"], 1, False)
    crop = None if case["crop"] is None else parsed_crop(case["crop"])
    area = area_of(picture, case["aspect"], tuple(case["focal"]), crop)
    found = [0, 0, 1, 1] if area is None else [area["left"], area["top"], area["width"], area["height"]]
    assert found == pytest.approx(case["area"], abs=1e-6)


def test_sizes_and_shapes_are_those_that_the_web_knows() -> None:
    assert {size: width for size, width in WIDTHS.items() if width is not None} == AREAS["sizes"]
    assert [*get_args(Aspect)] == AREAS["shapes"]
