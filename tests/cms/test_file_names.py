"""What files and folders may be called, and what kind of content they have."""

import pytest

from cms.files.errors import NameInvalid
from cms.files.kinds import UNKNOWN, is_shown, kind_of
from cms.files.names import extension_of, file_name, folder_name, label_of, numbered, parents_of

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF"
HTML = b"<!doctype html><html><script>alert(1)</script>"
SVG = b'<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


class TestFileName:
    @pytest.mark.parametrize(
        ("given", "name"),
        [
            ("photo.jpg", "photo.jpg"),
            ("  two   words.txt ", "two words.txt"),
            ("line\nbreak\t.txt", "line break .txt"),
            ("A\u0308pfel.png", "\u00c4pfel.png"),
            ("invoice\u202egpj.exe", "invoicegpj.exe"),
            ("\u2066a\u2069\ufeff.txt", "a.txt"),
            ("end. . .", "end"),
            ("100% cotton.png", "100% cotton.png"),
            ("a%20b.png", "a%20b.png"),
            ("👩‍🚀.png", "👩‍🚀.png"),
            (".htaccess", ".htaccess"),
            ("console.log", "console.log"),
            ("x" * 255, "x" * 255),
        ],
    )
    def test_is_kept_or_cleaned(self, given: str, name: str) -> None:
        assert file_name(given) == name

    @pytest.mark.parametrize(
        "given",
        [
            *("", " ", ".", "..", "...", ". .", "\u202e", "../x", "a/b", "a\\b", "/etc/passwd", "..\\x"),
            *("%2e%2e", "%2E%2e%2Fx", "%252e%252e", "a%2fb", "a%5cb", "a%00.png", "%252fa"),
            *("a\0b", "a\x1bb", "a\x7fb", "a\u2028b", "\ud800"),
            *("CON", "con.txt", "Nul.tar.gz", "COM1", "lpt9.txt", "aux "),
            *("x" * 256, "ä" * 128, "x" * 300),
        ],
    )
    def test_is_refused(self, given: str) -> None:
        with pytest.raises(NameInvalid) as refusal:
            file_name(given)
        assert refusal.value.errors[0].field == "name"


class TestFolderName:
    @pytest.mark.parametrize(
        ("given", "name"),
        [
            ("images", "images"),
            (" / images // 2026 / ", "images/2026"),
            ("two   words/a  b", "two words/a b"),
            ("//a///b//", "a/b"),
            ("a \t\n b", "a b"),
        ],
    )
    def test_is_trimmed_and_collapsed(self, given: str, name: str) -> None:
        assert folder_name(given) == name

    @pytest.mark.parametrize(
        "given", ["", " ", "/", " / / ", "a/../b", "a/./b", "a/%2e%2e/b", "a/con", "/".join("a" * 21), "a/\0"]
    )
    def test_is_refused(self, given: str) -> None:
        with pytest.raises(NameInvalid):
            folder_name(given)

    def test_is_not_too_long_as_a_whole(self) -> None:
        assert len(folder_name("/".join(["x" * 199] * 5))) == 999
        with pytest.raises(NameInvalid):
            folder_name("/".join(["x" * 250] * 5))

    def test_has_parents_and_a_label(self) -> None:
        assert parents_of("a/b/c") == ["a", "a/b"]
        assert parents_of("a") == []
        assert (label_of("a/b/c"), label_of("a")) == ("c", "a")


class TestNumbered:
    @pytest.mark.parametrize(
        ("name", "number", "expected"),
        [
            ("photo.jpg", 2, "photo (2).jpg"),
            ("photo (2).jpg", 3, "photo (3).jpg"),
            ("README", 2, "README (2)"),
            (".htaccess", 2, ".htaccess (2)"),
            ("a.tar.gz", 2, "a.tar (2).gz"),
        ],
    )
    def test_has_a_number_before_the_extension(self, name: str, number: int, expected: str) -> None:
        assert numbered(name, number) == expected

    def test_stays_as_short_as_names_are(self) -> None:
        longest = numbered("ä" * 125 + ".jpeg", 17)
        assert longest.endswith("ä (17).jpeg")
        assert len(longest.encode()) <= 255
        assert file_name(longest) == longest

    @pytest.mark.parametrize("name", ["1." + "x" * 253, "1. " + "ä" * 126, "a." + "x" * 20 + "." + "y" * 230])
    def test_stays_so_where_a_dot_stands_early(self, name: str) -> None:
        assert file_name(name) == name
        longest = numbered(name, 2)
        assert longest.endswith(" (2)")
        assert longest.startswith(name[:200].rstrip("ä"))
        assert len(longest.encode()) <= 255
        assert file_name(longest) == longest

    def test_extensions(self) -> None:
        assert [extension_of(name) for name in ("a.JPG", "a.tar.gz", "a", ".b", "a.")] == ["jpg", "gz", "", "", ""]


class TestKinds:
    @pytest.mark.parametrize(
        ("name", "head", "kind"),
        [
            ("a.png", PNG, "image/png"),
            ("a.PNG", PNG, "image/png"),
            ("a.jpg", JPEG, "image/jpeg"),
            ("a.jpg", PNG, "image/png"),
            ("a.png", HTML, "text/html"),
            ("a.jpg", SVG, "image/svg+xml"),
            ("a.png", b"", UNKNOWN),
            ("a.png", b"plain words", UNKNOWN),
            ("a.svg", SVG, "image/svg+xml"),
            ("a.svg", b"  \n<svg onload='x'>", "image/svg+xml"),
            ("a.svg", HTML, "text/html"),
            ("a.gif", b"GIF89a<script>alert(1)</script>", "image/gif"),
            ("a.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "image/webp"),
            ("a.avif", b"\0\0\0\x1cftypavif", "image/avif"),
            ("a.mp4", b"\0\0\0\x1cftypisom", "video/mp4"),
            ("a.mov", b"\0\0\0\x14ftypqt  ", "video/quicktime"),
            ("a.mp3", b"ID3\x04", "audio/mpeg"),
            ("a.docx", b"PK\x03\x04\x14", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ("a.docx", b"MZ", UNKNOWN),
            ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/msword"),
            ("a.pdf", b"%PDF-1.7", "application/pdf"),
            ("a.txt", b"words", "text/plain"),
            ("a.txt", HTML, "text/plain"),
            ("a.txt", PNG, "image/png"),
            ("a.csv", b"a,b", "text/csv"),
            ("a.html", HTML, "text/html"),
            ("a.js", b"alert(1)", "text/javascript"),
            ("a", HTML, "text/html"),
            ("a", b"words", UNKNOWN),
            ("a.exe", b"MZ", UNKNOWN),
            ("a.woff2", b"wOF2", "font/woff2"),
        ],
    )
    def test_are_told_by_bytes_and_extension(self, name: str, head: bytes, kind: str) -> None:
        assert kind_of(name, head) == kind

    def test_of_what_browsers_may_show(self) -> None:
        shown = ["image/png", "image/svg+xml", "application/pdf", "text/plain", "video/mp4", "font/woff2"]
        assert all(is_shown(kind) for kind in shown)
        run = ["text/html", "text/javascript", "application/xml", "application/xhtml+xml", "text/css", UNKNOWN]
        assert not any(is_shown(kind) for kind in run)
