"""/client/api: the files of templates, for pages that link to them and for editors who change them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import asyncpg
import httpx
import pytest

from tests.stack import Stack
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("site of the web host")

TEMPLATE = {
    "name": "Example of all files",
    "sharedSCSS": "$ink: #111;",
    "inlineSCSS": "body { color: $ink }",
    "inlineCSS": "body {\n  color: #111111;\n}",
    "externalSCSS": "p { margin: 0 }",
    "externalCSS": "p {\n  margin: 0px;\n}",
    "js": "const greeting = 'hello';\nwindow.greeted = greeting + '!';\n",
    "fonts": [{"family": "Own"}],
}


@pytest.fixture
def template(owner_client: httpx.Client) -> Iterator[dict[str, Any]]:
    answer = owner_client.post("/client/templates", json=TEMPLATE)
    assert answer.status_code == 201, answer.text
    yield answer.json()
    owner_client.delete(f"/client/templates/{answer.json()['id']}")


class TestPublicFiles:
    @pytest.mark.parametrize(
        ("name", "content_type", "text"),
        [
            ("css/inline", "text/css; charset=utf-8", "body{color:#111}"),
            ("css/external", "text/css; charset=utf-8", "p{margin:0}"),
            ("fonts", "application/json", '[{"family":"Own"}]'),
        ],
    )
    def test_are_made_small(
        self, host: httpx.Client, template: dict[str, Any], name: str, content_type: str, text: str
    ) -> None:
        answer = host.get(f"/client/api/templates/{template['id']}/{name}")
        assert (answer.status_code, answer.headers["content-type"], answer.text) == (200, content_type, text)

    def test_the_script_says_the_same_in_fewer_bytes(self, host: httpx.Client, template: dict[str, Any]) -> None:
        answer = host.get(f"/client/api/templates/{template['id']}/js/min")
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "window.greeted=" in answer.text
        assert len(answer.text) < len(TEMPLATE["js"])

    def test_are_good_for_ever_under_their_version_only(self, host: httpx.Client, template: dict[str, Any]) -> None:
        address = f"/client/api/templates/{template['id']}/css/external"
        assert "immutable" in host.get(f"{address}?v={template['version']}").headers["cache-control"]
        assert host.get(address).headers["cache-control"] == "no-cache"
        assert host.get(f"{address}?v=999999").headers["cache-control"] == "no-cache"

    def test_are_stored_with_the_template(self, stack: Stack, template: dict[str, Any]) -> None:
        async def stored() -> Any:
            connection = await asyncpg.connect(stack.service_dsn("content"))
            query = "SELECT minified FROM templates WHERE id = $1 AND minified_version = version"
            minified = await connection.fetchval(query, template["id"])
            await connection.close()
            return json.loads(minified)

        minified = asyncio.run(stored())
        assert (minified["inlineCSS"], minified["externalCSS"]) == ("body{color:#111}", "p{margin:0}")
        assert len(minified["js"]) < len(TEMPLATE["js"])

    def test_a_page_links_to_them(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any]
    ) -> None:
        page = create_page(owner_client, "Dressed otherwise", templateId=template["id"])
        text = host.get(page["url"]).text
        assert "body{color:#111}" in text
        for name in ("css/external", "js/min"):
            address = f"/api/client/api/templates/{template['id']}/{name}?v={template['version']}"
            assert f'"{address}"' in text
            assert host.get(address).status_code == 200
        assert owner_client.delete(f"/client/pages/{page['id']}").status_code == 204


class TestSources:
    @pytest.mark.parametrize(
        ("name", "field"),
        [("scss/shared", "sharedSCSS"), ("scss/inline", "inlineSCSS"), ("scss/external", "externalSCSS"), ("js", "js")],
    )
    def test_are_the_editors(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], name: str, field: str
    ) -> None:
        address = f"/client/api/templates/{template['id']}/{name}"
        refused = host.get(address)
        assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
        allowed = owner_client.get(address)
        assert (allowed.status_code, allowed.text) == (200, TEMPLATE[field])
        assert allowed.headers["cache-control"] == "no-store"


class TestUnknown:
    @pytest.mark.parametrize("id", ["0198c0de-0000-7000-8000-000000000000", "nonsense", "..%2f..%2fprivate"])
    def test_templates(self, host: httpx.Client, id: str) -> None:
        assert host.get(f"/client/api/templates/{id}/css/inline").status_code == 404

    @pytest.mark.parametrize(
        "path", ["", "x", "templates", "templates/a", "templates/a/css", "scss", "templates/a/__proto__"]
    )
    def test_addresses(self, host: httpx.Client, path: str) -> None:
        answer = host.get(f"/client/api/{path}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "route_not_found"

    def test_methods(self, host: httpx.Client) -> None:
        assert host.post("/client/api/templates/a/js").json()["code"] == "route_not_found"


class TestMinifying:
    ADDRESS = "/client/api/private/minified-templates"

    def test_is_for_content_alone(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        sources = {"inlineCSS": "", "externalCSS": "", "js": ""}
        refused = host.post(self.ADDRESS, json=sources)
        assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
        assert owner_client.post(self.ADDRESS, json=sources).status_code == 401
