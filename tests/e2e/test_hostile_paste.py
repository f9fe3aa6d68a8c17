"""What is pasted from a hostile page runs neither in the editor nor, once it is saved, for visitors.

In browsers without the content security policy, which would stop all of it: it is the second line.
"""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests import foreign
from tests.browser_contexts import log_in
from tests.browser_fixtures import OpenContext
from tests.e2e.editing import EditorScreen
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.whole.page_calls import create_page

RUNS = "top.pwned = 1"
KEPT = f"&lt;img src=x onerror='{RUNS}'&gt;"
# The last lines open what swallows the rest, so that the text to look for comes first.
HOSTILE = f"""
<p>What was pasted</p><p onmouseover="{RUNS}" onfocus="{RUNS}" tabindex="0" autofocus>A</p><script>{RUNS}</script><img src="x" onerror="{RUNS}">
<svg onload="{RUNS}"><script>{RUNS}</script></svg><iframe srcdoc="<script>{RUNS}</script>" src="javascript:{RUNS}"></iframe>
<details open ontoggle="{RUNS}"><summary>B</summary></details><video><source src="x" onerror="{RUNS}"></video>
<a href="java&#9;script:{RUNS}">link</a><object data="javascript:{RUNS}"></object><style onload="{RUNS}">*{{color:red}}</style>
<div data-pw-kept="" data-pw-kept-html="{KEPT}">C</div><div data-island="cms.text" data-props='{{"plugin":{{}}}}'>D</div>
<form action="javascript:{RUNS}"><button formaction="javascript:{RUNS}">E</button></form>
<noscript><p title="</noscript><img src=x onerror='{RUNS}'>"></noscript><template><img src=x onerror="{RUNS}"></template>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror='{RUNS}'&gt;"></table></mtext></math>
"""

# Events of what has loaded come before the second frame that is drawn after it.
ALL_LOADED = """async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    const ended = (picture) => new Promise((told) => {
        for (const event of ['load', 'error']) picture.addEventListener(event, told);
        if (picture.complete) told();
    });
    await Promise.all(pictures.map(ended));
    for (let count = 0; count < 2; count += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
}"""


@pytest.mark.parametrize("start", ["", '<p data-pm-slice="1 1 []">As if from this editor</p>'], ids=["foreign", "own"])
def test_nothing_of_it_runs(
    start: str,
    stack: Stack,
    new_context: OpenContext,
    owner_client: httpx.Client,
) -> None:
    url = create_page(owner_client, "Hostile paste")["url"]
    context = new_context(bypass_csp=True)
    log_in(context, stack, *new_owner_login(stack))
    page, visitor = context.new_page(), new_context(bypass_csp=True).new_page()
    for tab in (page, visitor):
        foreign.answer(tab, stack)
    screen = EditorScreen(page).edit(url)
    screen.caret.evaluate(
        """(text, html) => {
            const data = new DataTransfer();
            data.setData('text/html', html);
            text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        start + HOSTILE,
    )
    expect(screen.caret).to_contain_text("What was pasted")
    # The view is drawn from what the editor wrote.
    screen.leave_text()
    expect(screen.plugin("What was pasted")).to_be_visible()
    assert screen.save().status == 200
    check(screen.page)

    visitor.goto(url)
    expect(visitor.get_by_text("What was pasted")).to_be_visible()
    visitor.get_by_text("link", exact=True).click()
    check(visitor)


def check(page: Page) -> None:
    """Nothing of HOSTILE has run, in any frame, after all its pictures have been loaded or could not be."""
    for frame in page.frames:
        frame.evaluate(ALL_LOADED)
    assert page.evaluate("window.pwned") is None


@pytest.mark.parametrize("html", [f'<img src="x" onerror="{RUNS}">', '<iframe src="javascript:1"></iframe>'])
def test_the_policy_stops_what_would_get_through(visitor_page: Page, html: str) -> None:
    visitor_page.goto("/")
    directive = visitor_page.evaluate(
        """(html) => new Promise((told) => {
            addEventListener('securitypolicyviolation', (event) => told(event.effectiveDirective));
            document.body.insertAdjacentHTML('beforeend', html);
        })""",
        html,
    )
    assert directive.startswith("script-src")
    assert visitor_page.evaluate("window.pwned") is None
