"""What the checkout forgets."""

from typing import Any

from ecom.orders.models import CheckoutCount
from kit.hourly_limits import delete_old_counts
from kit.jobs import Run, task

_HOUR = 3_600


@task("checkout.purge", every=_HOUR)
async def purge(run: Run, args: dict[str, Any]) -> None:
    """Delete the counts of orders whose hour is over."""
    await delete_old_counts(run.session, CheckoutCount)
