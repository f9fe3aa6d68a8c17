"""A post from its writing to its date: who it is by, until when visitors do not find it, and from when they do."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults_everywhere
from tests.e2e.editing import EditorScreen
from tests.e2e.line_count import lines
from tests.e2e.waiting import until
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

MEANS = "Until then only editors see it in lists, feeds and search; anyone who has the address can read it."


def blog_at(owner: httpx.Client, title: str) -> tuple[str, str]:
    """The address of a new page that lists a category's posts, and the category's id."""
    url = create_page(owner, title)["url"]
    state = render(owner, url)
    answer = put_actions(owner, state, add_plugin(own_column(state), "cms.blogList"))
    assert answer.status_code == 200, answer.text
    named = (plugin["fields"].get("blogCategoryId") for plugin in answer.json()["plugins"].values())
    return url, next(id for id in named if id)


def new_post(page: Page, category: str, title: str) -> EditorScreen:
    """Makes a post in the category that is in view; its page is open, with the caret in an empty text."""
    page.goto(f"/cms-admin/blog/categories?category={category}")
    page.get_by_role("button", name="New post").first.click()
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_role("button", name="Create and open").click()
    editor = EditorScreen(page)
    expect(editor.caret).to_have_text("")
    return editor


def test_a_post_is_written_scheduled_and_published_again(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    name = uuid.uuid4().hex[:8]
    title = f"A week in the hills {name}"
    blog, category = blog_at(owner_client, f"Journal {name}")

    def listed() -> bool:
        return title in visitor_client.get(blog).text

    editor = new_post(owner_page, category, title)
    expect(editor.canvas.get_by_text("By Olive Owner")).to_be_visible()
    editor.type("Six days, and one donkey.")
    assert editor.save().status == 200
    address = re.sub(r"^https?://[^/]+", "", owner_page.url)
    shown = re.sub(r"<!-- -->", "", visitor_client.get(address).text)
    assert "By Olive Owner" in shown
    assert "1 min read" in shown
    until(owner_page, listed)

    # Scheduled from the list, by the keyboard.
    owner_page.goto(f"/cms-admin/blog/categories?category={category}")
    row = owner_page.get_by_role("button", name=title, exact=True)
    row.focus()
    owner_page.keyboard.press("Enter")
    details = owner_page.get_by_role("dialog", name="Post details")
    expect(details.get_by_label("Author", exact=True)).to_be_focused()
    details.get_by_label("Author", exact=True).fill("Ada")
    details.get_by_label("Published", exact=True).fill("2999-01-01T10:00")
    expect(details.get_by_text(MEANS)).to_be_visible()
    assert faults_everywhere(owner_page) == []
    details.get_by_role("button", name="Save").click()
    expect(owner_page.get_by_text(f"“{title}” is scheduled for")).to_be_visible()
    expect(row).to_be_focused()
    until(owner_page, lambda: not listed())
    assert visitor_client.get(address).status_code == 200

    # Published again from its page, where something else is not saved yet.
    editor.view(address)
    editor.start()
    editor.canvas.get_by_text("By Ada").click()
    editor.keys("Alt+Enter")
    editor.button("Edit blog post").click()
    settings = owner_page.get_by_role("dialog", name="Blog Post")
    expect(settings.get_by_text("Scheduled for 1 Jan 2999, 10:00 · by Ada")).to_be_visible()
    settings.get_by_label("Show the title").check(force=True)
    settings.get_by_role("button", name="Change date and author").click()
    details.get_by_role("button", name="Set to now").click()
    details.get_by_label("Author", exact=True).fill("Grace")
    details.get_by_role("button", name="Save").click()
    expect(details).to_have_count(0)
    expect(settings.get_by_text(re.compile(r"Published on .* · by Grace"))).to_be_visible()
    expect(editor.canvas.get_by_text("By Grace")).to_be_visible()
    settings.get_by_role("button", name="Apply").click()
    assert editor.save().status == 200
    until(owner_page, listed)

    def served() -> str:
        return visitor_client.get(address).text.replace("<!-- -->", "")

    until(owner_page, lambda: "By Grace" in served())
    assert re.search(rf"<h2[^>]*>{title}</h2>", served())


@pytest.mark.parametrize("width", [390, 720, 896, 1152, 1280])
def test_all_of_a_post_is_in_view(owner_page: Page, owner_client: httpx.Client, width: int) -> None:
    """Beside the categories the table had too little room: who wrote a post and what is done with it were cut off."""
    name = uuid.uuid4().hex[:8]
    _, category = blog_at(owner_client, f"Journal of the upper country {name}")
    title = f"A week in the hills of {name}"
    create_page(owner_client, title, blogPost={"categories": [category]})
    owner_page.set_viewport_size({"width": width, "height": 800})
    owner_page.goto(f"/cms-admin/blog/categories?category={category}")
    row = owner_page.get_by_role("row").filter(has_text=title)
    expect(row).to_be_visible()
    row.scroll_into_view_if_needed()
    right = row.evaluate("(row) => row.closest('main').getBoundingClientRect().right")
    for last in (row.get_by_text("Olive Owner"), row.get_by_role("button", name=f"More actions: {title}")):
        # A box that is cut off has its size all the same.
        assert last.evaluate(
            """(element) => {
                const { right, top, height } = element.getBoundingClientRect();
                return element.contains(document.elementFromPoint(right - 2, top + height / 2));
            }"""
        ), width
    assert row.evaluate("(row) => row.getBoundingClientRect().right") <= right
    assert lines(row.get_by_role("button", name=title, exact=True)) <= 2


def test_on_a_phone_the_posts_come_before_the_categories(owner_page: Page, owner_client: httpx.Client) -> None:
    name = uuid.uuid4().hex[:8]
    _, category = blog_at(owner_client, f"Journal {name}")
    create_page(owner_client, f"In view {name}", blogPost={"categories": [category]})
    owner_page.set_viewport_size({"width": 390, "height": 800})
    owner_page.goto("/cms-admin/blog/categories")
    post = owner_page.get_by_role("button", name=f"In view {name}", exact=True)
    link = owner_page.get_by_role("navigation", name="Categories").get_by_role("link", name=f"Journal {name}")
    expect(post).to_be_in_viewport()
    expect(link).to_be_hidden()
    fold = owner_page.get_by_role("button", name="Categories", exact=True)
    fold.click()
    assert faults_everywhere(owner_page) == []
    owner_page.set_viewport_size({"width": 390, "height": 800})
    link.click()
    expect(owner_page.get_by_role("heading", name=f"Journal {name}")).to_be_visible()
    expect(link).to_be_hidden()
    expect(fold).to_have_attribute("aria-expanded", "false")
