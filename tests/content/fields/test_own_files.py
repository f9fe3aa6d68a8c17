"""Files of the library that are named with the site's own host."""

import pytest

from content.fields.clean import clean_fields
from content.fields.own_files import own_path

HOSTS = frozenset({"site.test", "site.test:8443"})


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("https://site.test/files/a.jpg", "/files/a.jpg"),
        ("http://SITE.test:80/files/a%20b/c.jpg?v=1&size=xs#x", "/files/a%20b/c.jpg?v=1&size=xs#x"),
        ("https://site.test:8443/files/a.jpg", "/files/a.jpg"),
        ("//site.test/files/a.jpg", "/files/a.jpg"),
        ("https://somebody@site.test/files/a.jpg", "/files/a.jpg"),
    ],
)
def test_a_file_of_the_library_is_named_by_its_path(address: str, path: str) -> None:
    assert own_path(address, HOSTS) == path


@pytest.mark.parametrize(
    "address",
    [
        "/files/a.jpg",
        "files/a.jpg",
        "https://other.test/files/a.jpg",
        "https://site.test.evil.test/files/a.jpg",
        "https://site.test:444/files/a.jpg",
        "https://site.test/elsewhere/files/a.jpg",
        "https://site.test/elsewhere?of=/files/a.jpg",
        "ftp://site.test/files/a.jpg",
        "https://[/files/a.jpg",
        "https://site.test:x/files/a.jpg",
    ],
)
def test_any_other_address_stays(address: str) -> None:
    assert own_path(address, HOSTS) == address


def test_of_a_text_its_images_alone_are_changed() -> None:
    link = '<a href="https://site.test/files/a.pdf">https://site.test/files/a.jpg</a>'
    html = f'<p>{link}<img src="https://site.test/files/a.jpg?v=1&amp;size=xs" alt="https://site.test/files/">'
    after = html.replace('src="https://site.test', 'src="')
    assert clean_fields("cms.text", {"content": f"{html}</p>"}, HOSTS).fields == {"content": f"{after}</p>"}
    assert clean_fields("cms.text", {"content": f"{html}</p>"}).fields == {"content": f"{html}</p>"}


def test_images_in_items_of_lists_are_changed_too() -> None:
    images = [{"image": {"address": f"https://{host}/files/a.jpg", "alt": "A"}} for host in ("site.test", "other.test")]
    [own, foreign] = clean_fields("cms.gallery", {"images": images}, HOSTS).fields["images"]
    assert own == {"image": {"address": "/files/a.jpg", "alt": "A"}}
    assert foreign == images[1]
