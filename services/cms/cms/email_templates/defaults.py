"""The templates that every site begins with, made once each, in the site's language.

That one was made is remembered apart from it, so that one which somebody deleted does not come back, and one that somebody
renamed is not made a second time. A site that has a template of that name already keeps its own.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import LANGUAGE, entries
from cms.email_template_types.service import type_named
from cms.email_template_types.variables import ADMIN_ORDER, CONTACT, CUSTOMER_ORDER, NEWSLETTER
from cms.email_templates.models import DefaultEmailTemplate, EmailTemplate
from cms.email_templates.repository import TemplateRepository

_FILES = Path(__file__).with_name("defaults")
_ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Default:
    """A default template. Its content is in ``defaults/<language>/<key>.liquid``, its first line the subject."""

    key: str
    name: str
    type_name: str
    is_for_visitors: bool = False


# The names are what other parts, and the specification, know them by: they are the same in every language.
CONTACT_FORM = Default("contact_form", "Contact Form Email", CONTACT, is_for_visitors=True)
NEWSLETTER_CONFIRMATION = Default("newsletter_confirmation", "Newsletter Confirmation", NEWSLETTER)
CUSTOMER_ORDER_PLACED = Default("customer_order", "Success", CUSTOMER_ORDER)
ADMIN_ORDER_PLACED = Default("admin_order", "Success", ADMIN_ORDER)
ORDER_SENT = Default("order_sent", "Sent", CUSTOMER_ORDER)
ORDER_READY = Default("order_ready", "Ready to Collect", CUSTOMER_ORDER)
ORDER_REFUNDED = Default("order_refunded", "Refunded", CUSTOMER_ORDER)
ORDER_CANCELLED = Default("order_cancelled", "Cancelled", CUSTOMER_ORDER)
PAYMENT_SENT_BACK = Default("payment_sent_back", "Payment Sent Back", ADMIN_ORDER)
DEFAULTS = (
    CONTACT_FORM,
    NEWSLETTER_CONFIRMATION,
    CUSTOMER_ORDER_PLACED,
    ADMIN_ORDER_PLACED,
    ORDER_SENT,
    ORDER_READY,
    ORDER_REFUNDED,
    ORDER_CANCELLED,
    PAYMENT_SENT_BACK,
)


def languages() -> Collection[str]:
    """Those that the default templates are written in."""
    return sorted(folder.name for folder in _FILES.iterdir() if folder.is_dir())


def words_of(default: Default, language: str) -> tuple[str, str]:
    """Subject and content in one of `languages`."""
    subject, _, content = (_FILES / language / f"{default.key}.liquid").read_text("utf-8").partition("\n")
    return subject, content.lstrip()


async def make_missing(session: AsyncSession) -> int:
    """Make the default templates that were never made; gives how many. None before the site is set up."""
    made = set(await session.scalars(select(DefaultEmailTemplate.key)))
    missing = [default for default in DEFAULTS if default.key not in made]
    row = next(iter(await entries.rows(session, [LANGUAGE.key])), None) if missing else None
    if row is None:
        return 0
    language = _written_in(str(row.value))
    return sum([await _make(session, default, language) for default in missing])


def default_words(default: Default, language: str | None) -> tuple[str, str]:
    """Subject and content for a site of this language, in English where there are none."""
    return words_of(default, _written_in(language or _ENGLISH))


def _written_in(language: str) -> str:
    base = language.partition("-")[0]
    return base if base in languages() else _ENGLISH


async def _make(session: AsyncSession, default: Default, language: str) -> int:
    note = insert(DefaultEmailTemplate).values(key=default.key).on_conflict_do_nothing()
    if await session.scalar(note.returning(DefaultEmailTemplate.key)) is None:
        return 0
    kind = await type_named(session, default.type_name)
    templates = TemplateRepository(session)
    if await templates.named(kind.id, default.name) is not None:
        return 0
    subject, content = words_of(default, language)
    template = EmailTemplate(
        name=default.name,
        email_template_type_id=kind.id,
        subject=subject,
        content=content,
        is_for_visitors=default.is_for_visitors,
    )
    await templates.add(template)
    return 1
