"""Where somebody begins to write, nothing moves: each word stays where visitors see it, whatever font and language."""

from __future__ import annotations

from itertools import islice
from typing import Any

import httpx
import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests import fonts
from tests.e2e.editing import EditorScreen
from tests.e2e.starting_page import copy_of_start
from tests.whole.page_calls import add_plugin, create_page, first_text, new_id, put_actions, render, set_text

ENGLISH = """<h1>An efficient office: five  affluent offices</h1><p>First the fluffy waffles, then the difficult fjords of
 Finland &amp; the <em>Pacific</em> fish; <strong>the  final </strong> flight was <a href="/">five hours</a> off. It is a
 paragraph that is long enough to be broken into several lines, whatever the width that it is given. </p>
<h2>What they keep in their office files for the final   audit </h2><ul><li>One file</li><li>Two baffling files, of which
 the second has so many words in it that it takes more than one line<ul><li>Inner &ndash; offline</li></ul></li></ul>
<ol><li><p>A fifth</p></li><li><p>A sixth</p><p>with two paragraphs</p></li></ol>
<blockquote>Said in a fine office, and said at some length, so that it fills a line and a half of a wide page.</blockquote>
<pre><code>const office = files.filter((file) => file !== affluent &amp;&amp; file.officer >= 100); // too long for a phone
  if (ffi) ffl();</code></pre><p>An <code>office.filter</code> and a line<br>break, with 5&nbsp;fingers. </p><h3>fi</h3>
<table><tbody><tr><th>Office</th><th>Files</th></tr><tr><td>First</td><td>Fifteen  offices</td></tr></tbody></table>"""
GERMAN = """<h2>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</h2><p>Die
 Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzesauflage und das Auffinden der Schifffahrtsbehörde
 erfordern eine Kraftfahrzeughaftpflichtversicherungsbescheinigung, teilte der Verband am Freitag offiziell mit.</p>"""
ARABIC = """<h2>مكتب صغير على شاطئ البحر</h2><p dir="rtl">يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا
 عقلاً وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء، وهذا نص طويل بما يكفي ليملأ عدة أسطر.</p><p>כל בני אדם נולדו בני
 חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.</p>"""
JAPANESE = """<h2>海辺の小さな事務所について</h2><p>すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。
人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。「本当に」と office で聞いた。</p>"""
BESIDE = """<p>A text beside a picture, with a fine office in it, is narrow and breaks often; five or six lines are no
 rarity. </p><ul><li>first</li></ul>"""

LOOKS = ["Default", "Editorial", "Bold"]
FAMILIES = [fonts.SERIF, fonts.SANS, fonts.MONO, fonts.JAPANESE]
USE_FONT = """(body, family) => {
    const { document, CSSStyleSheet } = body.ownerDocument.defaultView;
    const sheet = Object.assign(new CSSStyleSheet(), { isOfTest: true });
    sheet.replaceSync(`:root { --text: '${family}'; --heading: '${family}'; --interface: '${family}'; --code: '${family}'; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((each) => !each.isOfTest), sheet];
}"""
# The lines, and what is on them: each word and picture of the page's own column with its place in it, each part, and the
# height of the whole.
LAYOUT = """(column) => {
    const document = column.ownerDocument;
    const origin = column.getBoundingClientRect();
    const whole = [origin.width, origin.height, column.scrollWidth];
    const round = (value) => Math.round(value * 64) / 64;
    const texts = document.createTreeWalker(column, NodeFilter.SHOW_TEXT);
    const words = [];
    for (const element of column.querySelectorAll('[data-node], img:not(.ProseMirror-separator)')) {
        const { left, top, width, height } = element.getBoundingClientRect();
        const name = element.alt ?? element.dataset.node;
        words.push([name, ...[left - origin.left, top - origin.top, width, height].map(round)]);
    }
    while (texts.nextNode()) {
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^ \\t\\r\\n\\f]+/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            for (const { left, top, width, height } of range.getClientRects())
                words.push([word, round(left - origin.left), round(top - origin.top), round(width), round(height)]);
        }
    }
    return [['', ...whole.map(round)], ...words];
}"""
WIDTH = """(body, off) => {
    const line = body.appendChild(body.ownerDocument.createElement('span'));
    line.textContent = 'office affluent';
    line.style.fontVariantLigatures = off ? 'none' : '';
    const { width } = line.getBoundingClientRect();
    line.remove();
    return width;
}"""


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """A page of texts in four languages, of which one stands on a colour, and of one beside a picture."""
    page = create_page(owner_client, "Reflow", config={"menu": {"visible": False}})
    state = render(owner_client, page["url"])
    column = next(iter(state["page"]["blocks"]))
    pair = {
        "text": BESIDE,
        "picture": {"address": "/assets/icon-1.svg", "alt": "The mark", "width": 64, "height": 64},
    }
    plugins: list[tuple[str, dict[str, Any]]] = [
        ("cms.text", {"content": GERMAN}),
        ("cms.text", {"content": ARABIC}),
        ("cms.text", {"content": JAPANESE}),
        ("cms.textImage", {**pair, "heading": "An office  with two blanks"}),
        ("cms.textImage", pair),
    ]
    actions = [set_text(first_text(state), ENGLISH)]
    for index, (ref, fields) in enumerate(plugins, start=1):
        node = new_id()
        actions += add_plugin(column, ref, fields, index, node_id=node)
        if index == 1:
            colour = {"backgroundColour": "#12453a"}
            actions.append({"name": "NODE_SET_BACKGROUND", "nodeId": node, "level": "page", "background": colour})
    answer = put_actions(owner_client, state, actions)
    assert answer.status_code == 200, answer.text
    return str(page["url"])


@pytest.mark.parametrize("width", [1280, 768, 390])
def test_no_word_moves_when_a_caret_is_put_into_its_text(width: int, owner_page: Page, url: str) -> None:
    owner_page.set_viewport_size({"width": width, "height": 900})
    editor = EditorScreen(owner_page).view(url)
    body = editor.canvas.locator("body")
    viewed = {}
    for family in FAMILIES:
        body.evaluate(USE_FONT, family)
        viewed[family] = layout(editor.canvas)
    editor.start()
    expect(editor.caret).to_be_visible()
    plugins = editor.canvas.locator("[data-type='col-unique'] [data-type='plugin']")
    for family in FAMILIES:
        editor.leave_text()
        body.evaluate(USE_FONT, family)
        assert changes(viewed[family], layout(editor.canvas)) == "", f"{family}, without a caret"
        for index in range(plugins.count()):
            # The first paragraph: a caret in it, and no more.
            plugins.nth(index).locator("p").first.click(position={"x": 4, "y": 8})
            expect(plugins.nth(index).locator(editor.caret)).to_be_visible()
            assert changes(viewed[family], layout(editor.canvas)) == "", f"{family}, part {index}"
    expect(editor.unsaved).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_of_the_starting_page_moves(
    look: str, width: int, owner_page: Page, owner_client: httpx.Client
) -> None:
    """Its cards begin with a picture, its numbered steps with a bold word: the editor draws more around these."""
    owner_page.set_viewport_size({"width": width, "height": 900})
    editor = EditorScreen(owner_page).view(copy_of_start(owner_client, look))
    viewed = layout(editor.canvas)
    editor.start()
    expect(editor.caret).to_be_visible()
    texts = editor.canvas.locator("[data-type='col-unique'] [data-pw-text]")
    expect(texts).to_have_count(11)
    for index in range(11):
        editor.leave_text()
        assert changes(viewed, layout(editor.canvas)) == "", "without a caret"
        text = texts.nth(index)
        # The hero's picture is a text without a word.
        text.locator("h1, h2, h3, li, blockquote, img").first.click()
        expect(text.locator(editor.caret)).to_be_visible()
        assert changes(viewed, layout(editor.canvas)) == "", f"text {index}"
    expect(editor.unsaved).to_have_count(0)


def test_the_fonts_of_the_tests_have_ligatures(owner_page: Page, url: str) -> None:
    editor = EditorScreen(owner_page).view(url)
    body = editor.canvas.locator("body")
    differs = []
    for family in FAMILIES:
        body.evaluate(USE_FONT, family)
        differs.append(body.evaluate(WIDTH, False) != body.evaluate(WIDTH, True))
    assert differs[FAMILIES.index(fonts.SANS)]


def layout(canvas: FrameLocator) -> list[list[object]]:
    """Each word of the page's own column and where it is, once the fonts are there."""
    column = canvas.locator("[data-type='col-unique']")
    column.evaluate("(column) => column.ownerDocument.fonts.ready")
    found: list[list[object]] = column.evaluate(LAYOUT)
    return found


def changes(before: list[list[object]], after: list[list[object]]) -> str:
    """The first few words that are elsewhere; empty where none is."""
    assert len(before) == len(after)
    moved = (f"{old} is now {new}" for old, new in zip(before, after, strict=True) if old != new)
    return "\n".join(islice(moved, 5))
