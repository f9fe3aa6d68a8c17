"""What becomes of an email that is written, without an SMTP server."""

from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import func, select

from cms.emails import service
from cms.emails.kinds import KINDS
from cms.emails.rendering import render
from cms.emails.schemas import EmailRequest
from kit.errors import ValidationFailed
from kit.tables import Job
from kit.testing import ServiceClient
from kit.testing.identity import PUBLIC_URL
from tests.cms.factory import config_entry, stored_email

LINK = f"{PUBLIC_URL}/cms-login/reset-password#token=a-secret"
NOTICE = {
    "at": "2026-03-04T09:05:00Z",
    "timezone": "Europe/London",
    "browser": "Firefox",
    "system": "Linux",
    "program": "",
    "address": "203.0.113.7",
    "link": f"{PUBLIC_URL}/cms-admin/account",
}
DATA: dict[str, dict[str, Any]] = {
    "reset_password": {"link": LINK},
    "password_changed": NOTICE,
    "invitation": {"link": LINK, "inviterName": "Ida Ito"},
    "confirm_registration": {"link": LINK},
    "already_registered": {"link": f"{PUBLIC_URL}/cms-login"},
    "confirm_address": {"link": LINK},
    "address_change_asked": {**NOTICE, "newAddress": "ida@new.example"},
    "address_changed": {**NOTICE, "newAddress": "ida@new.example"},
    "api_token_created": {**NOTICE, "tokenName": "Nightly export", "scopes": "editor, crm:read"},
    "authenticator_added": NOTICE,
    "authenticator_removed": NOTICE,
    "factors_removed": NOTICE,
    "login_unfamiliar": NOTICE,
    "passkey_added": {**NOTICE, "passkeyName": "Laptop"},
    "passkey_removed": {**NOTICE, "passkeyName": "Laptop"},
    "recovery_codes_renewed": NOTICE,
    "user_deleted": {**NOTICE, "link": f"{PUBLIC_URL}/"},
    "user_disabled": {**NOTICE, "link": f"{PUBLIC_URL}/"},
    "user_enabled": NOTICE,
    "user_scopes_changed": {**NOTICE, "added": ["editor: Pages, blog and files."], "taken": ["club", "crm:read"]},
    "stock_low": {
        "link": f"{PUBLIC_URL}/cms-ecom/products?stock=low",
        "products": ["Log basket: Large (BASKET-L)"],
        "left": ["4"],
        "more": "7",
    },
    "other_access_ended": {**NOTICE, "passkeys": ["Laptop"], "apiTokens": ["Nightly export"], "sessions": "2"},
}


def request_for(kind: str = "password_changed", **changed: Any) -> dict[str, Any]:
    to = {"name": "Ann Ash", "emailAddress": "ann@example.org"}
    return {"kind": kind, "to": to, "data": DATA[kind], **changed}


async def written(client: ServiceClient, kind: str = "password_changed", **changed: Any) -> str:
    """Write an email; its id."""
    async with client.kit.database.transaction() as session:
        return str((await service.write(session, EmailRequest.model_validate(request_for(kind, **changed)))).id)


def lines_of(text: str) -> set[str]:
    return {line.strip("- ") for line in text.splitlines()}


class TestWrite:
    @pytest.mark.parametrize("kind", sorted(KINDS))
    async def test_keeps_every_kind(self, client: ServiceClient, kind: str) -> None:
        await config_entry(client, "siteName", "Willow & Sons")
        email = await stored_email(client, await written(client, kind))
        assert (email.state, email.kind, email.to_address) == ("kept", kind, "ann@example.org")
        assert email.has_secret == ("#token=" in str(DATA[kind]))
        assert "Willow & Sons" in email.subject
        assert email.text is not None
        assert email.html is not None
        assert "Willow &amp; Sons" in email.html
        assert "Willow & Sons" not in email.html
        for name, value in DATA[kind].items():
            said = {"at": "4 March 2026 at 09:05", "system": "Firefox on Linux"}.get(name, value)
            for line in [said] if isinstance(said, str) else said:
                assert line in email.text
                assert line in email.html

    @pytest.mark.parametrize("kind", sorted(KINDS))
    async def test_speaks_the_language_of_the_site(self, client: ServiceClient, kind: str) -> None:
        await config_entry(client, "language", "de-AT")
        email = await stored_email(client, await written(client, kind))
        site = {"siteName": "localhost", "siteUrl": PUBLIC_URL, "emailAddress": "ann@example.org", "name": "Ann Ash"}
        english = render(kind, {**DATA[kind], **site}, "en")
        assert email.text is not None
        assert email.html is not None
        assert '<html lang="de">' in email.html
        assert email.subject != english.subject
        values = {line for value in DATA[kind].values() for line in ([value] if isinstance(value, str) else value)}
        same = lines_of(email.text) & lines_of(english.text)
        assert same - values <= {"", "localhost", PUBLIC_URL}

    async def test_is_english_where_no_catalogue_has_the_language(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "fr")
        email = await stored_email(client, await written(client, "reset_password"))
        assert email.subject.startswith("Choose a new password")
        assert email.html is not None
        assert '<html lang="en">' in email.html

    async def test_keeps_it_without_a_job(self, client: ServiceClient) -> None:
        await written(client)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(Job)) == 0

    async def test_escapes_what_people_call_themselves(self, client: ServiceClient) -> None:
        to = {"name": '<img src=x onerror="alert(1)">{{ link }}', "emailAddress": "ann@example.org"}
        email = await stored_email(client, await written(client, "reset_password", to=to))
        assert email.html is not None
        assert "<img" not in email.html
        assert "&lt;img src=x" in email.html
        assert "{{ link }}" in email.html

    async def test_makes_one_line_of_what_would_begin_a_header(self, client: ServiceClient) -> None:
        data = {"link": LINK, "inviterName": "Ida\r\nBcc: all@example.org\r\n\r\nBuy\u2028this\u202e"}
        email = await stored_email(client, await written(client, "invitation", data=data))
        assert email.subject == "Ida Bcc: all@example.org Buy this invites you to localhost"

    async def test_lists_each_thing_in_a_line_of_its_own(self, client: ServiceClient) -> None:
        data = {**NOTICE, "added": ["board: Its\r\n- admin", "<b>"], "taken": []}
        email = await stored_email(client, await written(client, "user_scopes_changed", data=data))
        assert "\n\nAdded:\n- board: Its - admin\n- <b>\n\nWhen: " in (email.text or "")
        assert "<li>board: Its - admin</li>\n<li>&lt;b&gt;</li>" in (email.html or "")
        assert "Removed" not in f"{email.text}{email.html}"

    @pytest.mark.parametrize(
        ("more", "english", "german"),
        [
            ("0", "", ""),
            ("1", "- One more product", "- Ein weiteres Produkt"),
            ("2", "- 2 more products", "- 2 weitere Produkte"),
        ],
    )
    def test_counts_the_products_that_it_does_not_name(self, more: str, english: str, german: str) -> None:
        site = {"siteName": "localhost", "siteUrl": PUBLIC_URL, "emailAddress": "ann@example.org", "name": "Ann Ash"}
        for language, line in (("en", english), ("de", german)):
            email = render("stock_low", {**DATA["stock_low"], "more": more, **site}, language)
            assert [text for text in email.text.splitlines() if text.startswith("- ")][1:] == ([line] if line else [])
            items = email.html.partition("<ul")[2].partition("</ul>")[0].split("<li>")[1:]
            assert [item.partition("</li>")[0] for item in items[1:]] == ([line.removeprefix("- ")] if line else [])

    @pytest.mark.parametrize(
        ("known", "english", "german"),
        [
            ({}, "Device: Firefox on Linux", "Gerät: Firefox unter Linux"),
            ({"system": ""}, "Device: Firefox", "Gerät: Firefox"),
            ({"browser": "", "system": "", "program": "curl on call"}, "Device: curl on call", "Gerät: curl on call"),
            ({"browser": "", "system": ""}, "Device: Unknown device", "Gerät: Unbekanntes Gerät"),
        ],
    )
    def test_names_the_device_in_the_language_of_the_site(
        self, known: dict[str, str], english: str, german: str
    ) -> None:
        site = {"siteName": "localhost", "siteUrl": PUBLIC_URL, "emailAddress": "ann@example.org", "name": "Ann Ash"}
        for language, line in (("en", english), ("de", german)):
            text = render("password_changed", {**NOTICE, **known, **site}, language).text
            assert line in text.splitlines()

    async def test_says_in_the_language_of_the_site_what_built_in_scopes_allow(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "de")
        data = {**NOTICE, "added": ["editor", "club: The members' pages."], "taken": ["crm:read"]}
        email = await stored_email(client, await written(client, "user_scopes_changed", data=data))
        assert "\n- editor: Seiten, Blog und Dateien.\n- club: The members' pages.\n" in (email.text or "")
        assert "\n- crm:read: Den Bereich „Kundenbeziehungen“ ansehen.\n" in (email.text or "")

    @pytest.mark.parametrize("kind", ["confirm_registration", "already_registered", "confirm_address"])
    async def test_says_no_name_that_a_stranger_chose(self, client: ServiceClient, kind: str) -> None:
        to = {"name": "Free money at https://evil.example", "emailAddress": "ann@example.org"}
        email = await stored_email(client, await written(client, kind, to=to))
        assert "evil" not in f"{email.subject}{email.text}{email.html}"

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"kind": "newsletter"}, "kind"),
            ({"to": {"name": "Ann", "emailAddress": "ann@example.org\r\nBcc: all@example.org"}}, "to.emailAddress"),
            ({"to": {"name": "Ann", "emailAddress": "ann"}}, "to.emailAddress"),
            ({"to": {"name": "A" * 501, "emailAddress": "ann@example.org"}}, "to.name"),
        ],
    )
    def test_is_asked_for_in_one_shape(self, changed: dict[str, Any], field: str) -> None:
        with pytest.raises(ValidationError) as refusal:
            EmailRequest.model_validate({**request_for(), **changed})
        assert [".".join(map(str, fault["loc"])) for fault in refusal.value.errors()] == [field]

    @pytest.mark.parametrize(
        ("kind", "data", "field"),
        [
            ("reset_password", {}, "data.link"),
            ("reset_password", {"link": LINK, "state": "sent"}, "data.state"),
            ("reset_password", {"link": "https://evil.example/#token=x"}, "data.link"),
            ("reset_password", {"link": f"{PUBLIC_URL}.evil.example/#token=x"}, "data.link"),
            ("reset_password", {"link": "javascript:alert(1)"}, "data.link"),
            ("user_scopes_changed", {**NOTICE, "added": ["x" * 601], "taken": []}, "data.added.0"),
        ],
    )
    async def test_refuses(self, client: ServiceClient, kind: str, data: dict[str, Any], field: str) -> None:
        with pytest.raises(ValidationFailed) as refusal:
            await written(client, kind, data=data)
        assert [fault.field for fault in refusal.value.errors] == [field]
