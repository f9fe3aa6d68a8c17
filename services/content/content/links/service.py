"""Where links lead."""

from content.links.schemas import ExternalStatus
from kit.config import ServiceSettings
from kit.outbound import Refused, outbound, public_or_in


async def external_status(settings: ServiceSettings, url: str) -> ExternalStatus:
    """What an address answers to a browser that wants a page. Takes up to ten seconds, and reads no body."""
    async with outbound(allows=public_or_in(settings.outbound_networks)) as client:
        try:
            found = await client.get(url, accept="text/html,*/*;q=0.8", most_bytes=0)
        except Refused as refusal:
            return ExternalStatus(url=url, status=None, reason=refusal.reason)
    return ExternalStatus(url=found.url, status=found.status, reason=None)
