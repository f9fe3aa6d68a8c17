"""How often a login may fail, whichever of its steps."""

from auth.attempts.limits import Limit, account_key
from auth.tokens.device import Device

WINDOW = 15 * 60
_MOST_BY_ACCOUNT = 10
_MOST_BY_ADDRESS = 50


def by_account(email: str) -> Limit:
    """Of one account, in any spelling of its address. Its subject is the one spelling."""
    return Limit("login account", account_key(email), _MOST_BY_ACCOUNT, WINDOW)


def by_address(device: Device) -> Limit:
    """Of whatever accounts, from one network address."""
    return Limit("login address", device.network, _MOST_BY_ADDRESS, WINDOW)
