"""Campaign Monitor, API 3.3: https://www.campaignmonitor.com/api/v3-3/subscribers/."""

from dataclasses import dataclass

import httpx

from cms.subscribers.errors import ProviderListMissing
from cms.subscribers.providers.provider import Person, ask, check
from kit.state import KitState

_BASE = "https://api.createsend.com"
_LIST_MISSING = 101


@dataclass(frozen=True, slots=True)
class CampaignMonitor:
    """The site's account. Whether a list asks for a confirmation is set there. ``base`` takes the place of the address."""

    kit: KitState
    key: str
    base: str | None = None

    async def subscribe(self, list_id: str, person: Person) -> None:
        """Put somebody on a list; who is on it stays on it, with this name."""
        data = {
            "EmailAddress": person.email_address,
            "Name": person.name,
            # Who has unsubscribed and asks anew is taken again: on a list with confirmed opt-in, once they confirm.
            "Resubscribe": True,
            "RestartSubscriptionBasedAutoresponders": False,
            "ConsentToTrack": "Unchanged",
        }
        url = f"{self.base or _BASE}/api/v3.3/subscribers/{list_id}.json"
        answer = await ask(self.kit, "POST", url, httpx.BasicAuth(self.key, "x"), data)
        code = answer.body.get("Code") if isinstance(answer.body, dict) else None
        if code == _LIST_MISSING:
            raise ProviderListMissing("Campaign Monitor has no list of this id.")
        check(answer)
