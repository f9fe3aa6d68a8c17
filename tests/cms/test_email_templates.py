"""Templates of emails and their types: `/cms/email-templates`, `/cms/email-template-types`."""

import uuid
from typing import Any

import pytest

from cms.app import app
from cms.email_template_types.variables import CONTACT
from cms.email_templates.endpoints import templates
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contract_calls import JSON
from kit.testing.contracts import ResourceContract, any_version
from tests.cms.factory import config_entry
from tests.cms.template_rows import TYPE, add_type, stored
from tests.content.statements import Statements

OTHER = uuid.UUID("0198c0de-0000-7000-8000-000000000002")


class TestTemplates(ResourceContract):
    app = app
    resource = templates
    address = "/cms/email-templates"

    @pytest.fixture
    async def client(self, start: Start) -> ServiceClient:
        client = await start(app)
        await add_type(client, "Newsletter", TYPE)
        await add_type(client, CONTACT, OTHER)
        return client

    def payload(self, number: int) -> dict[str, Any]:
        return {
            "name": f"Template {number:02}",
            "emailTemplateTypeId": str(TYPE if number % 2 else OTHER),
            "subject": f"News {number:02} of {{{{ siteName }}}}",
            "content": f"<p>{{{{ words }}}} {number}</p>",
            "format": "html",
            "recipients": [f"office{number}@willow.example"],
            "isForVisitors": number % 2 == 0,
        }

    async def test_a_unique_value_is_one_records(self, client: ServiceClient, writer: dict[str, str]) -> None:
        """The rule of its own: a creation gives the one that is there."""
        first = await self._add(client, writer, 1)
        second = await self._add(client, writer, 2)
        again = await client.post(self.address, json={**self.payload(1), "content": "Other"}, headers=writer)
        assert (again.status_code, again.json()) == (200, first)
        moved = {**self.payload(2), "name": first["name"]}
        assert (await client.post(self.address, json=moved, headers=writer)).status_code == 201, "of another type"
        answer = await client.put(self._at(second), json=self.payload(1), headers=any_version(writer))
        assert (answer.status_code, answer.json()["code"]) == (409, "email_template_taken")

    async def test_its_type_is_found_or_made_by_name(self, client: ServiceClient, writer: dict[str, str]) -> None:
        made = []
        for number, name in enumerate(("Newsletter", "Reminders", "Reminders")):
            body = {**self.payload(number), "emailTemplateTypeName": name}
            del body["emailTemplateTypeId"]
            made.append((await client.post(self.address, json=body, headers=writer)).json()["emailTemplateTypeId"])
        assert made[0] == str(TYPE)
        assert made[1] == made[2] != made[0]

    async def test_it_has_one_type(self, client: ServiceClient, writer: dict[str, str]) -> None:
        both = {**self.payload(1), "emailTemplateTypeName": "Newsletter"}
        answer = await client.post(self.address, json=both, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "emailTemplateTypeId")
        unknown = {**self.payload(1), "emailTemplateTypeId": str(uuid.uuid4())}
        answer = await client.post(self.address, json=unknown, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "emailTemplateTypeId")

    @pytest.mark.parametrize("method", ["POST", "PUT"])
    async def test_one_that_cannot_be_read_is_refused_with_its_line(
        self, client: ServiceClient, writer: dict[str, str], record: JSON, method: str
    ) -> None:
        body = {**self.payload(2), "subject": "{{ a", "content": "<p>\n{% if %}</p>"}
        address = self.address if method == "POST" else self._at(record)
        answer = await client.request(method, address, json=body, headers=any_version(writer))
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "email_template_invalid")
        assert [(fault["field"], fault["line"], fault["column"]) for fault in problem["faults"]] == [
            ("subject", 1, 1),
            ("content", 2, 4),
        ]
        assert problem["errors"][1]["detail"].startswith("Line 2, column 4: ")
        assert (await self._list(client, writer))["results"] == [record]

    @pytest.mark.parametrize("field", ["name", "subject"])
    async def test_a_line_break_is_refused(self, client: ServiceClient, writer: dict[str, str], field: str) -> None:
        body = {**self.payload(1), field: "News\r\nBcc: all@example.org"}
        answer = await client.post(self.address, json=body, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    @pytest.mark.parametrize("address", ["office", "a@b.example\r\nBcc: c@d.example", "Ann <ann@example.org>"])
    async def test_recipients_are_addresses(self, client: ServiceClient, writer: dict[str, str], address: str) -> None:
        answer = await client.post(self.address, json={**self.payload(1), "recipients": [address]}, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "recipients.0")

    async def test_any_other_format_is_html(self, client: ServiceClient, writer: dict[str, str]) -> None:
        added = await self._post(client, writer, {**self.payload(1), "format": "markdown"})
        assert added["format"] == "html"

    async def test_is_narrowed_by_several_types(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for number in (1, 2, 3):
            await self._add(client, writer, number)
        query = f"?email_template_type_id={TYPE}&email_template_type_id={OTHER}"
        assert (await client.get(self.address + query, headers=writer)).json()["total"] == 3

    async def test_no_list_is_as_long_as_one_likes(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for limit in ("1000000000", "1e9"):
            assert (await client.get(f"{self.address}?limit={limit}", headers=writer)).status_code == 422


class TestTypes:
    async def test_say_what_their_templates_can_name(self, client: ServiceClient, tokens: Tokens) -> None:
        await add_type(client, CONTACT, TYPE)
        await add_type(client, "Newsletter", OTHER)
        answer = await client.get("/cms/email-template-types", headers=tokens.bearer("editor"))
        contact, newsletter = answer.json()["results"]
        assert [each["name"] for each in contact["variables"]] == ["fields", "url", "host", "siteName", "siteUrl"]
        assert contact["sample"]["fields"][0] == {"label": "Name", "value": "Zoë Ångström"}
        assert [each["name"] for each in newsletter["variables"]] == ["host", "siteName", "siteUrl"]
        assert newsletter["sample"] == {}

    async def test_are_added_and_deleted(self, client: ServiceClient, tokens: Tokens) -> None:
        admin = tokens.bearer("admin")
        made = await client.post("/cms/email-template-types", json={"name": "Newsletter"}, headers=admin)
        again = await client.post("/cms/email-template-types", json={"name": "Newsletter"}, headers=admin)
        assert (made.status_code, again.status_code) == (201, 409)
        body = {"name": "A", "subject": "A", "content": "A", "emailTemplateTypeName": "Newsletter"}
        await client.post("/cms/email-templates", json=body, headers=admin)
        address = f"/cms/email-template-types/{made.json()['id']}"
        in_use = await client.delete(address, headers=admin)
        assert (in_use.status_code, in_use.json()["code"]) == (409, "email_template_type_in_use")
        assert "“A”" in in_use.json()["detail"]
        [template] = await stored(client)
        await client.delete(f"/cms/email-templates/{template.id}", headers=admin)
        assert (await client.delete(address, headers=admin)).status_code == 204

    async def test_in_use_name_some_of_their_templates_and_count_the_others(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        await add_type(client, "Newsletter", TYPE)
        for name in "EDCBA":
            body = {"name": name, "subject": "A", "content": "A", "emailTemplateTypeId": str(TYPE)}
            await client.post("/cms/email-templates", json=body, headers=tokens.bearer("admin"))
        answer = await client.delete(f"/cms/email-template-types/{TYPE}", headers=tokens.bearer("admin"))
        assert answer.json()["detail"].startswith(
            "Templates are of the type “Newsletter”: “A”, “B”, “C” and 2 more. Delete them"
        )

    async def test_are_renamed_but_for_those_that_the_site_knows_by_their_names(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        admin = tokens.bearer("admin")
        await add_type(client, CONTACT, TYPE)
        await add_type(client, "Newsleter", OTHER)
        listed = (await client.get("/cms/email-template-types", headers=admin)).json()["results"]
        assert [each["isBuiltIn"] for each in listed] == [True, False]
        address = f"/cms/email-template-types/{OTHER}"
        mended = await client.put(address, json={"name": "Newsletter"}, headers=any_version(admin))
        assert (mended.status_code, mended.json()["name"]) == (200, "Newsletter")
        taken = await client.put(address, json={"name": CONTACT}, headers=any_version(admin))
        assert (taken.status_code, taken.json()["code"]) == (409, "email_template_type_taken")
        own = f"/cms/email-template-types/{TYPE}"
        refused = await client.put(own, json={"name": "Enquiries"}, headers=any_version(admin))
        assert (refused.status_code, refused.json()["code"]) == (409, "email_template_type_built_in")
        assert (await client.put(own, json={"name": CONTACT}, headers=any_version(admin))).status_code == 200

    async def test_are_read_once_when_they_are_renamed_or_deleted(self, client: ServiceClient, tokens: Tokens) -> None:
        await add_type(client, "Newsleter", OTHER)
        address, headers = f"/cms/email-template-types/{OTHER}", any_version(tokens.bearer("admin"))
        async with Statements(client.kit).counted() as statements:
            assert (await client.put(address, json={"name": "Newsletter"}, headers=headers)).status_code == 200
            assert (await client.delete(address, headers=headers)).status_code == 204
        locked = [each for each in statements if "FROM email_template_types" in each and "FOR UPDATE" in each]
        assert len(locked) == 2, statements

    @pytest.mark.parametrize("scope", [None, "editor"])
    async def test_are_added_by_administrators_alone(
        self, client: ServiceClient, tokens: Tokens, scope: str | None
    ) -> None:
        headers = tokens.bearer(scope) if scope else {}
        answer = await client.post("/cms/email-template-types", json={"name": "N"}, headers=headers)
        assert answer.status_code == (403 if scope else 401)


class TestPreview:
    @pytest.fixture
    async def admin(self, client: ServiceClient, tokens: Tokens) -> dict[str, str]:
        await config_entry(client, "siteName", "Rosehip & Sons")
        await add_type(client, CONTACT, TYPE)
        return tokens.bearer("admin")

    async def test_shows_a_stored_one_with_the_sample_of_its_type(
        self, client: ServiceClient, admin: dict[str, str]
    ) -> None:
        content = (
            "<h1>{{ siteName }}</h1>{% for field in fields %}<p>{{ field.label }}: {{ field.value }}</p>{% endfor %}"
        )
        body = {"name": "A", "subject": "From {{ host }}", "content": content, "emailTemplateTypeId": str(TYPE)}
        made = (await client.post("/cms/email-templates", json=body, headers=admin)).json()
        answer = await client.post(f"/cms/email-templates/{made['id']}/preview", json={}, headers=admin)
        shown = answer.json()
        assert (answer.status_code, shown["subject"], shown["unknown"]) == (200, "From localhost", [])
        assert "<h1>Rosehip &amp; Sons</h1>" in shown["html"]
        assert "Name: Zoë Ångström" in shown["text"]
        changed = {
            "subject": "Other",
            "content": "{{ mine }} {{ fields.size }} {{ lost }}",
            "format": "plain",
            "data": {"mine": "<i>"},
        }
        shown = (await client.post(f"/cms/email-templates/{made['id']}/preview", json=changed, headers=admin)).json()
        assert shown == {"subject": "Other", "text": "<i>\n", "html": None, "unknown": ["fields", "lost"]}

    async def test_shows_one_that_is_not_stored(self, client: ServiceClient, admin: dict[str, str]) -> None:
        body = {"content": "{{ fields.first.value }}", "emailTemplateTypeId": str(TYPE)}
        answer = await client.post("/cms/email-templates/preview", json=body, headers=admin)
        assert answer.json()["html"] == "Zoë Ångström\n"
        nothing = await client.post("/cms/email-templates/preview", json={}, headers=admin)
        assert (nothing.status_code, nothing.json()["errors"][0]["field"]) == (422, "content")

    async def test_says_what_is_wrong_and_where(self, client: ServiceClient, admin: dict[str, str]) -> None:
        body = {
            "content": "a\nb {{ a | shout }}",
            "subject": "{{ words | url_decode }}",
            "data": {"words": "a%0D%0ABcc: b@example.org"},
        }
        answer = await client.post("/cms/email-templates/preview", json=body, headers=admin)
        assert (answer.status_code, answer.json()["faults"][0]["line"]) == (422, 2)
        body["content"] = "fine"
        answer = await client.post("/cms/email-templates/preview", json=body, headers=admin)
        assert [(fault["field"], fault["detail"]) for fault in answer.json()["faults"]] == [
            ("subject", "The subject has to be one line.")
        ]

    async def test_data_cannot_replace_what_the_site_is(self, client: ServiceClient, admin: dict[str, str]) -> None:
        body = {"content": "{{ siteUrl }}", "data": {"siteUrl": "https://evil.example"}}
        answer = await client.post("/cms/email-templates/preview", json=body, headers=admin)
        assert "evil" not in answer.text

    async def test_is_not_for_editors(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.post(
            "/cms/email-templates/preview", json={"content": "a"}, headers=tokens.bearer("editor")
        )
        assert answer.status_code == 403
