"""Addresses of files in texts."""

from collections.abc import Sequence

import pytest

from kit.mentions import Mention, mentions_in, paths_in
from kit.origins import site_hosts

HOSTS = site_hosts("https://site.test")
ID = "0192f0c8-4d5e-7a3b-8c1d-000000000001"


def readings(text: str) -> list[frozenset[str]]:
    return [*paths_in(text, HOSTS)]


class TestPaths:
    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("/files/a.png", "a.png"),
            ("/files/a b (2).png?size=md&v=12#x", "a b (2).png"),
            ("/files/a%20b%20%282%29.png", "a b (2).png"),
            ("/files/pictures/%C3%BCber.png", "pictures/über.png"),
            ("/files/pictures/u%cc%88ber.png", "pictures/über.png"),
            ("/files/pictures/u\u0308ber.png", "pictures/über.png"),
            ("https://site.test/files/a.png", "a.png"),
            ("HTTPS://Site.Test:443/api/files/a.png", "a.png"),
            ("//site.test/files/a.png", "a.png"),
            ("/api/files/a.png", "a.png"),
            ('<img src="/files/a b.png" alt="x">', "a b.png"),
            ("<img src=/files/a.png>", "a.png"),
            ('<a href="/files/a&amp;b.pdf">', "a&b.pdf"),
            ("url(/files/a.png)", "a.png"),
            ('background: url("/files/a (1).png");', "a (1).png"),
            ("style=\"background:url('/files/it is.png')\"", "it is.png"),
            ('style="background:url(&quot;/files/a b.png&quot;)"', "a b.png"),
            ('{"icon": "/files/a b.png", "x": 1}', "a b.png"),
            (r'{"html": "<img src=\"/files/a b.png\">"}', "a b.png"),
            ("See https://site.test/files/a.pdf.", "a.pdf"),
            ("const a = `/files/a.js`;", "a.js"),
            ("// see /files/a.js", "a.js"),
        ],
    )
    def test_is_found_however_it_is_written(self, text: str, path: str) -> None:
        (found,) = readings(text)
        assert path in found

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "/file/a.png",
            "https://elsewhere.test/files/a.png",
            "//elsewhere.test/files/a.png",
            "https://site.test:8443/files/a.png",
            "https://[broken/files/a.png",
            "/en/files/a.png",
            "profiles/files/a.png",
            "https://site.test.elsewhere/files/a.png",
        ],
    )
    def test_what_is_no_file_of_the_site_is_not(self, text: str) -> None:
        assert readings(text) == []

    def test_each_of_several_is_found(self) -> None:
        srcset = 'srcset="/files/a.png?size=sm 256w, /files/a.png?size=md 512w,/files/b.png 2x"'
        found = readings(srcset)
        assert len(found) == 3
        assert all(path in each for path, each in zip(["a.png", "a.png", "b.png"], found, strict=True))

    def test_a_longer_name_is_another_file(self) -> None:
        (found,) = readings('"/files/a.png.bak"')
        assert "a.png" not in found

    def test_no_more_is_read_than_an_address_can_have(self) -> None:
        found = readings('"/files/x ' * 2_000)
        assert len(found) == 2_000
        assert max(len(path) for each in found for path in each) <= 4_000


class TestMentions:
    @pytest.mark.parametrize(
        ("document", "mentions"),
        [
            (f'{{"image": {{"alt": "x", "file": "{ID}"}}}}', [Mention(frozenset(), ID)]),
            (f'{{"page": "{ID}", "text": "file {ID}"}}', []),
        ],
    )
    def test_ids_count_in_fields_that_hold_files(self, document: str, mentions: Sequence[Mention]) -> None:
        assert [*mentions_in(document, HOSTS)] == mentions
