"""Tests that share a copy of their own stay in one worker."""

import pytest


@pytest.mark.xdist_group("a group")
def test_tests_are_shared_out_by_their_group(request: pytest.FixtureRequest) -> None:
    is_shared_out = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@a group") == is_shared_out
