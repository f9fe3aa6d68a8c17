"""The provider of a list, with the site's key for it."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import CAMPAIGN_MONITOR_KEY, MAILCHIMP_KEY, entries
from cms.mailing_lists.models import ListProvider
from cms.subscribers.errors import ProviderNotConfigured
from cms.subscribers.providers.campaign_monitor import CampaignMonitor
from cms.subscribers.providers.mailchimp import Mailchimp
from cms.subscribers.providers.provider import Provider
from kit.state import state_of


async def provider_of(session: AsyncSession, provider: ListProvider) -> Provider | None:
    """What puts people on lists of this provider; None for the site's own. Raises `ProviderNotConfigured`."""
    state = state_of(session)
    if provider == "mailchimp":
        return await mailchimp(session)
    if provider == "campaignMonitor":
        key = await entries.get(session, CAMPAIGN_MONITOR_KEY)
        if not key:
            raise ProviderNotConfigured("This site has no key for Campaign Monitor.")
        return CampaignMonitor(state, key, settings_of(state).campaign_monitor_url)
    return None


async def mailchimp(session: AsyncSession) -> Mailchimp:
    """The site's account at Mailchimp. Raises `ProviderNotConfigured`."""
    state = state_of(session)
    key = await entries.get(session, MAILCHIMP_KEY)
    if not key:
        raise ProviderNotConfigured("This site has no key for Mailchimp.")
    return Mailchimp(state, key, settings_of(state).mailchimp_url)
