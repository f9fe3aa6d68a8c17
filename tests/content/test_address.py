import pytest

from content.address import MAX_CHARACTERS, AddressFault, clean_address, is_protected, requested_address


class TestCleanAddress:
    @pytest.mark.parametrize(
        ("typed", "stored"),
        [
            ("/", "/"),
            ("/about", "/about"),
            ("about", "/about"),
            ("/about/", "/about"),
            ("  /about  ", "/about"),
            ("/about \t us\u00a0now", "/about-us-now"),
            ("/about%20us", "/about-us"),
            ("/caf%C3%A9", "/café"),
            ("/cafe\u0301", "/café"),
            ("/Team/Ada", "/Team/Ada"),
            ("/cms-notes", "/cms-notes"),
            ("/error/404", "/error/404"),
            ("/مى‌خواهم", "/مى‌خواهم"),
            ("/" + "x" * (MAX_CHARACTERS - 1), "/" + "x" * (MAX_CHARACTERS - 1)),
        ],
    )
    def test_is_stored_as(self, typed: str, stored: str) -> None:
        assert clean_address(typed) == stored
        assert clean_address(stored) == stored

    @pytest.mark.parametrize(
        "typed",
        [
            "//",
            "/a//b",
            "//evil.example/x",
            "https://evil.example",
            "/../etc/passwd",
            "/a/./b",
            "/%2e%2e/a",
            "/a\\b",
            "/a?b=c",
            "/a%3Fb",
            "/a#b",
            "/a%00",
            "/a\x07",
            "/a\u202eb",
            "/\ud800",
            "/%ff",
            "/100%",
            "/100%25",
            "/%2561uth",
            "/" + "x" * 3000,
            "/" + "😀" * 600,
        ],
    )
    def test_is_refused(self, typed: str) -> None:
        with pytest.raises(AddressFault) as refusal:
            clean_address(typed)
        assert refusal.value.code == "url_invalid"

    @pytest.mark.parametrize(
        "typed",
        [
            "/cms",
            "/cms/x",
            "/CMS/x",
            "/auth/me",
            "/api",
            "/cms-admin/pages",
            "/files/a",
            "/oauth2/x",
            "/healthz",
            "/readyz",
        ],
    )
    def test_belongs_to_the_system(self, typed: str) -> None:
        with pytest.raises(AddressFault) as refusal:
            clean_address(typed)
        assert refusal.value.code == "url_reserved"


class TestRequestedAddress:
    @pytest.mark.parametrize(
        ("asked", "stored"),
        [
            ("/", "/"),
            ("/?q=1", "/"),
            ("/about/", "/about"),
            ("/about?x=/../#y", "/about"),
            ("/caf%C3%A9", "/café"),
        ],
    )
    def test_is_looked_up_as(self, asked: str, stored: str) -> None:
        assert requested_address(asked) == stored

    @pytest.mark.parametrize(
        "asked", ["", "about", "//", "/a//b", "/a/../b", "/%2E%2e/b", "/a%00", "/%ff", "/%5c", "/100%"]
    )
    def test_matches_no_page(self, asked: str) -> None:
        assert requested_address(asked) is None


@pytest.mark.parametrize(
    ("url", "protected"),
    [("/", True), ("/error/404", True), ("/error/500", True), ("/error/401", False), ("/a", False)],
)
def test_the_pages_that_a_site_needs_are_protected(url: str, protected: bool) -> None:
    assert is_protected(url) is protected
