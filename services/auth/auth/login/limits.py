"""How often a login may fail, whichever of its steps, and how many passwords are checked for whom."""

from auth.credentials.challenges import Challenge
from auth.credentials.limits import Limit, account_key, from_network
from auth.device import Device

WINDOW = 15 * 60
_DAY = 24 * 60 * 60
_MINUTE = 60

_MOST_BY_ACCOUNT = 10
_MOST_BY_NETWORK = 50

_MOST_CODES = 10
# Somebody with the password and all the time in the world: 30 guesses a day, three codes that fit at
# any moment. That is a chance of one in thirty a year.
_MOST_CODES_A_DAY = 30

# Right ones too: each costs tens of milliseconds of a core. Far above what people do, also the many
# of an office behind one address, and a bound on what somebody's own account can do to the others.
_MOST_CHECKS_BY_ACCOUNT = 120
_MOST_CHECKS_BY_NETWORK = 480


def by_account(email: str) -> Limit:
    """Failures of one account, in any spelling of its address. Its subject is the one spelling."""
    return Limit("login account", account_key(email), _MOST_BY_ACCOUNT, WINDOW)


def by_network(device: Device) -> tuple[Limit, ...]:
    """Failures with whatever accounts, from where the device is."""
    return from_network("login address", device.address, _MOST_BY_NETWORK, WINDOW)


def by_codes(challenge: Challenge) -> tuple[Limit, Limit]:
    """Wrong codes after one right password.

    By the password and not the user alone: a new one, which somebody who guesses codes does not know, lets
    its owner in again at once.
    """
    subject = f"{challenge.user_id}:{(challenge.password_digest or b'').hex()}"
    return (
        Limit("login code", subject, _MOST_CODES, WINDOW),
        Limit("login code day", subject, _MOST_CODES_A_DAY, _DAY),
    )


def by_checks(email: str, device: Device) -> tuple[Limit, ...]:
    """Checks of passwords, right or wrong, of one account and from where the device is."""
    account = Limit("checks account", account_key(email), _MOST_CHECKS_BY_ACCOUNT, _MINUTE)
    return (account, *from_network("checks address", device.address, _MOST_CHECKS_BY_NETWORK, _MINUTE))
