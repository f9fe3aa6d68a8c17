"""Whether somebody logs in as they did before.

What is on record are their sessions: the active ones, and those that have not been over for longer than a month. A
login is familiar when one of them had the same browser and system in the same network. Either alone would not do:
most browsers are alike, and behind one address there may be many people.
"""

import ipaddress
import uuid

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.notices import notify
from auth.device import AgentNames, Device, names_in
from auth.people.models import User
from auth.sessions.models import LoginSession
from kit.networks import address_in

# Far more devices than anybody has; a bound on what one login reads.
_MOST_SESSIONS = 200
# What a household or an office has, and keeps through the night or gets a neighbour of in the morning.
_IPV4_BITS, _IPV6_BITS = 24, 48


async def notify_if_unfamiliar(session: AsyncSession, user: User, device: Device) -> None:
    """Tell the user, whose person and scopes are loaded, of a login that does not look like those before it.

    To be called before the login has a session of its own. The first login ever has nothing to be compared with.
    """
    if user.last_login_at is not None and not await _is_familiar(session, user.id, device):
        notify(session, "login.unfamiliar", user, device)


async def _is_familiar(session: AsyncSession, user_id: uuid.UUID, device: Device) -> bool:
    query = select(LoginSession.device, LoginSession.address).where(LoginSession.user_id == user_id)
    rows = await session.execute(query.order_by(LoginSession.last_used_at.desc()).limit(_MOST_SESSIONS))
    present = _family(device.agent, device.address)
    return any(_family(row.device, row.address) == present for row in rows)


def _family(agent: str, address: str) -> tuple[AgentNames, str]:
    return names_in(agent), _network(address)


def _network(address: str) -> str:
    ip = address_in(address)
    if ip is None:
        return address
    bits = _IPV4_BITS if ip.version == 4 else _IPV6_BITS
    return str(ipaddress.ip_network((ip, bits), strict=False))
