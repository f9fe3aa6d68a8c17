from pathlib import Path

import pytest

from tests.content.editors.driving import build


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the editors run as."""
    return build(tmp_path_factory.mktemp("editors"))
