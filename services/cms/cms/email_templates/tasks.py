"""Making the default templates, soon after the site is set up and at every start of a worker."""

from cms.email_templates.defaults import make_missing
from kit.jobs import chore
from kit.state import KitState

_SECONDS = 10


@chore(every=_SECONDS)
async def make_default_templates(kit: KitState) -> None:
    """Make those that were never made."""
    async with kit.database.transaction() as session:
        await make_missing(session)
