"""What a search is made of: folded words, parsed queries, the text of fields, extracts."""

import time
from html.parser import HTMLParser

import pytest

from content.fields.clean import clean_fields
from content.fields.texts import Piece, pieces_of
from content.search.documents import MAX_BYTES, documents_of
from content.search.extracts import Part, extract
from content.search.folding import words_of
from content.search.languages import dictionary_of
from content.search.library import Library
from content.search.parsing import parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Müller & Söhne", ["muller", "sohne"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("Œuvre, Łódź, Þór", ["oeuvre", "lodz", "thor"]),
        ("snake_case foo-bar 3.14", ["snake", "case", "foo", "bar", "3", "14"]),
        ("e\u0301te\u0301 ﬁn", ["ete", "fin"]),
        ("日本語とABC", ["日", "本", "語", "と", "abc"]),
        ("Ёлка й", ["елка", "и"]),
        ("😀 \u202e\ufeff", []),
    ],
)
def test_words_are_folded(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("text", "written", "head", "prefix", "wanted"),
    [
        ("wooden boa", '"wooden" "boa"', '"wooden"', "'boa':*", ["wooden", "boa"]),
        ('"wooden boats"', '"wooden boats"', "", "", ["wooden", "boats"]),
        ("boat -steel", '"boat" -"steel"', "", "", ["boat"]),
        ('boat -"of steel', '"boat" -"of steel"', "", "", ["boat"]),
        ("boat or ship", '"boat" or "ship"', '"boat" or', "'ship':*", ["boat", "ship"]),
        ('boat "or"', '"boat" "or"', "", "", ["boat", "or"]),
        ("e-mail", '"e mail"', "", "'e' <-> 'mail':*", ["e", "mail"]),
        ("a", '"a"', "", "", ["a"]),
        ("x'); DROP TABLE pages;--", '"x" "drop" "table" "pages"', '"x" "drop" "table"', "'pages':*",
         ["x", "drop", "table", "pages"]),
        ("-only", '-"only"', "", "", []),
        ("!!&|<->():*\\", "", "", "", []),
    ],
)  # fmt: skip
def test_a_query_has_letters_and_digits_alone(
    text: str, written: str, head: str, prefix: str, wanted: list[str]
) -> None:
    assert parse(text) == (written, head, prefix, wanted)


def test_the_text_of_a_plugin_is_what_its_manifest_says_is_text() -> None:
    html = '<h2>One <em>two</em></h2><p>thr<b>ee</b><br>four &amp; <a href="/five">six</a></p><img src="/seven" alt="eight">'
    assert [*pieces_of("cms.text", {"content": html, "unknown": "nine"})] == [
        Piece("One two", True),
        Piece("three", False),
        Piece("four & six", False),
        Piece("eight", False, is_of_image=True),
    ]
    fields = {"items": [{"question": "Q?", "answer": "<ul><li>a</li><li>b</li></ul>"}, "broken"], "heading": 5}
    assert [*pieces_of("cms.faq", fields)] == [Piece("Q?", True), Piece("a", False), Piece("b", False)]
    assert [*pieces_of("cms.menu", {"label": "Main menu", "orientation": "horizontal"})] == []
    assert [*pieces_of("acme.rocket", {"words": "unknown"})] == []


@pytest.mark.parametrize(
    "html",
    [
        '<P>One<!-- two --> &lt;three&gt; &quot;four&quot; <a href=\'/"five"\' title="<p>six">a > b &nbsp;</A>c <1<br/>d',
        "<table><tr><td>1<td>2</table><ul><li>a<ul><li>b</ul><li>c</ul><dl><dt>d<dd>e</dl><details open><summary>f</summary>g",
        "<script>no()</script><style>p{}</style><svg><text>no</text></svg><template><p>no</template>yes<title>no</title>",
        "<h1>a<h2>b</h1>c</h2>d<custom-element>e</custom-element><o:p>f</o:p> &amp;amp; &#38;lt; g<img src=x alt='\"h\" &amp; >'>",
        "<ruby>漢<rp>(</rp><rt>kan</rt></ruby> <tt>code</tt> <p class=button lang=de>i</p><figure class=wp-caption>j</figure>",
    ],
)
def test_what_the_cleaner_writes_is_read_as_by_a_parser_of_all_html(html: str) -> None:
    class Texts(HTMLParser):
        words = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            alt = dict(attrs).get("alt") or ""
            self.words += "" if tag in ("a", "b", "code") else f" {alt}"

        def handle_endtag(self, tag: str) -> None:
            self.handle_starttag(tag, [])

        def handle_data(self, data: str) -> None:
            self.words += data

    content = clean_fields("cms.text", {"content": html}).fields["content"]
    expected = Texts()
    expected.feed(content)
    expected.close()
    found = " ".join(piece.text for piece in pieces_of("cms.text", {"content": content}))
    assert found.split() == " ".join(expected.words.split()).split()


@pytest.mark.parametrize("part", ["<a", '<a href="', "<!--", "</", '<a href="/" ', "<figure>", "<p>"])
def test_reading_takes_no_longer_for_what_is_no_html(part: str) -> None:
    before = time.process_time()
    [*pieces_of("cms.text", {"content": part * (100_000 // len(part))})]
    # What grows with the square takes half a minute for this much.
    assert time.process_time() - before < 5


A, B = "/files/a.jpg", "/files/b.jpg"


@pytest.mark.parametrize(
    ("html", "pieces"),
    [
        (f'<figure><img src="{A}" alt="one"><figcaption>two</figcaption></figure>three', [("one", A), ("two", A), ("three",)]),
        (f'<figure><figcaption>one</figcaption><img src="{A}" alt="two"></figure>', [("one", A), ("two", A)]),
        (f'<div class="wp-caption alignleft"><img src="{A}" alt=""><p>one</p></div>', [("one", A)]),
        (f'<div><img src="{A}" alt="one"><p>two</p></div>', [("one", A), ("two",)]),
        ('<figure><img src="https://e.org/a.jpg" alt="one"><figcaption>two</figcaption></figure>', [("one",), ("two",)]),
        (f'<figure><div><img src="{A}"></div><div>one</div></figure>', [(f"at {A}", A), ("one", A)]),
        (f'<figure><figure><img src="{A}" alt="one"></figure><figure><img src="{B}" alt="two"></figure>three</figure>',
         [("one", A), ("two", B), ("three", A, B)]),
        (f'<figure><img src="{A}" alt="one"><figure><img src="{B}" alt="two"></figure></figure>',
         [("one", A), ("two", A, B)]),
        (f'<figure><img src="{A}" alt="one"><p>two', [("one", A), ("two", A)]),
    ],
)  # fmt: skip
def test_what_a_figure_says_is_said_of_its_images(html: str, pieces: list[tuple[str, ...]]) -> None:
    found = pieces_of("cms.text", {"content": html}, lambda use: f"at {use}")
    assert [(piece.text, piece.said_of) for piece in found] == [(text, frozenset(uses)) for text, *uses in pieces]


def test_captions_are_said_of_the_images_that_they_stand_under() -> None:
    def said(ref: str, fields: dict[str, object]) -> list[tuple[str, ...]]:
        return [(piece.text, *piece.said_of) for piece in pieces_of(ref, fields, {"f": "a harbour"}.get)]  # type: ignore[arg-type]  # of these alone

    assert said("cms.textImage", {"picture": {"file": "f"}, "caption": "C"}) == [("a harbour", "f"), ("C", "f")]
    assert said("cms.textImage", {"picture": {"file": "f", "alt": "own"}}) == [("own", "f")]
    assert said("cms.textImage", {"picture": {"address": "https://e.org/a.jpg"}, "caption": "C"}) == [("",), ("C",)]
    assert said("cms.textImage", {"heading": "H", "caption": "of nothing"}) == [("H",)]
    images = [{"image": {"file": "f", "alt": "own"}, "caption": "C"}, {"caption": "of nothing"}, "broken"]
    assert said("cms.gallery", {"images": images}) == [("own", "f"), ("C", "f")]


class TestExtract:
    def test_stands_where_most_words_are(self) -> None:
        text = "boat " + "filler " * 100 + "the boat and another boat here " + "filler " * 100
        parts = extract(text, {"boat"})
        assert [part.text for part in parts if part.is_match] == ["boat", "boat"]
        assert parts[0].text.startswith("…")
        assert parts[-1].text.endswith("…")

    def test_is_the_beginning_of_a_text_without_a_match(self) -> None:
        assert extract("Short.\nText", set()) == [Part("Short. Text", False)]
        assert extract("", {"boat"}) == []

    def test_takes_no_longer_with_many_matches_or_one_endless_word(self) -> None:
        before = time.process_time()
        for text in ("boat " * 20_000, "x" * 100_000, " " * 100_000, "boat" + "\n" * 50_000):
            assert sum(len(part.text) for part in extract(text, {"boat"})) < 500
        # A few dozen milliseconds; what grows with the square takes minutes.
        assert time.process_time() - before < 5


def test_a_page_has_a_bound_for_its_words_that_a_vector_can_hold() -> None:
    nodes = [{"id": str(n), "type": "plugin", "pluginId": str(n)} for n in range(10)]
    page = {
        "id": "p", "title": "T" * 200, "displayTitle": "", "meta": {}, "config": {},
        "layout": {"block": {"nodes": nodes}}, "blocks": {}, "branches": {}, "nodeFields": {},
    }  # fmt: skip
    plugins = {str(n): {"ref": "cms.text", "fields": {"content": "日本 " * 50_000}} for n in range(10)}
    [document] = documents_of(page, plugins, Library({}))  # type: ignore[arg-type]  # as far as it is read
    assert sum(len(words.encode()) for words in document.words) <= MAX_BYTES


def test_a_language_without_a_dictionary_has_words_alone() -> None:
    assert [dictionary_of(tag) for tag in ("de-CH", "EN", "fr", "cy", "")] == [
        "german", "english", "french", "simple", "simple",
    ]  # fmt: skip
