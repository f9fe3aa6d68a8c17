"""A contact form on a site with a captcha provider: its script and widget in a browser, and what goes wrong with either."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, Connected, owner, server, stack
from tests.e2e.mailing import arrived, configure, text_of
from tests.e2e.waiting import until
from tests.fakes.captchas import SCRIPTS, SECRET, SITE_KEY, Captchas
from tests.mail_server import MailServer
from tests.stack import Stack
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

FIELDS = [
    {"kind": "text", "name": "name", "label": "Your name", "isRequired": True},
    {"kind": "email", "name": "email", "label": "Email address", "isRequired": True},
    {"kind": "phone", "name": "phone", "label": "Phone"},
]
SENT = "It is on its way."
WANTED = "Please confirm that you are not a robot. The form is sent then."
FAILED = "The robot check did not work."
Choose = Callable[[str], None]


@pytest.fixture(scope="module")
def form(stack: Stack, owner: httpx.Client) -> Iterator[str]:
    """The address of a page with a form, while the site has a provider."""
    configure(owner, "contactAddress", "office@willow.example")
    configure(owner, "captchaSiteKey", SITE_KEY)
    configure(owner, "captchaSecret", SECRET)
    url: str = create_page(owner, "Write to us")["url"]
    state = render(owner, url)
    fields = {"heading": "Contact us", "fields": FIELDS, "button": "Send", "message": f"<p>{SENT}</p>"}
    put_actions(owner, state, add_plugin(own_column(state), "cms.contact", fields)).raise_for_status()
    yield url
    configure(owner, "captchaProvider", "")
    hosts = [host_of(name) for name in SCRIPTS]
    eventually(lambda: not any(host in policy_of(stack, url) for host in hosts))


def host_of(name: str) -> str:
    """The host by which a page's policy names a provider."""
    return httpx.URL(SCRIPTS[name][0]).host.removeprefix("js.")


def policy_of(stack: Stack, url: str) -> str:
    """What a page may load."""
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:
        return visitor.get(url).headers["content-security-policy"]


@pytest.fixture
def captchas(connected: Connected) -> Captchas:
    found = connected.outside.captchas
    found.is_away = False
    found.asked.clear()
    found.loaded.clear()
    return found


@pytest.fixture
def choose(owner: httpx.Client, stack: Stack, form: str) -> Choose:
    """Has the site use a provider; pages say so in their policy as soon as it is known everywhere."""

    def choose(name: str) -> None:
        configure(owner, "captchaProvider", name)
        eventually(lambda: host_of(name) in policy_of(stack, form))

    return choose


@pytest.fixture
def page(new_context: OpenContext, connected: Connected, captchas: Captchas) -> Page:
    """A visitor's tab, in which the provider's hosts lead to the one of the tests."""
    page = new_context().new_page()
    page.expose_function("issueCaptcha", captchas.issue)

    def pass_on(route: Route) -> None:
        url = httpx.URL(route.request.url)
        answer = httpx.get(f"{connected.outside.captchas_address}{url.raw_path.decode()}", timeout=30)
        if answer.is_success:
            route.fulfill(body=answer.text, content_type=answer.headers["content-type"])
        else:
            route.abort("blockedbyclient")

    for host, _, _ in SCRIPTS.values():
        page.route(f"{host}/**", pass_on)
    return page


def fill(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@example.org")


def solve(page: Page) -> None:
    page.get_by_role("button", name="I am human").click()
    expect(page.get_by_role("button", name="I am human")).to_be_disabled()


def send(page: Page) -> None:
    page.get_by_role("button", name="Send").click()


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_form_is_sent_with_what_the_widget_gives(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer, name: str
) -> None:
    choose(name)
    with page.expect_response(re.compile("script-cms.contact")):
        page.goto(form)
        page.get_by_role("button", name="Send").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    # Nobody who only reads is asked for anything.
    assert captchas.loaded == []
    fill(page, name)
    solve(page)
    assert faults(page) == []
    send(page)
    expect(page.get_by_text(SENT)).to_be_visible()
    assert [each.partition("?")[0].removeprefix("http://127.0.0.1:").partition("/")[2] for each in captchas.loaded] == [
        SCRIPTS[name][1].removeprefix("/")
    ]
    [asked] = captchas.asked
    assert asked.keys() == {"secret", "response"}
    assert asked["secret"] == SECRET
    assert name in text_of(arrived(server, "Reply-To", f"{name}@example.org"))


def test_who_has_not_solved_it_is_told_and_what_is_changed_meanwhile_is_sent(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer
) -> None:
    choose("turnstile")
    page.goto(form)
    fill(page, "Early")
    expect(page.get_by_role("button", name="I am human")).to_be_visible()
    send(page)
    expect(page.get_by_role("alert")).to_have_text(WANTED)
    assert captchas.asked == []
    page.get_by_label("Your name").fill("Early Bird")
    page.get_by_role("button", name="I am human").click()
    expect(page.get_by_text(SENT)).to_be_visible()
    assert "Early Bird" in text_of(arrived(server, "Reply-To", "early@example.org"))


def test_a_value_that_expires_is_asked_for_again_and_nothing_typed_is_lost(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer
) -> None:
    choose("recaptcha")
    page.goto(form)
    fill(page, "Slow")
    solve(page)
    # The widget says so.
    captchas.expire()
    page.evaluate("window.captchaWidgets.expire()")
    send(page)
    expect(page.get_by_role("alert")).to_have_text(WANTED)
    assert captchas.asked == []
    expect(page.get_by_label("Your name")).to_have_value("Slow")
    page.get_by_role("button", name="I am human").click()
    expect(page.get_by_text(SENT)).to_be_visible()
    arrived(server, "Reply-To", "slow@example.org")

    # The provider alone knows: on its way, or in a tab that slept.
    page.goto(form)
    fill(page, "Slower")
    solve(page)
    captchas.expire()
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Please confirm again that you are not a robot.")
    expect(page.get_by_label("Your name")).to_have_value("Slower")
    assert faults(page) == []
    solve(page)
    send(page)
    expect(page.get_by_text(SENT)).to_be_visible()
    arrived(server, "Reply-To", "slower@example.org")


def test_a_value_is_good_once_so_that_a_corrected_form_has_another(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer
) -> None:
    choose("hcaptcha")
    page.goto(form)
    fill(page, "Twice")
    page.get_by_label("Phone").fill("call me")
    solve(page)
    send(page)
    expect(page.get_by_label("Phone")).to_be_focused()
    page.get_by_label("Phone").fill("+44 20 7946 0000")
    solve(page)
    send(page)
    expect(page.get_by_text(SENT)).to_be_visible()
    assert len({each["response"] for each in captchas.asked}) == len(captchas.asked)
    arrived(server, "Reply-To", "twice@example.org")


def test_a_widget_that_fails_says_so_and_is_tried_again(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer
) -> None:
    choose("turnstile")
    page.goto(form)
    fill(page, "Again")
    expect(page.get_by_role("button", name="I am human")).to_be_visible()
    send(page)
    expect(page.get_by_role("alert")).to_have_text(WANTED)
    page.evaluate("window.captchaWidgets.fail()")
    expect(page.get_by_role("alert")).to_contain_text(FAILED)
    expect(page.get_by_label("Your name")).to_have_value("Again")
    send(page)
    expect(page.get_by_role("alert")).to_have_text(WANTED)
    page.get_by_role("button", name="I am human").click()
    expect(page.get_by_text(SENT)).to_be_visible()
    arrived(server, "Reply-To", "again@example.org")


def test_a_script_that_does_not_load_is_said_at_once_and_loaded_when_it_can_be(
    page: Page, captchas: Captchas, choose: Choose, form: str, server: MailServer
) -> None:
    choose("hcaptcha")
    captchas.is_away = True
    page.goto(form)
    fill(page, "Blocked")
    # Before anything was sent: nobody writes a long message for nothing.
    expect(page.get_by_role("alert")).to_contain_text(FAILED)
    assert faults(page) == []
    tried = len(captchas.loaded)
    send(page)
    until(page, lambda: len(captchas.loaded) == tried + 1)
    # Only then is it said anew: the button is free again.
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    expect(page.get_by_role("alert")).to_contain_text(FAILED)
    # Nothing is sent past the provider.
    assert captchas.asked == []
    expect(page.get_by_label("Your name")).to_have_value("Blocked")
    captchas.is_away = False
    send(page)
    expect(page.get_by_role("alert")).to_have_text(WANTED)
    page.get_by_role("button", name="I am human").click()
    expect(page.get_by_text(SENT)).to_be_visible()
    arrived(server, "Reply-To", "blocked@example.org")


def test_without_a_script_the_form_says_what_it_needs(new_context: OpenContext, choose: Choose, form: str) -> None:
    choose("turnstile")
    page = new_context(java_script_enabled=False).new_page()
    page.goto(form)
    fill(page, "Plain")
    # The first answer brings the cookie that a form without a script is sent with.
    for _ in range(2):
        with page.expect_navigation():
            send(page)
    expect(page.get_by_text("this form needs JavaScript")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Plain")
