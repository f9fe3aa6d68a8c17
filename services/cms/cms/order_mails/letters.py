"""The email that something about an order becomes, and who gets it."""

import logging
from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import CONTACT_ADDRESS, LANGUAGE, entries
from cms.email_requests.recipients import own_recipients
from cms.email_template_types.repository import TypeRepository
from cms.email_templates.defaults import (
    ADMIN_ORDER_PLACED,
    CUSTOMER_ORDER_PLACED,
    ORDER_CANCELLED,
    ORDER_READY,
    ORDER_REFUNDED,
    ORDER_SENT,
    PAYMENT_SENT_BACK,
    Default,
    default_words,
)
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import Answer
from cms.email_templates.repository import TemplateRepository
from cms.email_templates.sandbox import render_one
from cms.email_templates.service import job_for, raise_faults, values_for
from cms.emails.mailings import Letter, Person
from cms.order_mails.schemas import OrderMailKind, RequestedOrderMail
from cms.order_mails.words import country_name, gateway_name
from kit.state import KitState

log = logging.getLogger(__name__)

_DEFAULTS: Mapping[OrderMailKind, Default] = {
    "customer_order": CUSTOMER_ORDER_PLACED,
    "admin_order": ADMIN_ORDER_PLACED,
    "order_sent": ORDER_SENT,
    "order_refunded": ORDER_REFUNDED,
    "order_cancelled": ORDER_CANCELLED,
    "payment_sent_back": PAYMENT_SENT_BACK,
}
_WHERE_COLLECTED: Mapping[str, Default] = {"order_sent": ORDER_READY}
"""What is told instead of an order that nobody sends: the shop asks for the same mail of both."""


def template_names(kind: str | None) -> frozenset[str]:
    """The names of the templates that mails of a kind are written by; none of a kind that is not known here."""
    known = (*_DEFAULTS.items(), *_WHERE_COLLECTED.items())
    return frozenset(default.name for name, default in known if name == kind)


async def letter_for(state: KitState, mail: RequestedOrderMail) -> Letter | None:
    """The email; None where it is for the shop and nobody is named who gets it.

    A template that somebody has broken is passed over for the words that every site begins with: no receipt gets lost.
    """
    default = _default_of(mail)
    async with state.database.reading() as session:
        site = await entries.values(session)
        template = await _template(session, default, site.get(LANGUAGE.key))
    contact = site.get(CONTACT_ADDRESS.key) or ""
    to = [Person(mail.to_name, mail.to_address)] if mail.to_address else own_recipients(template, contact)
    if not to:
        log.warning(
            "there is no recipient for orders: add recipients to the template, or a contact address to the site"
        )
        return None
    drawn = await _draw(state, template, site, mail)
    if drawn.get("faults"):
        log.warning("the email template %s cannot be drawn: the default words are sent", template.name)
        template = _as_it_comes(default, site.get(LANGUAGE.key))
        drawn = await _draw(state, template, site, mail)
    raise_faults(drawn)
    return Letter(
        template_name=template.name,
        subject=drawn["subject"],
        text=drawn["text"],
        html=drawn["html"] if template.format == "html" else None,
        to=to,
        reply_to=[Person("", contact)] if mail.to_address and contact else (),
    )


def _default_of(mail: RequestedOrderMail) -> Default:
    instead = _WHERE_COLLECTED.get(mail.kind) if mail.data.get("isCollected") else None
    return instead or _DEFAULTS[mail.kind]


async def _draw(state: KitState, template: EmailTemplate, site: dict[str, Any], mail: RequestedOrderMail) -> Answer:
    language = site.get(LANGUAGE.key)
    # The buyer's page is written in the language of the mail.
    url = f"{mail.url}?language={language}" if mail.to_address and language else mail.url
    data = {"order": _in_words(mail.data, language), "orderUrl": url}
    values = values_for(state, data, site)
    return await render_one(state, job_for(template.subject, template.content, template.format, values, language))


def _in_words(order: Mapping[str, Any], language: str | None) -> dict[str, Any]:
    """The order with its way to pay and its countries in the site's language."""
    countries = {
        f"{prefix}Country": country_name(str(order.get(f"{prefix}CountryCode", "")), language)
        for prefix in ("billing", "delivery")
    }
    return {**order, **countries, "gateway": gateway_name(str(order.get("gateway", "")), language)}


async def _template(session: AsyncSession, default: Default, language: str | None) -> EmailTemplate:
    kind = await TypeRepository(session).named(default.type_name)
    known = None if kind is None else await TemplateRepository(session).named(kind.id, default.name)
    return known or _as_it_comes(default, language)


def _as_it_comes(default: Default, language: str | None) -> EmailTemplate:
    subject, content = default_words(default, language)
    return EmailTemplate(name=default.name, subject=subject, content=content, format="html", recipients=[])
