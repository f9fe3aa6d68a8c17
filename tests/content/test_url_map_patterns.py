import pytest

from content.address import AddressFault
from content.url_maps.patterns import captured, clean_destination, clean_source, filled


class TestSource:
    @pytest.mark.parametrize(
        ("text", "stored"),
        [
            ("old", "/old"),
            ("/My%20Page.html", "/My Page.html"),
            (" /a/ ", "/a"),
            ("/old/*", "/old/*"),
            ("/*/x/*", "/*/x/*"),
        ],
    )
    def test_it_is_kept_as_visitors_would_ask_for_it(self, text: str, stored: str) -> None:
        assert clean_source(text) == stored

    @pytest.mark.parametrize(
        "text", ["/a?b=1", "/a#b", "/**", "/*/*/*/*", "/../x", "/cms-admin/x", "/files/a.pdf", "/a\\b"]
    )
    def test_what_never_gets_here_is_refused(self, text: str) -> None:
        with pytest.raises(AddressFault):
            clean_source(text)


class TestDestination:
    @pytest.mark.parametrize(
        ("text", "stored"),
        [
            ("/about", "/about"),
            ("/about/?a=1#there", "/about?a=1#there"),
            ("https://other.example/x?y#z", "https://other.example/x?y#z"),
            ("HTTP://other.example", "HTTP://other.example"),
            ("/new/*", "/new/*"),
        ],
    )
    def test_paths_and_web_addresses(self, text: str, stored: str) -> None:
        assert clean_destination(text) == stored

    @pytest.mark.parametrize(
        "text",
        [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "mailto:a@b.example",
            "about",
            "https://",
            "https://user:password@evil.example",
            "https://*.example/x",
            "https://[::1",
            "/a b",
            "/a\nLocation: x",
            "",
            "/" + "x" * 2048,
        ],
    )
    def test_all_else_is_refused(self, text: str) -> None:
        with pytest.raises(AddressFault):
            clean_destination(text)


class TestCaptured:
    @pytest.mark.parametrize(
        ("source", "path", "parts"),
        [
            ("/a", "/a", []),
            ("/a", "/ab", None),
            ("/old/*", "/old/x/y", ["x/y"]),
            ("/old/*", "/old/", [""]),
            ("/old/*", "/older", None),
            ("/*/b", "/a/b", ["a"]),
            ("/*/b/*", "/x/b/y/b/z", ["x", "y/b/z"]),
            ("/*-*.html", "/2024-summer-sale.html", ["2024", "summer-sale"]),
            ("/ab*ba", "/aba", None),
            ("/*x*xy", "/axy", None),
        ],
    )
    def test_what_the_stars_stand_for(self, source: str, path: str, parts: list[str] | None) -> None:
        assert captured(source, path) == parts


class TestFilled:
    @pytest.mark.parametrize(
        ("destination", "parts", "url"),
        [
            ("/new/*", ["x/y"], "/new/x/y"),
            ("/new", ["x"], "/new"),
            ("/*/*", ["a", "b"], "/a/b"),
            ("/*", ["/evil.example"], "/evil.example"),
            ("/find?q=*", ["a&b=c d"], "/find?q=a%26b%3Dc%20d"),
            ("https://other.example/*", ["x y/z"], "https://other.example/x%20y/z"),
            ("https://other.example/*", ["/x"], "https://other.example//x"),
            ("/*/and/*", ["*", "b"], "/*/and/b"),
        ],
    )
    def test_stars_become_what_they_stood_for(self, destination: str, parts: list[str], url: str) -> None:
        assert filled(destination, parts) == url
