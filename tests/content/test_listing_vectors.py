"""Which pages search engines list: what web/app/plugins/listing.test.ts holds its twin to."""

import json
from pathlib import Path
from typing import Any

import pytest

from content.documents.listing import is_unlisted
from content.fields.catalogue import manifest_of

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "listing.json").read_text())


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: str(case["name"]))
def test_a_page_is_left_out(case: dict[str, Any]) -> None:
    shown = [manifest for ref in case["refs"] if (manifest := manifest_of(ref)) is not None]
    assert is_unlisted(case["url"], shown) is case["isUnlisted"]
