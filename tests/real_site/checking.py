"""The link checker's findings on a real site, and what the export itself says of its links."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.real_pages import former_path, items, menu_links
from tests.real_site.loading import MENUS, RealSite
from tests.real_site.reading import Document, all_results

CHECKED_WITHIN = 300.0
"""Seconds."""


def check_links(site: RealSite) -> dict[str, tuple[str, str | None]]:
    """State and reason of every link, by its address, once all are checked."""
    site.owner.post("/client/links/checks").raise_for_status()
    end = time.monotonic() + CHECKED_WITHIN
    while (check := site.owner.get("/client/links/checks/latest").raise_for_status().json()["check"])[
        "state"
    ] == "running":
        assert time.monotonic() < end, check
        time.sleep(0.1)
    assert check["state"] == "done", check
    return {each["address"]: (each["state"], each["reason"]) for each in all_results(site.owner, "/client/links")}


def places(site: RealSite) -> set[tuple[str, str]]:
    """Each address of what the check found wrong, with the pages that lead there."""
    uses = all_results(site.owner, "/client/links/uses")
    return {(use["link"]["address"], use["pageUrl"]) for use in uses if use["link"]["state"] != "ok"}


def written_links(site: RealSite) -> Iterator[tuple[str, str]]:
    """Each address in the export's texts and menus, as the site has it, with the page it stands on."""
    for source in items():
        body = Document.of_fragment(site.body_of(source))
        for address in (*body.values("a[href]", "href"), *body.values("img[src]", "src")):
            yield address, site.pages[source.id].url
    for link in menu_links():
        yield site.address_of(link), MENUS


def broken_by_the_export(site: RealSite) -> dict[str, tuple[str, str]]:
    """What has to be found: state and reason of every address that does not lead to what it says."""
    there = {page.url for page in (*site.pages.values(), *site.lists.values(), *site.others.values())}
    wrong: dict[str, tuple[str, str]] = {}
    for address, _ in written_links(site):
        bare = address.partition("#")[0]
        if address.startswith("/"):
            if former_path(address) not in there:
                wrong[address] = ("broken", "page_not_found")
        elif bare in site.outside.originals:
            original = site.outside.originals[bare].partition("#")[0]
            if original.startswith("http:"):
                wrong[bare] = ("redirected", "moved")
            elif original in site.outside.missing:
                wrong[bare] = ("broken", "http_error")
    return wrong
