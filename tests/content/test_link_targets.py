import pytest

from content.link_targets import Target, is_absolute, target_of

SITE, PAGE = "https://example.org", "/guide/start"


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("/a?b=1#c", "/a?b=1#c"),
        ("other", "/guide/other"),
        ("#part", "/guide/start#part"),
        ("\\a", "/a"),
        ("https://example.org", "/"),
        ("https://EXAMPLE.org:443/a", "/a"),
        ("http://example.org:80/a", "/a"),
    ],
)
def test_links_to_the_site_itself(written: str, address: str) -> None:
    assert target_of(written, PAGE, SITE) == Target(address, is_internal=True)


@pytest.mark.parametrize(
    "written",
    ["https://example.org:8443/a", "http://example.org:443/a", "https://example.org.evil/a", "//example.com/a"],
)
def test_links_to_other_sites(written: str) -> None:
    found = target_of(written, PAGE, SITE)
    assert found is not None
    assert not found.is_internal


@pytest.mark.parametrize("written", ["mailto:a@example.org", "TEL:1", "#", "#top", " "])
def test_what_is_no_address_of_the_web(written: str) -> None:
    assert target_of(written, PAGE, SITE) is None


@pytest.mark.parametrize(
    ("written", "expected"), [("/a", True), ("HTTPS://x", True), ("//x", True), ("a", False), ("#a", False)]
)
def test_where_a_link_leads_depends_on_its_page_unless_it_is_absolute(written: str, expected: bool) -> None:
    assert is_absolute(written) is expected
