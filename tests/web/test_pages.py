"""What visitors get: the document, its headers, and the right status wherever something is amiss."""

from __future__ import annotations

import gzip
import re
import socket
import uuid
from urllib.parse import urlsplit

import httpx
import pytest

from tests.stack import Stack
from tests.whole.page_calls import create_page, element_of, first_text, put_actions, render, set_text

pytestmark = pytest.mark.xdist_group("site of the web host")

HOSTILE = [
    "/%",
    "/%zz",
    "/%ff",
    "/%ED%A0%80",
    "/a%00b",
    "/a%0d%0aSet-Cookie:x=1",
    "/..",
    "/a/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/a%5C..%5Cb",
    "/" + "x" * 3000,
    "/" + "%C3%B6" * 400,
    "/a//b",
    "//evil.example/a",
    "/assets/../server/main.ts",
    "/?" + "q" * 8000,
]


class TestDocument:
    def test_reads_without_a_script(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        page = create_page(owner_client, "Boats we build", meta={"description": "Three of them."})
        state = render(owner_client, page["url"])
        assert put_actions(
            owner_client, state, [set_text(first_text(state), "<h1>Boats</h1><p>Tern & Skua</p>")]
        ).is_success
        answer = host.get(page["url"])
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<title>Boats we build \u2013 Example</title>" in answer.text
        assert '<meta name="description" content="Three of them."/>' in answer.text
        assert "<h1>Boats</h1><p>Tern &amp; Skua</p>" in element_of(answer.text, first_text(state))

    def test_canonical_address_is_the_sites_own_whatever_host_was_asked(self, host: httpx.Client, stack: Stack) -> None:
        text = host.get("/", headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"}).text
        assert f'<link rel="canonical" href="{stack.base_url}/"/>' in text
        assert "evil.example" not in text

    def test_holds_no_script_of_its_own(self, host: httpx.Client) -> None:
        scripts = re.findall(r"<script([^>]*)>([^<]*)", host.get("/").text)
        assert [(('type="module"' in attributes), body) for attributes, body in scripts] == [(True, "")]

    def test_names_only_files_that_are_there(self, host: httpx.Client) -> None:
        text = host.get("/").text
        files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', text) + re.findall(r'url\("?(/assets/[^")]+)', text)
        assert files
        for file in files:
            assert host.get(file).status_code == 200, file


class TestHeaders:
    def test_browsers_ask_each_time_and_are_told_when_nothing_changed(self, host: httpx.Client) -> None:
        first = host.get("/")
        assert first.headers["cache-control"] == "public, max-age=0, s-maxage=1"
        assert set(first.headers["vary"].split(", ")) == {"Cookie", "Authorization", "Accept-Encoding"}
        again = host.get("/", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]

    @pytest.mark.parametrize("encoding", ["identity", "gzip"])
    def test_each_encoding_has_its_own_tag_and_the_same_text(self, host: httpx.Client, encoding: str) -> None:
        plain = host.get("/", headers={"Accept-Encoding": "identity"})
        answer = host.get("/", headers={"Accept-Encoding": encoding})
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert answer.text == plain.text
        assert (answer.headers["etag"] == plain.headers["etag"]) is (encoding == "identity")

    def test_head_is_the_same_without_the_body(self, host: httpx.Client) -> None:
        full, head = host.get("/"), host.head("/")
        assert head.content == b""
        assert head.headers["etag"] == full.headers["etag"]

    def test_built_files_are_good_for_ever(self, host: httpx.Client) -> None:
        script = re.search(r'src="(/assets/visitor[^"]+)"', host.get("/").text)
        assert script
        answer = host.get(script[1], headers={"Accept-Encoding": "br"})
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-encoding"] == "br"

    def test_the_request_id_comes_back_and_one_is_made_where_none_is_given(self, host: httpx.Client) -> None:
        given = {"X-Request-Id": "abcdef-0123456789"}
        for url in ("/", "/nothing-is-here", "/client/api/unknown"):
            assert host.get(url, headers=given).headers["x-request-id"] == given["X-Request-Id"]
        odd = host.get("/nothing-is-here", headers={"X-Request-Id": "<odd>"})
        assert re.fullmatch(r"[0-9a-f]{32}", odd.headers["x-request-id"])

    @pytest.mark.parametrize(
        ("method", "target"),
        [
            *(
                ("GET", target)
                for target in ("/", "/?safe=1", "/no-such-page", "/%ff", "//", "/error/500", "/cms-login")
            ),
            *(
                ("GET", target)
                for target in ("/robots.txt", "/sitemap.xml", "/feed.xml", "/healthz", "/assets/icon-1.svg")
            ),
            *(("GET", target) for target in ("/assets/none.js", "/client/api/unknown", "/cms-setup")),
            *(("PUT", "/"), ("POST", "/"), ("HEAD", "/"), ("DELETE", "/client/api/cache")),
        ],
    )
    def test_every_answer_says_where_its_time_went(self, host: httpx.Client, method: str, target: str) -> None:
        _, headers, _ = raw_get(host, target, method)
        assert re.search(r"total;dur=[0-9.]+$|^cache;desc=hit$", headers["server-timing"])

    def test_so_does_what_has_not_changed(self, host: httpx.Client) -> None:
        first = host.get("/")
        again = host.get("/", headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304
        assert "server-timing" in again.headers


class TestStatus:
    def test_a_wrong_address_gets_the_sites_own_page_with_404(self, host: httpx.Client) -> None:
        answer = host.get("/no-such-page")
        assert answer.status_code == 404
        assert "404 Page Not Found" in answer.text
        assert "pw-menu" in answer.text
        assert '<meta name="robots" content="noindex"/>' in answer.text

    def test_a_status_without_a_page_gets_the_catalogues_words_in_the_sites_frame(self, host: httpx.Client) -> None:
        answer = host.get("/%ff")
        assert answer.status_code == 400
        assert "400 Bad Request" in answer.text
        assert "Your browser sent a request that the server could not understand." in answer.text
        assert "pw-menu" in answer.text

    def test_a_page_that_only_some_may_see(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        page = create_page(owner_client, "Members", config={"scopeWhitelist": ["editor"]})
        answer = host.get(page["url"])
        assert answer.status_code == 401
        assert "You are not authorized to view this page." in answer.text
        assert "Members" not in answer.text

    def test_error_pages_say_what_they_are_also_when_opened_directly(self, host: httpx.Client) -> None:
        assert host.get("/error/404").status_code == 404
        assert host.get("/error/500").status_code == 500

    @pytest.mark.parametrize(
        ("target", "location"), [("/error/404/?a=1", "/error/404?a=1"), ("//", "/"), ("/a///b/", "/a/b")]
    )
    def test_other_spellings_lead_to_the_one_address(self, host: httpx.Client, target: str, location: str) -> None:
        status, headers, _ = raw_get(host, target)
        assert (status, headers["location"]) == (301, location)

    @pytest.mark.parametrize(
        ("destination", "location"),
        [("/to#a?b", "/to?q=1#a?b"), ("/to?own=1#a", "/to?own=1#a"), ("/to", "/to?q=1")],
    )
    def test_a_redirect_takes_the_query_along_unless_it_has_its_own(
        self, host: httpx.Client, owner_client: httpx.Client, destination: str, location: str
    ) -> None:
        source = f"/left-{uuid.uuid4().hex}"
        made = owner_client.post("/cms/url-maps", json={"source": source, "destination": destination})
        assert made.status_code == 201, made.text
        assert host.get(f"{source}?q=1").headers["location"] == location

    @pytest.mark.parametrize(
        ("destination", "location"),
        [
            ("https://other.example/x", "https://other.example/x#"),
            ("https://other.example/x#there", "https://other.example/x#there"),
            ("/x", "/x"),
        ],
    )
    @pytest.mark.parametrize("search", ["", "?q=1"])
    def test_a_redirect_to_another_site_leaves_the_fragment_here(
        self, host: httpx.Client, owner_client: httpx.Client, destination: str, location: str, search: str
    ) -> None:
        """Emails to members have a secret there, and browsers hand it on to an address without one of its own."""
        source = f"/left-{uuid.uuid4().hex}"
        made = owner_client.post("/cms/url-maps", json={"source": source, "destination": destination})
        assert made.status_code == 201, made.text
        path, mark, fragment = location.partition("#")
        assert host.get(f"{source}{search}").headers["location"] == path + search + mark + fragment

    @pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
    def test_pages_are_only_read(self, host: httpx.Client, method: str) -> None:
        answer = host.request(method, "/")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "GET, HEAD, POST"
        assert answer.json()["code"] == "method_not_allowed"

    @pytest.mark.parametrize("target", HOSTILE)
    def test_whatever_is_asked_the_host_answers_and_goes_on(self, host: httpx.Client, target: str) -> None:
        status, headers, _ = raw_get(host, target)
        assert status in {200, 301, 400, 404}
        assert not headers.get("location", "/").startswith("//")
        assert "set-cookie" not in headers
        assert host.get("/healthz").json()["status"] == "ok"

    def test_what_is_no_http_is_refused(self, stack: Stack, host: httpx.Client) -> None:
        parts = urlsplit(stack.urls["web"])
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=10) as connection:
            connection.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 400")
        assert host.get("/healthz").status_code == 200


class TestSearchEngines:
    def test_robots_txt_names_the_sitemap_and_hides_the_screens(self, host: httpx.Client, stack: Stack) -> None:
        lines = host.get("/robots.txt").text.splitlines()
        assert f"Sitemap: {stack.base_url}/sitemap.xml" in lines
        assert "Disallow: /cms-admin" in lines

    def test_the_sitemap_lists_what_anybody_may_see_and_find(
        self, host: httpx.Client, owner_client: httpx.Client, stack: Stack
    ) -> None:
        open_page = create_page(owner_client, "Found & listed")
        hidden = create_page(owner_client, "Not listed", config={"noIndex": True})
        secret = create_page(owner_client, "Secret", config={"scopeWhitelist": ["editor"]})
        answer = host.get("/sitemap.xml")
        assert answer.headers["content-type"].startswith("application/xml")
        assert f"<loc>{stack.base_url}{open_page['url']}</loc>" in answer.text
        assert hidden["url"] not in answer.text
        assert secret["url"] not in answer.text
        assert "/error/" not in answer.text


def raw_get(client: httpx.Client, target: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """GET a target as it is: httpx would tidy it first."""
    base = client.base_url
    with socket.create_connection((base.host, base.port or 80), timeout=30) as connection:
        request = f"{method} {target} HTTP/1.1\r\nHost: {base.host}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode("latin-1"))
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, body


class TestWeight:
    def test_of_a_page_stays_within_its_bytes(self, host: httpx.Client) -> None:
        html = host.get("/").text
        script = re.search(r'src="(/assets/visitor[^"]+)"', html)
        assert script
        styles = "".join(re.findall(r"<style[^>]*>(.*?)</style>", html, re.DOTALL))
        assert len(gzip.compress(host.get(script[1]).content)) < 4.25 * 1024
        assert len(gzip.compress(styles.encode())) < 12 * 1024
        assert len(gzip.compress(html.encode())) < 16 * 1024
