"""The link checker finds the links that a real site has broken, and no others."""

from __future__ import annotations

import pytest

from tests.real_site.checking import broken_by_the_export, check_links, places, written_links
from tests.real_site.loading import RealSite

pytestmark = pytest.mark.xdist_group("real site")


def test_the_broken_links_are_found_where_they_stand_and_no_others(site: RealSite) -> None:
    wanted = broken_by_the_export(site)
    # Pages of pictures, one post under a date that it does not have, and one file that is not in the export.
    internal = {address for address in wanted if address.startswith("/")}
    assert "/2018/11/03/block-button/" in internal
    assert len(internal) == 22
    missing = [address for address, (_, reason) in wanted.items() if reason == "http_error"]
    assert [address.rpartition("/")[2] for address in missing] == ["file_block.pdf"]

    found = check_links(site)
    assert {address: verdict for address, verdict in found.items() if verdict[0] != "ok"} == wanted
    assert places(site) == {
        (address.partition("#")[0], url) for address, url in written_links(site) if address.partition("#")[0] in wanted
    }
    asked = {address.partition("#")[0] for address, _ in written_links(site)} - {""}
    assert asked <= found.keys()
