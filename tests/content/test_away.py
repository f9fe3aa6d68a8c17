"""What stands in for every page while the web host is away."""

import pytest

from content.away import repository
from kit.testing import ServiceClient, Tokens
from tests.content.factory import put_site


@pytest.mark.parametrize("path", ["", "about/us", "cms-admin"])
class TestAway:
    async def test_visitors_read_a_page(self, client: ServiceClient, path: str) -> None:
        answer = await client.get(f"/client/internal/away/{path}", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
        assert answer.headers["Retry-After"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert '<meta name="robots" content="noindex">' in answer.text
        assert "<script" not in answer.text

    async def test_programs_read_a_problem(self, client: ServiceClient, path: str) -> None:
        answer = await client.get(f"/client/internal/away/{path}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (503, "site_away")
        assert answer.headers["Retry-After"]

    async def test_calls_read_a_problem_too(self, client: ServiceClient, path: str) -> None:
        for call in ("client/api", "ecom", "files"):
            answer = await client.delete(f"/client/internal/away/{call}/{path}", headers={"Accept": "text/html"})
            assert (answer.status_code, answer.json()["code"]) == (503, "site_away")

    async def test_who_asks_for_the_head_alone_reads_the_same_status(self, client: ServiceClient, path: str) -> None:
        answer = await client.head(f"/client/internal/away/{path}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


class TestLanguage:
    @pytest.mark.parametrize(
        ("tag", "language", "title"),
        [("de-AT", "de", "Gleich wieder da"), ("en", "en", "Back in a moment"), ("he", "en", "Back in a moment")],
    )
    async def test_is_the_site_s(
        self, client: ServiceClient, tokens: Tokens, tag: str, language: str, title: str
    ) -> None:
        await put_site(client, tokens, language=tag)
        text = await self.page(client)
        assert f'<html lang="{language}">' in text
        assert f"<h1>{title}</h1>" in text
        assert "$" not in text

    async def test_is_english_where_nobody_can_tell(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert '<html lang="en">' in await self.page(client)
        await put_site(client, tokens, language="de")
        monkeypatch.setattr(repository, "_LONGEST", 0)
        assert '<html lang="en">' in await self.page(client)

    async def page(self, client: ServiceClient) -> str:
        answer = await client.get("/client/internal/away/", headers={"Accept": "text/html"})
        assert answer.status_code == 503
        return answer.text


@pytest.mark.parametrize(
    ("status", "code"), [(413, "payload_too_large"), (503, "service_unreachable"), (504, "service_timed_out")]
)
@pytest.mark.parametrize("folder", ["", "/away/client/api"], ids=["of the host", "in the host's place"])
async def test_what_the_gateway_cannot_say_is_a_problem(
    client: ServiceClient, folder: str, status: int, code: str
) -> None:
    answer = await client.get(f"/client/internal{folder}/gateway-problems/{status}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
