"""/client/api: the files of templates, for pages that link to them and for editors who change them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from kit.identity import ServiceIdentity
from kit.keys import ServiceKeys
from tests.stack import Stack
from tests.web.seen import eventually
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("site of the web host")

TEMPLATE = {
    "name": "Example of all files",
    "sharedSCSS": "$ink: #111;",
    "inlineSCSS": "body { color: $ink }",
    "externalSCSS": "p {\n  margin: 0px;\n}",
    "js": "const greeting = 'hello';\nwindow.greeted = greeting + '!';\n",
    "fonts": [{"family": "Lora"}],
}


@pytest.fixture
def template(host: httpx.Client, owner_client: httpx.Client) -> Iterator[dict[str, Any]]:
    """One whose minified files are there: a busy machine makes them a while after its answer."""
    answer = owner_client.post("/client/templates", json=TEMPLATE)
    assert answer.status_code == 201, answer.text
    eventually(lambda: host.get(f"/client/api/templates/{answer.json()['id']}/js/min"), "window.greeted=")
    yield answer.json()
    owner_client.delete(f"/client/templates/{answer.json()['id']}")


class TestPublicFiles:
    @pytest.mark.parametrize(
        ("name", "content_type", "text"),
        [
            ("css/inline", "text/css; charset=utf-8", "body{color:#111}"),
            ("css/external", "text/css; charset=utf-8", "p{margin:0}"),
            ("fonts", "application/json", '[{"family":"Lora"}]'),
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

    def test_are_good_for_ever_under_their_hash_only(self, host: httpx.Client, template: dict[str, Any]) -> None:
        address = f"/client/api/templates/{template['id']}/css/external"
        digest = hashlib.sha256(b"p{margin:0}").digest()
        wanted = base64.urlsafe_b64encode(digest).decode()[:16]
        assert "immutable" in host.get(f"{address}?v={wanted}").headers["cache-control"]
        plain = host.get(address)
        assert plain.headers["cache-control"] == "no-cache"
        assert host.get(address, headers={"If-None-Match": plain.headers["etag"]}).status_code == 304
        assert host.get(f"{address}?v={template['version']}").headers["cache-control"] == "no-cache"

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
            start = re.escape(f'"/api/client/api/templates/{template["id"]}/{name}?v=')
            found = re.search(f'{start}[\\w-]{{16}}"', text)
            assert found
            assert "immutable" in host.get(found[0].strip('"')).headers["cache-control"]
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


@pytest.mark.parametrize("name", ["minified-templates", "compiled-templates"])
def test_compiling_for_storage_is_for_content_alone(
    stack: Stack, host: httpx.Client, owner_client: httpx.Client, name: str
) -> None:
    address = f"/client/api/private/{name}"
    sources = {"inlineCSS": "", "externalCSS": "", "js": ""}
    refused = host.post(address, json=sources)
    assert (refused.status_code, refused.json()["code"]) == (401, "token_invalid")
    assert owner_client.post(address, json=sources).status_code == 401
    token = ServiceIdentity(ServiceKeys(Path(stack.facts["keys"]), "cms"), "cms").token_for("web")
    refused = host.post(address, json=sources, headers={"Authorization": f"Bearer {token}"})
    assert (refused.status_code, refused.json()["code"]) == (403, "caller_not_allowed")
