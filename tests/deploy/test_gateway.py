"""The gateway's table, its headers and its limits."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from deploy.local.settings import ROOT
from tests.deploy.conftest import READ_SECONDS
from tests.whole.raw_http import send

TEN_MEGABYTES = 10 * 1024 * 1024


class TestRoutes:
    @pytest.mark.parametrize(
        ("path", "part"),
        [
            ("/auth/tokens", "auth"),
            ("/cms/layouts", "content"),
            ("/cms/layouts/1/node-data", "content"),
            ("/cms/blog/posts/filters/page", "content"),
            ("/cms/plugins/unused", "content"),
            ("/cms/url-maps", "content"),
            ("/cms/search", "content"),
            ("/cms/config", "cms"),
            ("/cms/layouts-of-mine", "cms"),
            ("/cms/internal/health", "cms"),
            ("/crm/enquiries/1", "crm"),
            ("/client/api/cache", "web"),
            ("/client/page-render", "content"),
            ("/files/a.svg", "cms"),
        ],
    )
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_goes_to_its_owner_with_and_without_api(
        self, echoing_gateway: httpx.Client, method: str, path: str, part: str
    ) -> None:
        for prefix in ("", "/api"):
            told = echoing_gateway.request(method, f"{prefix}{path}?x=1").json()
            assert (told["part"], told["path"]) == (part, f"{path}?x=1")

    @pytest.mark.parametrize(
        ("method", "path", "part"),
        [
            ("PUT", "/client/api/templates/1", "web"),
            ("POST", "/client/api/scss", "web"),
            ("PUT", "/client/templates/1", "content"),
            ("POST", "/client/templates/1/revisions/2/restore", "content"),
        ],
    )
    def test_a_call_that_may_take_longer_goes_to_its_owner_too(
        self, echoing_gateway: httpx.Client, method: str, path: str, part: str
    ) -> None:
        for prefix in ("", "/api"):
            told = echoing_gateway.request(method, f"{prefix}{path}").json()
            assert (told["part"], told["path"]) == (part, path)

    @pytest.mark.parametrize(
        "path", ["/", "/about/us", "/cms-admin", "/cms-login", "/cms", "/authors", "/apiary", "/private/site"]
    )
    def test_all_else_is_a_page(self, echoing_gateway: httpx.Client, path: str) -> None:
        told = echoing_gateway.get(path).json()
        assert (told["part"], told["path"]) == ("web", path)

    def test_names_of_folders_may_have_encoded_slashes(self, echoing_gateway: httpx.Client) -> None:
        told = echoing_gateway.get("/cms/file-entities/a%2Fb%20c").json()
        assert (told["part"], told["path"]) == ("cms", "/cms/file-entities/a%2Fb%20c")

    def test_no_page_lives_under_api(self, echoing_gateway: httpx.Client) -> None:
        assert echoing_gateway.get("/api/about").json()["part"] == "content"

    def test_private_addresses_of_services_are_out_of_reach(self, echoing_gateway: httpx.Client) -> None:
        for path in ("/private/site", "/client/../private/site", "/client/%2e%2e/private/site", "//private/site"):
            told = echoing_gateway.get(f"http://{echoing_gateway.base_url.netloc.decode()}{path}").json()
            assert told["part"] == "web", path
        told = echoing_gateway.get("/api/private/site").json()
        assert told["path"] == "/api/private/site"


class TestHeaders:
    def test_every_answer_is_guarded(self, echoing_gateway: httpx.Client) -> None:
        for path in ("/", "/auth/tokens", "/files/a.svg"):
            headers = echoing_gateway.get(path).headers
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["X-Frame-Options"] == "SAMEORIGIN"
            assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
            assert headers["Strict-Transport-Security"].startswith("max-age=")
            assert "camera=()" in headers["Permissions-Policy"]

    def test_the_security_page_names_them_all(self, echoing_gateway: httpx.Client) -> None:
        page = (ROOT / "docs" / "security.md").read_text()
        table = dict(re.findall(r"^\| `([\w-]+)` \| `([^`]+)` \|", page, re.MULTILINE))
        headers = echoing_gateway.get("/auth/tokens").headers
        assert len(table) == 7
        for name, value in table.items():
            assert headers[name].startswith(value.removesuffix("…").strip("; ")), name

    def test_scripts_come_from_the_site_alone(self, echoing_gateway: httpx.Client) -> None:
        policy = echoing_gateway.get("/auth/tokens").headers["Content-Security-Policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == rules["script-src"] == rules["base-uri"] == "'self'"
        assert rules["object-src"] == "'none'"

    def test_files_and_pages_keep_the_policy_that_they_come_with(self, echoing_gateway: httpx.Client) -> None:
        for path in ("/files/a.svg", "/", "/about"):
            assert "Content-Security-Policy" not in echoing_gateway.get(path).headers, path

    def test_the_request_id_passes_through(self, echoing_gateway: httpx.Client) -> None:
        told = echoing_gateway.get("/about", headers={"X-Request-Id": "0123456789abcdef"}).json()
        assert told["headers"]["x-request-id"] == "0123456789abcdef"

    def test_nobody_says_where_they_come_from_unless_trusted(self, echoing_gateway: httpx.Client) -> None:
        claims = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        told = echoing_gateway.get("/auth/tokens", headers=claims).json()["headers"]
        assert told["x-forwarded-for"] == "127.0.0.1"
        assert told["x-forwarded-proto"] == "http"
        assert told["x-forwarded-host"] == echoing_gateway.base_url.netloc.decode()
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=60) as proxy:
            told = proxy.get(f"{echoing_gateway.base_url}/auth/tokens", headers=claims).json()["headers"]
        assert told["x-forwarded-for"] == "192.0.2.1, 127.0.0.2"
        assert told["x-forwarded-proto"] == "https"


class TestLimits:
    def test_a_write_ends_at_ten_megabytes(self, echoing_gateway: httpx.Client) -> None:
        assert echoing_gateway.put("/client/pages/1", content=bytes(TEN_MEGABYTES)).json()["body"] == TEN_MEGABYTES
        refused = echoing_gateway.put("/client/pages/1", content=bytes(TEN_MEGABYTES + 1))
        assert refused.status_code == 413
        assert refused.json()["path"] == "/client/api/gateway-problems/413"
        refused = echoing_gateway.put("/cms/config/1", content=bytes(TEN_MEGABYTES + 1))
        assert (refused.json()["part"], refused.json()["path"]) == ("web", "/client/api/gateway-problems/413")

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("POST", "/cms/files"),
            ("PUT", "/cms/files/1/content"),
            ("PATCH", "/cms/uploads/1"),
            ("PATCH", "/cms/backups/uploads/1"),
        ],
    )
    def test_uploads_are_counted_by_their_service(self, echoing_gateway: httpx.Client, method: str, path: str) -> None:
        told = echoing_gateway.request(method, path, content=bytes(TEN_MEGABYTES + 1)).json()
        assert (told["part"], told["body"]) == ("cms", TEN_MEGABYTES + 1)


class TestBrokenBodies:
    @pytest.mark.parametrize("path", ["/auth/fails", "/cms/files?fails=/fails", "/fails"])
    def test_a_services_own_failure_stays_its_own(self, echoing_gateway: httpx.Client, path: str) -> None:
        for body in (b"whole", iter([b"in ", b"chunks"])):
            answer = echoing_gateway.post(path, content=body)
            assert (answer.status_code, answer.json()["path"]) == (500, path)

    def test_it_is_said_while_the_service_is_away(self, echoing_gateway: httpx.Client) -> None:
        address = f"http://127.0.0.1:{echoing_gateway.base_url.port}"
        headers = {"Transfer-Encoding": "chunked"}
        answer = send(address, "/ecom/orders", method="POST", headers=headers, body=iter([b"ZZ\r\n"]))
        assert (answer.status, answer.code) == (400, "body_broken")


class TestPatience:
    """A request has to be whole in its time; an answer may take longer."""

    @pytest.mark.parametrize(
        "beginning",
        [
            b"GET / HTTP/1.1\r\nHost: example.org\r\n",
            b"PUT /client/pages/1 HTTP/1.1\r\nHost: example.org\r\nContent-Length: 100000\r\n\r\n",
            b"POST /cms/files HTTP/1.1\r\nHost: example.org\r\nContent-Length: 100000\r\n\r\n",
        ],
        ids=["headers", "body", "upload"],
    )
    def test_who_sends_too_slowly_is_cut_off(self, impatient_gateway: httpx.Client, beginning: bytes) -> None:
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", impatient_gateway.base_url.port or 0)) as sender:
            sender.sendall(beginning)
            sender.settimeout(0.2)
            answer = None
            while answer is None:
                assert time.monotonic() - began < 30 * READ_SECONDS, "it was let go on"
                with suppress(TimeoutError):
                    answer = self._after_one_more(sender)
        assert b" 200 " not in answer
        # For its slowness, and not for what it asks.
        assert time.monotonic() - began > READ_SECONDS - 1

    @staticmethod
    def _after_one_more(sender: socket.socket) -> bytes:
        """What is answered to one more byte; nothing to a connection that is over. TimeoutError when nothing comes."""
        try:
            sender.sendall(b"a")
            return sender.recv(1000)
        except ConnectionError:
            return b""

    def test_an_answer_may_go_on_for_longer(self, impatient_gateway: httpx.Client) -> None:
        began = time.monotonic()
        assert impatient_gateway.get("/client/stream").text.endswith("data: over\n\n")
        assert time.monotonic() - began > READ_SECONDS

    def test_the_largest_body_takes_its_time(self, echoing_gateway: httpx.Client) -> None:
        parts = 4

        def slowly() -> Iterator[bytes]:
            for _ in range(parts):
                time.sleep(READ_SECONDS / (4 * parts))
                yield bytes(TEN_MEGABYTES // parts)

        length = {"Content-Length": str(TEN_MEGABYTES)}
        sent = echoing_gateway.put("/client/pages/1", content=slowly(), headers=length)
        assert sent.json()["body"] == TEN_MEGABYTES


class TestFailures:
    def test_a_service_that_is_away_is_told_as_a_problem_by_the_web_host(self, echoing_gateway: httpx.Client) -> None:
        for method, path in (("GET", "/ecom/orders"), ("POST", "/ecom/orders"), ("POST", "/ecom/imports/1")):
            answer = echoing_gateway.request(method, path)
            assert answer.status_code == 503
            told = answer.json()
            assert (told["part"], told["path"]) == ("web", "/client/api/gateway-problems/503")

    def test_and_by_content_while_there_is_no_web_host(self, gateway_without_web_and_ecom: httpx.Client) -> None:
        until = time.monotonic() + 60
        # The gateway asks for the host's health now and then.
        while not (answer := gateway_without_web_and_ecom.post("/ecom/orders")).text.startswith("{"):
            assert time.monotonic() < until
        told = answer.json()
        expected = ("content", "/client/internal/away/client/api/gateway-problems/503")
        assert (answer.status_code, (told["part"], told["path"])) == (503, expected)

    def test_without_a_web_host_every_page_is_one_of_contents(self, gateway_without_web: httpx.Client) -> None:
        for path in ("/", "/about/us?x=1", "/cms-admin"):
            until = time.monotonic() + 60
            # The gateway asks for the host's health now and then.
            while (answer := gateway_without_web.get(path)).status_code != 200:
                assert time.monotonic() < until
            told = answer.json()
            assert told["part"] == "content"
            assert told["path"] == f"/client/internal/away{path}"

    @pytest.mark.parametrize("prefix", ["", "/api"])
    def test_without_a_web_host_its_calls_are_problems_of_contents(
        self, gateway_without_web: httpx.Client, prefix: str
    ) -> None:
        until = time.monotonic() + 90
        while (answer := gateway_without_web.delete(f"{prefix}/client/api/cache")).status_code != 200:
            # Before the gateway has noticed.
            assert (answer.status_code, answer.json()["path"]) == (503, "/client/internal/gateway-problems/503")
            assert time.monotonic() < until
        told = answer.json()
        assert (told["part"], told["path"]) == ("content", "/client/internal/away/client/api/cache")

    def test_who_asked_a_web_host_that_hangs_gets_contents_page_in_the_end(
        self, impatient_gateway: httpx.Client
    ) -> None:
        answer = impatient_gateway.get("/hangs/for-ever?x=1", headers={"Accept": "application/json"})
        assert answer.status_code == 503
        told = answer.json()
        assert (told["part"], told["path"]) == ("content", "/client/internal/away/")
        assert told["headers"]["accept"] == "application/json"

    def test_its_calls_are_problems_then(self, impatient_gateway: httpx.Client) -> None:
        answer = impatient_gateway.get("/client/api/hangs")
        assert answer.status_code == 504
        assert answer.json()["path"] == "/client/internal/gateway-problems/504"
