"""Campaign Monitor, API 3.3: https://www.campaignmonitor.com/api/v3-3/subscribers/ and …/lists/."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx

from cms.subscribers.errors import ProviderListMissing, ProviderUnavailable
from cms.subscribers.providers.provider import Answer, Person, ask, check
from kit.state import KitState

_BASE = "https://api.createsend.com"
_LIST_MISSING = 101
_NOT_IN_LIST = 203


@dataclass(frozen=True, slots=True)
class CampaignMonitor:
    """The site's account. Whether a list asks for a confirmation is set there. ``base`` takes the place of the address."""

    kit: KitState
    key: str
    base: str | None = None

    async def subscribe(self, list_id: str, person: Person) -> None:
        """Put somebody on a list. Who is on it stays on it as they are: anybody can type anybody's address.

        Who was on it and asks anew is taken again where the list has them confirm it, and nowhere else.
        """
        state = await self._state_of(list_id, person.email_address)
        if state == "Active":
            return
        data: dict[str, Any] = {
            "EmailAddress": person.email_address,
            "Resubscribe": state is not None and await self._asks_to_confirm(list_id),
            "RestartSubscriptionBasedAutoresponders": False,
            "ConsentToTrack": "Unchanged",
        }
        if person.name:
            data["Name"] = person.name
        check(await self._ask("POST", f"subscribers/{list_id}.json", data=data))

    async def _state_of(self, list_id: str, email_address: str) -> str | None:
        """What a list says of an address: Active, Unconfirmed, Unsubscribed, Bounced or Deleted; None where it is not there."""
        path = f"subscribers/{list_id}.json?{urlencode({'email': email_address})}"
        answer = await self._ask("GET", path)
        if _code_of(answer) == _NOT_IN_LIST:
            return None
        return str(_read(answer, "State", str))

    async def _asks_to_confirm(self, list_id: str) -> bool:
        return bool(_read(await self._ask("GET", f"lists/{list_id}.json"), "ConfirmedOptIn", bool))

    async def _ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> Answer:
        url = f"{self.base or _BASE}/api/v3.3/{path}"
        answer = await ask(self.kit, method, url, httpx.BasicAuth(self.key, "x"), data)
        if _code_of(answer) == _LIST_MISSING:
            raise ProviderListMissing("Campaign Monitor has no list with this ID.")
        return answer


def _code_of(answer: Answer) -> Any:
    return answer.body.get("Code") if isinstance(answer.body, dict) else None


def _read(answer: Answer, name: str, kind: type[Any]) -> Any:
    body = check(answer).body
    value = body.get(name) if isinstance(body, dict) else None
    if not isinstance(value, kind):
        raise ProviderUnavailable("Campaign Monitor sent an unexpected answer.")
    return value
