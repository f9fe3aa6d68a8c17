"""Calls to the small service."""

from kit.testing import ServiceClient

THINGS = "/crm/things"
GOOD = {"displayName": "x"}
DEAD_REDIS = "redis://127.0.0.1:1"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def code_of(client: ServiceClient, headers: dict[str, str]) -> tuple[int, str]:
    """Status and code of a call that needs the scope crm:write."""
    answer = await client.put(f"{THINGS}/guarded", json=GOOD, headers=headers)
    return answer.status_code, answer.json().get("code", "")
