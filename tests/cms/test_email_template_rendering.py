"""Templates that loop, grow, or reach for what is not theirs."""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from cms.email_templates import rendering, sandbox
from cms.email_templates.liquid_words import TOO_MUCH
from cms.email_templates.plain_text import plain_text
from cms.email_templates.rendering import Answer, Job
from cms.email_templates.sandbox import render_all, render_one
from kit.testing import ServiceClient

VALUES: dict[str, Any] = {"words": "<b>&", "rows": [{"name": "a"}, {"name": "b"}], "long": "<script" * 3_000}


Draw = Callable[[Job], Awaitable[Answer]]
DrawAll = Callable[[list[Job]], Awaitable[list[Answer]]]


@pytest.fixture
def draw(client: ServiceClient) -> Draw:
    return partial(render_one, client.kit)


@pytest.fixture
def draw_all(client: ServiceClient) -> DrawAll:
    return partial(render_all, client.kit)


def job(content: str, subject: str = "Hello", form: str = "html", values: dict[str, Any] | None = None) -> Job:
    given = VALUES if values is None else values
    return {"subject": subject, "content": content, "format": form, "values": given, "language": "en"}


def fault(answer: Answer) -> tuple[str, int, str]:
    [found] = answer["faults"]
    return found["field"], found["line"], found["detail"]


# Each costs nothing to write, and gigabytes or hours to draw.
GREEDY = {
    "loop": "{% for i in (1..100000000000) %}x{% endfor %}",
    "nested loops": "{% for i in (1..9999) %}{% for j in (1..9999) %}x{% endfor %}{% endfor %}",
    "rows of a table": "{% tablerow i in (1..99999999) %}x{% endtablerow %}",
    "replacements": "{{ 'a' " + f"| replace: 'a', '{'a' * 30}' " * 12 + "}}",
    "doubling": "{% assign x = 'aaaaaaaaaa' %}" + "{% assign x = x | append: x %}" * 40 + "{{ x }}",
    "digits": "{% assign x = 99 %}" + "{% assign x = x | times: x %}" * 40 + "{{ x }}",
    "search in a range": "{% if (1..99999999999) contains 'x' %}y{% endif %}",
    "joined range": "{{ (1..99999999999) | join: ',' }}",
    "reversed range": "{{ (1..99999999999) | reverse }}",
    "exponent": "{{ '1e999999999' | ceil }}",
    "nested blocks": "{% if a %}" * 20_000,
    "nested paths": "{{ x" + "[x" * 5_000 + "]" * 5_000 + " }}",
    "output": "{% for i in (1..9000) %}" + "x" * 1_000 + "{% endfor %}",
}


class TestLimits:
    @pytest.mark.parametrize("content", GREEDY.values(), ids=GREEDY.keys())
    async def test_what_takes_too_much_is_refused(
        self, draw: Draw, content: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sandbox, "SECONDS", 5.0)
        field, _, detail = fault(await draw(job(content)))
        assert field == "content"
        assert detail

    async def test_the_others_of_a_request_are_drawn(self, draw_all: DrawAll, monkeypatch: pytest.MonkeyPatch) -> None:
        """The process that one of them ends is not the last."""
        # Long enough for the others on a busy machine; the greedy one works until it is over.
        monkeypatch.setattr(sandbox, "SECONDS", 15.0)
        greedy = job(GREEDY["search in a range"])
        first, second, third = await draw_all([job("{{ words }}"), greedy, job("{{ words }}", form="plain")])
        assert first["html"] == "&lt;b&gt;&amp;\n"
        assert fault(second) == ("content", 0, TOO_MUCH)
        assert third["text"] == "<b>&\n"

    async def test_one_that_does_not_come_to_an_end_is_given_up(
        self, draw: Draw, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sandbox, "SECONDS", 0.01)
        assert fault(await draw(job(GREEDY["search in a range"])))[2] == TOO_MUCH


class TestFaults:
    """Liquid's own messages are for readers who know its grammar: editors get plain ones."""

    @pytest.mark.parametrize(
        ("content", "place", "said"),
        [
            ("a\nb {{ words | shout }}", (2, 14), "There is no filter “shout”."),
            ("{% shout %}", (1, 4), "There is no tag “shout”."),
            ("a {% endif %}", (1, 6), "“endif” closes nothing that is open here."),
            ("{% else %}", (1, 4), "“else” is outside its block."),
            ("{{ words", (1, 1), "“{{” is not closed: “}}” is missing."),
            ("a {% if words", (1, 3), "“{%” has no tag after it, or is not closed: “%}” is missing."),
            (
                "a\n{% if %}b{% endif %}",
                (2, 4),
                "The tag needs something after its name: a value, a condition or a list.",
            ),
            (
                "{% for i in (1..9999) %}{% for j in (1..9) %}x{% endfor %}{% endfor %}",
                None,
                "Its loops repeat too often. Shorten them.",
            ),
            ("{{ 1 | divided_by: 0 }}", None, "The filter “divided_by” cannot divide by 0."),
            ("{% if words %}a", None, "“endif” is missing."),
            (
                "{% for row in rows offset:1 words %}{% endfor %}",
                None,
                "After the list there can only be reversed, offset and limit.",
            ),
        ],
    )
    async def test_are_said_in_our_words(
        self, draw: Draw, content: str, place: tuple[int, int] | None, said: str
    ) -> None:
        [found] = (await draw(job(content)))["faults"]
        assert found["detail"] == said
        if place is not None:
            assert (found["line"], found["column"]) == place

    @pytest.mark.parametrize(
        "content", ["{{ a b c }}", "{{ 'a }}", "{% if a == %}{% endif %}", "{% for x y %}{% endfor %}"]
    )
    async def test_say_nothing_of_the_grammar(self, draw: Draw, content: str) -> None:
        faults = (await draw(job(content)))["faults"]
        assert faults
        for found in faults:
            assert not re.search(r"expect|token|primitive|infix|eof|Error", found["detail"])


class TestReach:
    @pytest.mark.parametrize(
        "content",
        ["{% include 'layout.html.liquid' %}", "{% render '/etc/passwd' %}", "{% extends 'x' %}", "{% import 'os' %}"],
    )
    async def test_no_file_is_read(self, draw: Draw, content: str) -> None:
        field, line, detail = fault(await draw(job(content)))
        assert (field, line, detail.startswith("There is no tag “")) == ("content", 1, True)

    @pytest.mark.parametrize(
        "path",
        [
            "words.__class__",
            "words['__class__']",
            "rows.__class__.__mro__",
            "rows.first.__init__.__globals__",
            "rows.append",
            "forloop.__class__",
            "self",
            "translations",
        ],
    )
    async def test_nothing_of_python_is_reached(self, draw: Draw, path: str) -> None:
        answer = await draw(job(f"[{{{{ {path} }}}}]{{% for r in rows %}}{{{{ {path} }}}}{{% endfor %}}"))
        assert answer.get("html") == "[]\n"


class TestWords:
    async def test_values_are_escaped_in_html_alone(self, draw_all: DrawAll) -> None:
        drawn, plain = await draw_all([job("{{ words }}", "{{ words }}"), job("{{ words }}", form="plain")])
        assert (drawn["subject"], drawn["html"], drawn["text"]) == ("<b>&", "&lt;b&gt;&amp;\n", "<b>&\n")
        assert (plain["html"], plain["text"]) == (None, "<b>&\n")

    @pytest.mark.parametrize(
        ("value", "subject"),
        [
            ("a\n\n b", "a b"),
            ("a\r\nBcc: b@example.org", "a Bcc: b@example.org"),
            ("a\x00b", "a b"),
            ("a\u2028b", "a b"),
            ("a\x0bb", "a b"),
        ],
    )
    async def test_values_are_one_line_in_a_subject_alone(self, draw: Draw, value: str, subject: str) -> None:
        answer = await draw(job("{{ rows[0].words }}", "{{ rows[0].words }}", values={"rows": [{"words": value}]}))
        assert (answer["subject"], answer["html"]) == (subject, value.replace("\r\n", "\n") + "\n")

    async def test_a_subject_makes_no_second_line(self, draw: Draw) -> None:
        answer = await draw(job("x", "{{ words | url_decode }}", values={"words": "a%0D%0ABcc: b@example.org"}))
        assert fault(answer) == ("subject", 1, "The subject has to be one line.")

    async def test_a_long_subject_is_cut(self, draw: Draw) -> None:
        answer = await draw(job("x", "{{ words }}", values={"words": "ä" * 600}))
        assert (len(answer["subject"]), answer["subject"][-2:]) == (rendering.LONGEST_SUBJECT, "ä…")

    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            ("1250 | money", "£12.50"),
            ("1250 | money: 'EUR'", "€12.50"),
            ("1250 | money: 'JPY'", "JP¥1,250"),
            # CLDR knows these with other places than ISO and the shop do.
            ("199900 | money: 'RSD'", "RSD1,999.00"),
            ("199900 | money: 'HUF'", "HUF1,999.00"),
            ("'12.5' | money", "£0.12"),
            ("0 | money", "£0.00"),
            ("nothing | money", "£0.00"),
            ("'NaN' | money", ""),
            ("words | money", ""),
            ("1250 | money: '£$%'", "£12.50"),
        ],
    )
    def test_money(self, given: str, shown: str) -> None:
        assert rendering.render(job(f"{{{{ {given} }}}}"))["html"] == f"{shown}\n"

    def test_what_nobody_gives_is_named(self) -> None:
        drawn = rendering.render(job("{{ words }}{% for row in rows %}{{ row.name }}{% endfor %}{{ lost }}"))
        assert drawn["unknown"] == ["lost"]


class TestPlainText:
    def test_keeps_what_is_said(self) -> None:
        html = (
            "<head><title>T</title><style>p{}</style></head><h1>Hello &amp; welcome</h1><p>One\n two<br>three</p>"
            "<table><tr><th>Name</th><td>Zoë</td></tr><tr><th>Age</th><td>8</td></tr></table>"
            '<ul><li>a<li>b</ul><script>x()</script><a href="https://a.example/">there</a>'
        )
        assert plain_text(html) == (
            "Hello & welcome\n\nOne two\nthree\n\nName | Zoë\nAge | 8\n\n- a\n- b\n\nthere <https://a.example/>"
        )

    @pytest.mark.parametrize("html", ["<" * 1000, "</p>" * 1000, "<a href", "<p" * 1000, "", "<!--" * 100, "<![CDATA["])
    def test_takes_what_is_no_html(self, html: str) -> None:
        plain_text(html)
