"""What a gateway does for a payment, and what it finds there."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ecom.payments.models import GatewayKey
from ecom.payments.states import PaymentState, RefundState


@dataclass(frozen=True, slots=True)
class Tie:
    """Which payment of which order of which site something at a provider is for: the server's own words, kept there.

    ``site`` is the host of the site, 50 characters of it at most.
    """

    site: str
    order_id: uuid.UUID
    payment_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Facts:
    """A payment as its gateway needs it. ``faults`` is part of idempotency keys: a provider repeats its own faults."""

    tie: Tie
    reference: str
    amount: int
    currency: str
    provider_id: str | None = None
    authorisation_id: str | None = None
    charge_id: str | None = None
    faults: int = 0

    @property
    def known_id(self) -> str:
        """The provider's id of a payment that has been begun."""
        assert self.provider_id is not None, "the payment has not been begun"
        return self.provider_id


@dataclass(frozen=True, slots=True)
class RefundFacts:
    """A refund as its gateway needs it. With a ``provider_id`` it is there already, and is only looked at."""

    refund_id: uuid.UUID
    amount: int
    currency: str
    provider_id: str | None = None
    faults: int = 0


@dataclass(frozen=True, slots=True)
class SeenRefund:
    """A refund as a provider has it."""

    provider_id: str
    state: RefundState
    fault: str = ""
    amount: int = 0
    """What it is of, where the provider's answer says so."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A payment as a provider has it, by asking or by its webhook.

    ``is_approved`` says that the buyer has agreed, and that it is the site's turn; ``is_on_its_way`` that they have, and that
    a bank or the provider looks through it yet.
    """

    provider_id: str
    state: PaymentState
    amount: int
    currency: str
    tie: Tie | None
    authorisation_id: str | None = None
    charge_id: str | None = None
    refunded: int = 0
    is_approved: bool = False
    is_on_its_way: bool = False
    fault: str = ""
    fault_detail: str = ""
    client_secret: str | None = field(default=None, repr=False)


def chosen_refund(found: Sequence[tuple[str, SeenRefund]], refund: RefundFacts) -> SeenRefund | None:
    """The one of a payment's refunds at a provider that is this refund, by the id that was kept with each; None without any.

    One that failed there counts only while it is the one that is waited for: a person may have it tried again.
    """
    mine = [seen for kept, seen in found if kept == str(refund.refund_id)]
    alive = next((seen for seen in mine if seen.state != "failed"), None)
    return alive or next((seen for seen in mine if seen.provider_id == refund.provider_id), None)


class Gateway(Protocol):
    """A provider's side of payments. Each call goes to the outside, and done twice it is as if done once.

    Raises `ProviderUnavailable`, `ProviderKeyRefused` and `ProviderRefused`.
    """

    async def begin(self, facts: Facts) -> Seen:
        """Have the provider expect the payment."""

    async def look(self, facts: Facts) -> Seen:
        """What has become of a payment that was begun."""

    async def capture(self, facts: Facts) -> Seen:
        """Take the money that the buyer has agreed to."""

    async def cancel(self, facts: Facts) -> Seen:
        """Have the buyer pay no more, unless they have paid."""

    async def refund(self, facts: Facts, refund: RefundFacts) -> SeenRefund:
        """Give money back; a refund that is there already is not made again."""

    async def test(self) -> None:
        """Ask something that changes nothing, to see whether the keys are taken."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A way to pay that visitors are offered. ``public`` is what their browsers need for it."""

    key: GatewayKey
    instructions: str = ""
    public: dict[str, str] = field(default_factory=dict)
