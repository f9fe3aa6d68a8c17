"""Mailchimp, Marketing API 3.0: https://mailchimp.com/developer/marketing/api/list-members/."""

import hashlib
from dataclasses import dataclass
from typing import Any

import httpx

from cms.subscribers.errors import ProviderUnavailable
from cms.subscribers.providers.provider import Answer, Person, ask, check
from kit.state import KitState

_STAYS = frozenset({"subscribed", "pending"})


@dataclass(frozen=True, slots=True)
class Mailchimp:
    """The site's account. ``base`` takes the place of the provider's own address."""

    kit: KitState
    key: str
    base: str | None = None

    async def subscribe(self, list_id: str, person: Person) -> None:
        """Put somebody on a list as pending: Mailchimp asks for the confirmation.

        A subscribed person stays subscribed: with ``status`` in place of ``status_if_new``, anybody could have another
        person taken off a list until that person confirms again.
        """
        state = await self.state_of(list_id, person.email_address)
        if state in _STAYS:
            return
        data: dict[str, Any] = {"email_address": person.email_address, "status_if_new": "pending"}
        if person.name:
            data["merge_fields"] = {"FNAME": person.name}
        if state is not None:
            data["status"] = "pending"
        check(await self._ask("PUT", self._member(list_id, person.email_address), data))

    async def state_of(self, list_id: str, email_address: str) -> str | None:
        """What a list says of an address: subscribed, unsubscribed, cleaned, pending, transactional or archived; None where it is not there."""
        answer = await self._ask("GET", self._member(list_id, email_address))
        if answer.status == httpx.codes.NOT_FOUND:
            return None
        body = check(answer).body
        status = body.get("status") if isinstance(body, dict) else None
        if not isinstance(status, str):
            raise ProviderUnavailable("Mailchimp sent an unexpected answer.")
        return status

    async def _ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> Answer:
        base = self.base or f"https://{self.key.rpartition('-')[2]}.api.mailchimp.com"
        return await ask(self.kit, method, f"{base}/3.0{path}", httpx.BasicAuth("anystring", self.key), data)

    @staticmethod
    def _member(list_id: str, email_address: str) -> str:
        # The name of a member by Mailchimp's rules, and no protection of anything.
        digest = hashlib.md5(email_address.lower().encode(), usedforsecurity=False).hexdigest()
        return f"/lists/{list_id}/members/{digest}"
