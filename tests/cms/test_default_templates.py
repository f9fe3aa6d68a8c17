"""The templates of emails that a site begins with."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select, text

from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.variables import CONTACT, CUSTOMER_ORDER, NEWSLETTER, sample_of
from cms.email_templates.defaults import DEFAULTS, languages, make_missing, words_of
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import render
from cms.email_templates.service import job_for
from cms.email_templates.tasks import make_default_templates
from cms.emails.words import LANGUAGES
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import config_entry
from tests.cms.template_rows import TYPE, add_type, stored


class TestDefaults:
    async def make(self, client: ServiceClient) -> int:
        async with client.kit.database.transaction() as session:
            return await make_missing(session)

    async def test_are_made_once_when_the_site_is_set_up(self, client: ServiceClient, tokens: Tokens) -> None:
        await make_default_templates(client.kit)
        assert await stored(client) == []
        await config_entry(client, "language", "en-GB")
        await make_default_templates(client.kit)
        found = await stored(client)
        assert [each.name for each in found] == [
            "Cancelled",
            "Contact Form Email",
            "Newsletter Confirmation",
            "Payment Sent Back",
            "Ready to Collect",
            "Refunded",
            "Sent",
            "Success",
            "Success",
        ]
        assert found[1].subject == "Contact from {{ host }}"
        assert [each.is_for_visitors for each in found] == [False, True, *[False] * 7]
        async with client.kit.database.reading() as session:
            names = (await session.scalars(select(EmailTemplateType.name).order_by(EmailTemplateType.name))).all()
        assert names == ["Admin Order", "Contact Plugin", "Customer Order", "Newsletter Plugin"]
        assert await self.make(client) == 0

    async def test_are_in_the_sites_language(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "de-AT")
        assert await self.make(client) == 9
        assert (await stored(client))[1].subject == "Kontaktanfrage über {{ host }}"

    async def test_in_another_language_they_are_english(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "fr")
        assert await self.make(client) == 9
        assert (await stored(client))[1].subject == "Contact from {{ host }}"

    async def test_one_that_was_deleted_or_changed_stays_so(self, client: ServiceClient, tokens: Tokens) -> None:
        await config_entry(client, "language", "en")
        await self.make(client)
        _, contact, *_, success = await stored(client)
        await client.delete(f"/cms/email-templates/{contact.id}", headers=tokens.bearer("admin"))
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE email_templates SET name = 'Thanks' WHERE id = :id"), {"id": success.id})
        assert await self.make(client) == 0
        assert sorted(each.name for each in await stored(client)) == [
            "Cancelled",
            "Newsletter Confirmation",
            "Payment Sent Back",
            "Ready to Collect",
            "Refunded",
            "Sent",
            "Success",
            "Thanks",
        ]

    async def test_what_a_site_has_of_that_name_is_kept(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "en")
        await add_type(client, CONTACT, TYPE)
        own = EmailTemplate(name="Contact Form Email", email_template_type_id=TYPE, subject="Own", content="Own")
        async with client.kit.database.transaction() as session:
            session.add(own)
        assert await self.make(client) == 8
        assert (await stored(client))[1].subject == "Own"

    async def test_two_that_start_together_make_them_once(self, client: ServiceClient) -> None:
        await config_entry(client, "language", "en")
        assert sorted(await asyncio.gather(self.make(client), self.make(client))) == [0, 9]
        async with client.kit.database.reading() as session:
            assert await session.scalar(select(func.count()).select_from(EmailTemplate)) == 9

    def test_are_written_in_every_language_of_emails(self) -> None:
        assert [*languages()] == sorted(LANGUAGES)

    @pytest.mark.parametrize("language", sorted(LANGUAGES))
    @pytest.mark.parametrize("default", DEFAULTS, ids=lambda default: default.key)
    def test_draw_their_sample(self, default: Any, language: str) -> None:
        subject, content = words_of(default, language)
        site = {"host": "willow.example", "siteName": "Willow & Co", "siteUrl": "https://willow.example"}
        values = {**sample_of(default.type_name), **site}
        drawn = render(job_for(subject, content, "html", values, language))
        assert drawn.get("faults") is None, drawn
        assert drawn["unknown"] == []
        named = {CONTACT: "willow.example", NEWSLETTER: "Willow & Co"}
        assert named.get(default.type_name, "Willow & Co (willow.example)") in drawn["subject"]
        html = drawn["html"] or ""
        if default.type_name == CONTACT:
            assert "Do you teach children, too?<br />" in html
            assert "8 &amp; 10 years old" in html
            assert "Message | Do you teach" in drawn["text"].replace("Nachricht", "Message")
        elif default.type_name == NEWSLETTER:
            assert "/cms/newsletter/confirmation?token=sample" in html
            assert "/cms/newsletter/unsubscription?token=sample" in html
            assert "News" in html
        elif default.name == "Sent":
            assert "RM 1234 5678 9GB" in html
            assert "Log basket, large" in html
        elif default.name == "Cancelled":
            assert "Log basket, large" in html
        elif default.name == "Ready to Collect":
            assert "At the mill,<br />" in html
            assert "Log basket, large" in html
            assert "RM 1234 5678 9GB" not in html
        elif default.name == "Refunded":
            assert ("£54.00" if language == "en" else "54,00\xa0£") in html
        elif default.name == "Payment Sent Back":
            assert ("£213.00" if language == "en" else "213,00\xa0£") in html
        else:
            amounts = ("£213.00", "£35.50") if language == "en" else ("213,00\xa0£", "35,50\xa0£")
            assert all(amount in html for amount in amounts)
            assert "At the mill" not in html
            assert "W-1042" in html
            assert ("W-1042" in drawn["subject"]) or default.type_name != CUSTOMER_ORDER
            assert "VAT" in html or "MwSt." in html
