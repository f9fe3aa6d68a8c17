"""The blog as visitors and readers of feeds get it."""

from __future__ import annotations

import uuid
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.stack import Stack
from tests.web.seen import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

pytestmark = pytest.mark.xdist_group("site of the web host")

ATOM = "{http://www.w3.org/2005/Atom}"


def blog_page(client: httpx.Client, url: str, title: str, ref: str, **more: Any) -> dict[str, Any]:
    """A page with a plugin of the blog."""
    page = create_page(client, title, url=url, **more)
    state = render(client, url)
    assert put_actions(client, state, add_plugin(own_column(state), ref, index=9)).is_success
    return page


@pytest.fixture
def blog(owner_client: httpx.Client) -> str:
    """The address of a list page with one post."""
    url = f"/blog-{uuid.uuid4().hex[:8]}"
    blog_page(owner_client, url, "Travel", "cms.blogList")
    blog_page(owner_client, f"{url}/hills", "Hills <& dales>", "cms.blogPost", meta={"description": "Ups & downs."})
    return url


def the(parent: ET.Element, path: str) -> str:
    text = parent.findtext(path)
    assert text, path
    return text


def test_rss_has_what_the_specification_asks_for(host: httpx.Client, stack: Stack, blog: str) -> None:
    answer = host.get(f"{blog}/feed.xml")
    assert answer.headers["content-type"] == "application/rss+xml; charset=utf-8"
    channel = ET.fromstring(answer.content).find("channel")  # noqa: S314 - the site's own
    assert channel is not None
    assert (the(channel, "title"), the(channel, "link")) == ("Travel \u2013 Example", stack.base_url + blog)
    assert the(channel, "description")
    assert channel.find(f"{ATOM}link").attrib["href"] == f"{stack.base_url}{blog}/feed.xml"  # type: ignore[union-attr]  # fails by itself
    [item] = channel.findall("item")
    # A title is plain text, a description HTML.
    assert (the(item, "title"), the(item, "description")) == ("Hills <& dales>", "Ups &amp; downs.")
    assert the(item, "link") == f"{stack.base_url}{blog}/hills"
    uuid.UUID(the(item, "guid").removeprefix("urn:uuid:"))
    assert parsedate_to_datetime(the(item, "pubDate")).tzinfo is not None
    assert [category.text for category in item.findall("category")] == ["Travel"]


def test_atom_has_what_the_specification_asks_for(host: httpx.Client, stack: Stack, blog: str) -> None:
    answer = host.get(f"{blog}/atom.xml")
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)  # noqa: S314 - the site's own
    assert feed.tag == f"{ATOM}feed"
    [entry] = feed.findall(f"{ATOM}entry")
    for each in (feed, entry):
        assert the(each, f"{ATOM}id").startswith("urn:uuid:")
        assert the(each, f"{ATOM}title")
        assert datetime.fromisoformat(the(each, f"{ATOM}updated")).tzinfo is not None
    assert the(feed, f"{ATOM}author/{ATOM}name") == "Example"
    assert entry.find(f"{ATOM}link").attrib["href"] == f"{stack.base_url}{blog}/hills"  # type: ignore[union-attr]  # fails by itself


def test_a_feed_is_sent_once_until_it_changes(host: httpx.Client, owner_client: httpx.Client, blog: str) -> None:
    first = host.get(f"{blog}/feed.xml")
    assert first.headers["cache-control"] == "no-cache"
    again = host.get(f"{blog}/feed.xml", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    # Who may edit gets it, too, and not the editor.
    assert owner_client.get(f"{blog}/feed.xml").content == first.content
    blog_page(owner_client, f"{blog}/coast", "The coast", "cms.blogPost")
    changed = eventually(lambda: host.get(f"{blog}/feed.xml"), "The coast")
    assert changed.headers["etag"] != first.headers["etag"]


def test_a_list_page_announces_its_feeds_and_shows_what_comes(
    host: httpx.Client, owner_client: httpx.Client, stack: Stack, blog: str
) -> None:
    text = eventually(lambda: host.get(blog), "Hills &lt;&amp; dales&gt;").text
    for file, kind in (("feed", "rss"), ("atom", "atom")):
        link = f'<link rel="alternate" type="application/{kind}+xml"'
        assert link in text
        assert f'href="{stack.base_url}{blog}/{file}.xml"' in text
    blog_page(owner_client, f"{blog}/coast", "The coast", "cms.blogPost")
    eventually(lambda: host.get(blog), "The coast")


def test_where_no_list_is_there_is_no_feed(host: httpx.Client, owner_client: httpx.Client, blog: str) -> None:
    answer = host.get(f"{blog}/hills/feed.xml")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    create_page(owner_client, "A page of its own", url=f"{blog}/atom.xml")
    page = eventually(lambda: host.get(f"{blog}/atom.xml"), "A page of its own")
    assert page.headers["content-type"] == "text/html; charset=utf-8"


def test_the_whole_blog_has_a_feed_of_its_own(host: httpx.Client, blog: str) -> None:
    channel = ET.fromstring(eventually(lambda: host.get("/feed.xml"), f"{blog}/hills").content).find("channel")  # noqa: S314 - the site's own
    assert channel is not None
    assert the(channel, "title") == "Example"
