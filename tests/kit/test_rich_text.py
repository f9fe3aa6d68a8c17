"""Cleaning HTML that editors type or paste."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.rich_text import TAGS, clean_rich_text, is_nested_too_deep
from tests.real_pages import SourcePage, executable_parts, published_items, visible_text


class TestKeeps:
    @pytest.mark.parametrize(
        "html",
        [
            '<h1 class="align-center">One</h1><h6>Six</h6>',
            "<p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <sub>f</sub> <sup>g</sup> <mark>h</mark></p>",
            "<p><small>a</small> <code>b</code> <kbd>c</kbd> <q>d</q> <del>e</del> <ins>f</ins></p>",
            '<ol start="3" type="a" reversed=""><li value="7">a<ul><li>b</li></ul></li></ol>',
            '<blockquote cite="https://example.com/"><p>a</p></blockquote>',
            '<pre><code class="language-python">a &lt; b</code></pre>',
            '<table><caption>a</caption><thead><tr><th scope="col" colspan="2">b</th></tr></thead></table>',
            '<table><tbody><tr><td rowspan="2" class="align-right">c</td></tr></tbody></table>',
            '<figure><img src="/a.jpg" alt="a" width="10" height="20" loading="lazy"><figcaption>b</figcaption></figure>',
            "<dl><dt>a</dt><dd>b</dd></dl><details><summary>c</summary>d</details>",
            '<p dir="rtl" lang="ar">مرحبا</p><p><abbr title="a b">c</abbr> <time datetime="2026-01-02">d</time></p>',
            '<p><a href="mailto:a@example.com">a</a> <a href="tel:+44" title="b">c</a> <a href="#d" rel="nofollow">e</a></p>',
            "<p>a<br>b</p><hr>",
        ],
    )
    def test_what_is_allowed(self, html: str) -> None:
        assert clean_rich_text(html) == html

    @pytest.mark.parametrize(
        ("html", "clean"),
        [
            ("<p><strike>a</strike> <STRIKE class=b>c</STRIKE ></p>", "<p><s>a</s> <s>c</s></p>"),
            ('<p><acronym title="b">a</acronym> <tt>c</tt></p>', '<p><abbr title="b">a</abbr> <code>c</code></p>'),
            ("<strikes>a</strikes> <ttt>b</ttt>", "a b"),
            ('<p class="has-text-align-center">a</p>', '<p class="align-center">a</p>'),
            ('<h2 class="has-text-align-justify">a</h2>', "<h2>a</h2>"),
            (
                '<figure class="wp-caption alignright size-large"><img class="aligncenter wp-image-5" src="/a.jpg"></figure>',
                '<figure class="wp-caption alignright"><img class="aligncenter" src="/a.jpg"></figure>',
            ),
        ],
    )
    def test_what_other_programs_write_for_the_same(self, html: str, clean: str) -> None:
        assert clean_rich_text(html) == clean
        assert clean_rich_text(clean) == clean

    def test_plain_text(self) -> None:
        assert clean_rich_text("1 < 2 & 3 > 2") == "1 &lt; 2 &amp; 3 &gt; 2"


class TestDrops:
    @pytest.mark.parametrize(
        ("html", "clean"),
        [
            ('<p onclick="alert(1)" style="position:fixed" id="app">a</p>', "<p>a</p>"),
            ("<script>alert(1)</script>a<style>p{}</style>", "a"),
            ("<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"),
            ("<iframe src=/a>b</iframe><object data=a>c</object><embed src=d>", ""),
            ("<svg><script>alert(1)</script><text>a</text></svg>b", "b"),
            ("<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>c", "c"),
            ('<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<img src="x">"&gt;'),
            ("<form action=/a><input name=b><button>c</button></form>", "c"),
            ("<!-- a --><p>b</p><!--[if IE]><script>c</script><![endif]-->", "<p>b</p>"),
            ('<base href="//evil.example"><meta http-equiv=refresh content=0><link rel=stylesheet href=a>b', "b"),
            (
                '<p><a class="button button-outline wide buttons" href="/a">a</a></p>',
                '<p><a class="button button-outline" href="/a">a</a></p>',
            ),
            ('<p class="wide align-left language-js evil">a</p>', '<p class="align-left language-js">a</p>'),
            ('<p class="wide">a</p><p dir="up" lang="</p>">b</p>', "<p>a</p><p>b</p>"),
            ('<img src=a width="100%" height="1e9" loading="x" srcset="b 2x" onload=c>', '<img src="a">'),
            ('<td colspan="-1">a</td><custom-element>b</custom-element>', "ab"),
        ],
    )
    def test_what_is_not(self, html: str, clean: str) -> None:
        assert clean_rich_text(html) == clean

    @pytest.mark.parametrize(
        "address",
        [
            "javascript:alert(1)",
            " javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            "java\nscript:alert(1)",
            "&#106;avascript:alert(1)",
            "\x01javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:a",
            "file:///etc/passwd",
        ],
    )
    def test_addresses_that_run(self, address: str) -> None:
        assert clean_rich_text(f'<a href="{address}">a</a><img src="{address}"><q cite="{address}">b</q>') == (
            "<a>a</a><img><q>b</q>"
        )


class TestLinksInNewTabs:
    def test_have_no_opener(self) -> None:
        assert (
            clean_rich_text('<a href="/a" target="_blank">b</a>') == '<a href="/a" target="_blank" rel="noopener">b</a>'
        )

    def test_keep_what_they_relate_to(self) -> None:
        cleaned = clean_rich_text('<a target="_blank" rel="nofollow NoOpener evil" href="/a">b</a>')
        assert cleaned == '<a target="_blank" href="/a" rel="nofollow noopener">b</a>'

    def test_other_targets_go(self) -> None:
        assert clean_rich_text('<a href="/a" target="_top">b</a>') == '<a href="/a">b</a>'

    def test_a_title_cannot_pretend(self) -> None:
        html = '<a title="x&quot; target=&quot;_blank" href="/a">b</a>'
        assert clean_rich_text(html) == html


class TestRealPages:
    @pytest.mark.parametrize("item", published_items(), ids=lambda item: item.title[:40])
    def test_nothing_runs_and_no_text_is_lost(self, item: SourcePage) -> None:
        body = item.body
        cleaned = clean_rich_text(body)
        assert executable_parts(cleaned) == []
        assert visible_text(cleaned) == visible_text(body)
        assert not is_nested_too_deep(body)
        assert clean_rich_text(cleaned) == cleaned

    def test_there_are_many(self) -> None:
        assert len(published_items()) > 50


fragments = st.lists(
    st.one_of(
        st.sampled_from(
            sorted(TAGS | {"script", "style", "svg", "math", "form", "template", "textarea", "select"})
        ).flatmap(
            lambda tag: st.sampled_from(
                [f"<{tag}>", f"</{tag}>", f"<{tag} class=align-left onclick=a href=javascript:b>"]
            )
        ),
        st.text("ab<>&\"'= /\u00a0é", max_size=8),
        st.sampled_from(["<!--", "-->", "<![CDATA[", "]]>", "&lt;script&gt;", "&amp;", "<a target=_blank>", "</p>"]),
    ),
    max_size=20,
).map("".join)


@given(fragments)
@settings(max_examples=300, deadline=None)
def test_what_was_cleaned_is_clean_to_every_parser(html: str) -> None:
    cleaned = clean_rich_text(html)
    assert executable_parts(cleaned) == []
    again = clean_rich_text(cleaned)
    assert executable_parts(again) == []
    assert visible_text(again) == visible_text(cleaned)


class TestNesting:
    @pytest.mark.parametrize(
        "html",
        [
            "<div>" * 100_000,
            "<p>" + "".join(f'<b title="{i}">' for i in range(100)) + "</p>" + "<p>a" * 50_000,
            "<b><p></b>" * 50_000 + "<i>" * 101,
            "<blockquote></x>" * 10_000,
        ],
    )
    def test_is_refused_quickly(self, html: str) -> None:
        start = time.process_time()
        assert is_nested_too_deep(html)
        assert time.process_time() - start < 5

    @pytest.mark.parametrize(
        "html",
        [
            "<p>a" * 50_000,
            "<ul>" + "<li>a" * 50_000 + "</ul>",
            "<img src=a>" * 20_000,
            "</b>" * 50_000,
            "<div></div>" * 20_000,
        ],
    )
    def test_of_much_text_is_fine(self, html: str) -> None:
        assert not is_nested_too_deep(html)
