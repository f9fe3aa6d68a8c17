"""Writing templates, from what an editor sends to what a visitor's page has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.auth.programs import OWN, carrying, form
from tests.stack import Stack
from tests.web.seen import eventually
from tests.whole.accounts import logged_in, owner_session
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("site of the web host")

TEMPLATE = {
    "name": "Example that is saved",
    "sharedSCSS": "$ink: #111;",
    "inlineSCSS": "body { color: $ink; b & { margin: 0 } }",
    "js": "window.greeted = 1;",
}


@pytest.fixture
def template(host: httpx.Client, owner_client: httpx.Client) -> Iterator[dict[str, Any]]:
    """One whose minified files are there: a busy machine makes them a while after its answer."""
    answer = owner_client.post("/client/templates", json=TEMPLATE)
    assert answer.status_code == 201, answer.text
    eventually(lambda: host.get(f"/client/api/templates/{answer.json()['id']}/js/min"), "window.greeted=1")
    yield answer.json()
    owner_client.delete(f"/client/templates/{answer.json()['id']}")


@pytest.fixture
def page(owner_client: httpx.Client, template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    page = create_page(owner_client, "Dressed by a template", templateId=template["id"])
    yield page
    owner_client.delete(f"/client/pages/{page['id']}")


def scss(field: str, source: str) -> dict[str, Any]:
    return {"name": f"TEMPLATE_SET_{field}_SCSS", "meta": {"scss": source}}


def save(client: httpx.Client, template: dict[str, Any], *actions: object) -> httpx.Response:
    return client.put(
        f"/api/client/api/templates/{template['id']}",
        json={"actions": actions},
        headers={"If-Match": f'"{template["version"]}"'},
    )


def problem_of(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


class TestSaving:
    def test_a_program_saves_with_an_api_token(self, stack: Stack, template: dict[str, Any]) -> None:
        with owner_session(stack) as owner:
            token = owner.post(OWN, json=form("admin")).raise_for_status().json()
            with httpx.Client(base_url=stack.base_url, headers=carrying(token), timeout=30) as program:
                saved = save(program, template, scss("INLINE", "p { color: $ink }"))
            owner.delete(f"{OWN}/{token['id']}").raise_for_status()
        assert (saved.status_code, saved.json()["inlineCSS"]) == (200, "p {\n  color: #111;\n}")

    def test_a_visitors_page_has_the_new_look(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], page: dict[str, Any]
    ) -> None:
        assert "body{color:#111}b body{margin:0}" in host.get(page["url"]).text
        actions = [
            scss("SHARED", "nonsense {"),
            scss("SHARED", "$ink: #222; $gap: 1px * 4;"),
            scss("EXTERNAL", "p { margin: $gap }"),
            {"name": "TEMPLATE_SET_JS", "meta": {"js": "window.greeted = 2;"}},
            {"name": "TEMPLATE_SET_FONTS", "meta": {"fonts": '["Lora"]'}},
        ]
        saved = save(owner_client, template, *actions)
        assert saved.status_code == 200, saved.text
        assert saved.headers["etag"] == f'"{saved.json()["version"]}"'
        assert saved.json()["inlineCSS"].startswith("body {\n  color: #222;")
        text = eventually(lambda: host.get(page["url"]), "body{color:#222}b body{margin:0}").text
        linked = dict(re.findall(r'"(/api/client/api/templates/[\w-]+/(?:css|js)/(\w+)\?v=[\w-]{16})"', text)[::-1])
        files = {name: host.get(address) for address, name in linked.items()}
        assert (files["external"].text, "=2" in files["min"].text) == ("p{margin:4px}", True)
        assert all("immutable" in file.headers["cache-control"] for file in files.values())
        [font, *_] = re.findall(r'url\("(/assets/fonts/lora-latin-normal[^"]+)"\)', text)
        served = host.get(font)
        assert (served.headers["content-type"], "immutable" in served.headers["cache-control"]) == ("font/woff2", True)

    def test_a_fault_is_refused_with_its_place_and_loses_nothing(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], page: dict[str, Any]
    ) -> None:
        broken = save(owner_client, template, scss("INLINE", "a {\n  color: $pink\n}"), scss("EXTERNAL", "p {"))
        assert problem_of(broken) == (422, "template_not_compiled")
        faults = [(each["field"], each["line"], each["column"]) for each in broken.json()["faults"]]
        assert faults[0] == ("inlineSCSS", 2, 10)
        assert {field for field, _, _ in faults} == {"inlineSCSS", "externalSCSS"}
        assert broken.json()["errors"][0]["detail"] == "Line 2, column 10: Undefined variable."
        address = f"/client/templates/{template['id']}"
        # How many pages have it is another test's doing.
        kept = {**owner_client.get(address).json(), "pageCount": template["pageCount"]}
        assert kept == template
        assert "body{color:#111}" in host.get(page["url"]).text
        # Nor do CSS and SCSS come apart where the whole of it is replaced.
        whole = {**template, "inlineSCSS": "i { margin: 0 }", "inlineCSS": "b{}"}
        assert owner_client.put(address, json=whole).json()["inlineCSS"] == "i {\n  margin: 0;\n}"

    @pytest.mark.parametrize(
        ("fonts", "field"),
        [
            ('"Lora"', "fonts"),
            ("[{", "fonts"),
            ("Lora", "fonts"),
            (["Lora"] * 51, "fonts"),
            (["x" * 2_000_000], "fonts"),
            ([{"family": "Brand", "src": "https://fonts.example/a.woff2"}], "fonts.0.src"),
            (["Lora", "Comic Neue"], "fonts.1"),
        ],
    )
    def test_fonts_that_mean_nothing(
        self, owner_client: httpx.Client, template: dict[str, Any], fonts: object, field: str
    ) -> None:
        answer = save(owner_client, template, {"name": "TEMPLATE_SET_FONTS", "meta": {"fonts": fonts}})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"].startswith(field)

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "actions"),
            ({"actions": "x"}, "actions"),
            ({"actions": [{"name": "TEMPLATE_SET_JS", "meta": {"js": 7}}]}, "actions.0.meta.js"),
            ({"actions": [None]}, "actions.0.name"),
            ({"actions": [{"name": "__proto__", "meta": {}}]}, "actions.0.name"),
            ({"actions": [], "id": "x"}, "id"),
            ([], ""),
        ],
    )
    def test_what_is_no_list_of_actions(
        self, owner_client: httpx.Client, template: dict[str, Any], body: object, field: str
    ) -> None:
        answer = owner_client.put(f"/client/api/templates/{template['id']}", json=body)
        assert problem_of(answer) == (422, "validation_failed")
        assert answer.json()["errors"][0]["field"] == field

    def test_who_may_and_on_which_version(
        self, stack: Stack, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any]
    ) -> None:
        action = scss("INLINE", "a { margin: 0 }")
        script = {"name": "TEMPLATE_SET_JS", "meta": {"js": "alert(1)"}}
        assert problem_of(save(host, template, action)) == (401, "unauthorized")
        with logged_in(stack, "editor") as editor:
            assert problem_of(save(editor, template, action)) == (403, "scope_missing")
        with logged_in(stack, "admin") as admin:
            assert problem_of(save(admin, template, script)) == (403, "template_script_needs_super")
            assert save(admin, template, action).status_code == 200
        assert problem_of(save(owner_client, template, action)) == (412, "precondition_failed")
        address = f"/client/api/templates/{template['id']}"
        unversioned = owner_client.put(address, json={"actions": [action]})
        assert problem_of(unversioned) == (428, "precondition_required")
        any_version = owner_client.put(address, json={"actions": [action]}, headers={"If-Match": "*"})
        assert any_version.status_code == 200
        foreign = {"Origin": "https://elsewhere.example", "If-Match": "*"}
        refused = owner_client.put(address, json={"actions": [action]}, headers=foreign)
        assert problem_of(refused) == (403, "origin_mismatch")
        missing = owner_client.put(f"{address[:-8]}00000000", json={"actions": [action]})
        assert problem_of(missing) == (404, "template_not_found")

    def test_an_earlier_state_comes_back(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], page: dict[str, Any]
    ) -> None:
        saved = save(owner_client, template, scss("INLINE", "body { color: red }")).json()
        eventually(lambda: host.get(page["url"]), "body{color:red}")
        history = f"/client/templates/{template['id']}/revisions"
        first = owner_client.get(history).json()["results"][-1]
        restored = owner_client.post(f"{history}/{first['id']}/restore", headers={"If-Match": f'"{saved["version"]}"'})
        assert restored.json()["inlineSCSS"] == TEMPLATE["inlineSCSS"]
        eventually(lambda: host.get(page["url"]), "body{color:#111}")


class TestHostileSources:
    def test_css_cannot_end_its_element(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], page: dict[str, Any]
    ) -> None:
        source = 'a::after { content: "</style><script>alert(1)</script>" } /*! </style><b> */'
        assert save(owner_client, template, scss("INLINE", source)).status_code == 200
        text = host.get(page["url"]).text
        assert "alert(1)" in text
        assert "</style><script>alert" not in text
        assert "</style><b>" not in text

    @pytest.mark.parametrize(
        "css", ["@import url(http://elsewhere.example/a.css);", '@\\69mport "http://elsewhere.example";']
    )
    def test_css_that_is_served_as_it_was_written_imports_nothing(
        self, owner_client: httpx.Client, template: dict[str, Any], css: str
    ) -> None:
        plain = {**template, "inlineSCSS": "", "inlineCSS": f"a {{ margin: 0 }}\n{css}"}
        refused = owner_client.put(f"/client/templates/{template['id']}", json=plain)
        assert problem_of(refused) == (422, "template_not_compiled")
        [place] = [(each["field"], each["line"], each["column"]) for each in refused.json()["faults"]]
        assert place == ("inlineCSS", 2, 1)

    def test_a_script_is_never_part_of_the_page(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any], page: dict[str, Any]
    ) -> None:
        source = "window.x = '</script><b id=out>'; // </script>"
        action = {"name": "TEMPLATE_SET_JS", "meta": {"js": source}}
        assert save(owner_client, template, action).status_code == 200
        assert "id=out" not in host.get(page["url"]).text
        served = host.get(f"/client/api/templates/{template['id']}/js/min")
        assert (served.headers["content-type"], "id=out" in served.text) == ("text/javascript; charset=utf-8", True)


class TestPreview:
    ADDRESS = "/api/client/api/scss"

    def test_compiles_and_stores_nothing(self, owner_client: httpx.Client, template: dict[str, Any]) -> None:
        body = {"sharedSCSS": "$c: red;", "mainSCSS": "a { color: $c }", "colourBlindMethod": "achromatopsia"}
        seen = owner_client.post(self.ADDRESS, json=body)
        assert (seen.status_code, seen.json()) == (200, {"css": "a {\n  color: #7f7f7f;\n}", "warnings": []})
        # Without a shared source the template's own counts.
        own = {"templateId": template["id"], "mainSCSS": "a { color: $ink }", "colourBlindMethod": None}
        assert owner_client.post(self.ADDRESS, json=own).json()["css"] == "a {\n  color: #111;\n}"
        assert owner_client.get(f"/client/templates/{template['id']}").json() == template

    def test_goes_with_the_fonts_that_are_being_chosen(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        offered = owner_client.get("/api/client/api/fonts").json()
        assert [family["name"] for family in offered["families"]][:2] == ["Bricolage Grotesque", "Figtree"]
        assert 'font-family:"Inter"' in offered["css"]
        assert problem_of(host.get("/client/api/fonts")) == (401, "unauthorized")
        body = {"mainSCSS": "a { font-family: Lora }", "fonts": [{"family": "Lora"}], "field": "externalSCSS"}
        seen = owner_client.post(self.ADDRESS, json=body).json()
        assert ("Lora Fallback" in seen["css"], 'font-family:"Lora"' in seen["fontCSS"]) == (True, True)
        broken = owner_client.post(self.ADDRESS, json={**body, "mainSCSS": "a {"})
        assert broken.json()["faults"][0]["field"] == "externalSCSS"

    def test_says_what_is_wrong(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        broken = owner_client.post(self.ADDRESS, json={"sharedSCSS": "$a: ;", "mainSCSS": "a { b: c }"})
        assert problem_of(broken) == (422, "template_not_compiled")
        assert broken.json()["faults"][0]["field"] == "sharedSCSS"
        for body, field, code in [
            ({}, "mainSCSS", "required"),
            ({"mainSCSS": 1}, "mainSCSS", "string_type"),
            ({"mainSCSS": "x" * 1_000_001}, "mainSCSS", "string_too_long"),
            ({"mainSCSS": "", "colourBlindMethod": "toString"}, "colourBlindMethod", "enum"),
            ({"mainSCSS": "", "loadPaths": ["/"]}, "loadPaths", "unknown_field"),
        ]:
            answer = owner_client.post(self.ADDRESS, json=body)
            assert problem_of(answer) == (422, "validation_failed")
            assert [(each["field"], each["code"]) for each in answer.json()["errors"]] == [(field, code)]
        no_json = owner_client.post(self.ADDRESS, content="{", headers={"Content-Type": "application/json"})
        assert problem_of(no_json) == (422, "invalid_json")
        unknown = {"templateId": "0198c0de-0000-7000-8000-000000000000", "mainSCSS": ""}
        assert problem_of(owner_client.post(self.ADDRESS, json=unknown)) == (404, "template_not_found")
        assert problem_of(host.post(self.ADDRESS, json={"mainSCSS": ""})) == (401, "unauthorized")


class TestSafe:
    def test_a_page_opens_without_the_script(
        self, host: httpx.Client, page: dict[str, Any], template: dict[str, Any]
    ) -> None:
        usual = host.get(page["url"])
        assert f"{template['id']}/js/min" in usual.text
        for search in ("?safe=1", "?a=b&safe=1"):
            safe = host.get(page["url"] + search)
            assert safe.status_code == 200
            assert "js/min" not in safe.text
            assert "body{color:#111}" in safe.text
            assert '<meta name="robots" content="noindex"/>' in safe.text
            assert safe.headers["cache-control"] == "private, no-store"
        assert host.get(page["url"]).text == usual.text
        assert f"{template['id']}/js/min" in host.get(f"{page['url']}?unsafe=1").text

    def test_so_does_an_error_page(
        self, host: httpx.Client, owner_client: httpx.Client, template: dict[str, Any]
    ) -> None:
        dressed = {"templateId": template["id"]}
        error = create_page(owner_client, "Members only", url="/error/401", **dressed)
        secret = create_page(owner_client, "Secret", config={"scopeWhitelist": ["editor"]})["url"]
        try:
            for _ in range(2):
                assert "js/min" in host.get(secret).text
                safe = host.get(f"{secret}?safe=1")
                assert (safe.status_code, safe.headers["cache-control"]) == (401, "private, no-store")
                assert "<title>Members only" in safe.text
                assert "js/min" not in safe.text
        finally:
            owner_client.delete(f"/client/pages/{error['id']}")
