"""The copy that every test shares which needs mail, payments, captchas, Google or sites elsewhere: see `connected`.

It is one for the whole run and no file's own, since each start costs more than most tests. Its files name one xdist
group, `GROUP`. A file that sets something of the whole site (its language, its trackers, who may register) takes it
back at its end. What a file imports from here takes the place of what it has by itself: of the copy that all other tests
share.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
import pytest

from tests.e2e.mailing import mailing_stack, owner_of
from tests.fakes.captchas import Captchas
from tests.fakes.google import Google
from tests.fakes.paypal import PayPal
from tests.fakes.serving import serving
from tests.fakes.stripe import Stripe
from tests.mail_server import MailServer, mail_server_in_thread
from tests.stack import Stack
from tests.stack_fixtures import lasting_login

GROUP = "connected copy"


@dataclass
class Outside:
    """Who the copy talks to."""

    mail: MailServer
    stripe: Stripe = field(default_factory=Stripe)
    paypal: PayPal = field(default_factory=PayPal)
    captchas: Captchas = field(default_factory=Captchas)
    captchas_address: str = ""
    google: Google = field(default_factory=Google)


@dataclass
class Connected:
    """A copy and who it talks to."""

    stack: Stack
    outside: Outside


@contextmanager
def connected_copy() -> Iterator[Connected]:
    """One that is set up. It may fetch from this machine, where the other sites of the tests are."""
    with mail_server_in_thread() as mail:
        outside = Outside(mail)
        with (
            serving(outside.stripe.app, "stripe") as card,
            serving(outside.paypal.app, "paypal") as button,
            serving(outside.captchas.app, "captchas") as outside.captchas_address,
            serving(outside.google.app, "google") as google,
            mailing_stack(
                mail,
                MAIL_FROM="site@willow.example",
                STRIPE_URL=card,
                PAYPAL_URL=button,
                CAPTCHA_URL=f"{outside.captchas_address}/siteverify",
                GOOGLE_URL=google,
                OUTBOUND_NETWORKS="127.0.0.0/8",
            ) as stack,
        ):
            outside.google.redirect_addresses.add(f"{stack.base_url}/oauth2/callback/google")
            yield Connected(stack, outside)


@pytest.fixture(scope="module")
def stack(connected: Connected) -> Stack:
    """The connected copy."""
    return connected.stack


@pytest.fixture(scope="module")
def server(connected: Connected) -> MailServer:
    """Where its mail arrives."""
    return connected.outside.mail


@pytest.fixture(scope="module")
def owner(stack: Stack) -> Iterator[httpx.Client]:
    """Calls as its owner."""
    with owner_of(stack) as client:
        yield client


@pytest.fixture(scope="module")
def owner_cookies(stack: Stack) -> Iterator[httpx.Cookies]:
    """The cookies of one login as its owner."""
    with lasting_login(stack) as cookies:
        yield cookies
