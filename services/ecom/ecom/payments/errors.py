"""Why a payment does not go on."""

from kit.errors import BadRequest, Conflict, NotFound, Unavailable


class PaymentNotFound(NotFound):
    """404: no such payment, or not with this key."""

    code = "payment_not_found"


class RefundNotFound(NotFound):
    """404: no such refund."""

    code = "refund_not_found"


class GatewayNotOffered(Conflict):
    """409: the shop does not take this way to pay, or not now."""

    code = "gateway_not_offered"


class PaymentIsProviders(Conflict):
    """409: the provider says whether this is paid, and nobody else."""

    code = "payment_is_providers"


class PaymentNotPaid(Conflict):
    """409: there is no money of this payment that could go back."""

    code = "payment_not_paid"


class PaymentNotOpen(Conflict):
    """409: the payment is paid already, or was given up."""

    code = "payment_not_open"


class RefundTooLarge(Conflict):
    """409: less is left of the payment."""

    code = "refund_too_large"


class RefundNotFailed(Conflict):
    """409: the refund is done, or on its way."""

    code = "refund_not_failed"


class RefundReplaced(Conflict):
    """409: another refund was made after this one had failed, or its order has taken the money since."""

    code = "refund_replaced"


class WebhookRefused(BadRequest):
    """400: nothing shows that the provider has sent this."""

    code = "webhook_refused"


class WebhookNotRead(BadRequest):
    """400: the provider has sent what cannot be read."""

    code = "webhook_not_read"


class ProviderNotConfigured(Unavailable):
    """503: the site has not all keys of the provider."""

    code = "payment_provider_not_configured"


class ProviderUnavailable(Unavailable):
    """503: the provider does not answer, or not as expected, or wants to be asked later."""

    code = "payment_provider_unavailable"


class ProviderFaulted(ProviderUnavailable):
    """503: the provider answered that it failed. It would say so again to the same idempotency key."""


class ProviderKeyRefused(Unavailable):
    """503: the provider does not take the site's keys."""

    code = "payment_provider_key_refused"


class ProviderRefused(Conflict):
    """409: the provider does not do this. ``reason`` is its own word for why."""

    code = "payment_refused"

    def __init__(self, detail: str, reason: str = "") -> None:
        super().__init__(detail, reason=reason)
        self.reason = reason
