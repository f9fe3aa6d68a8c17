"""Getting the site's settings where no announcement of them can be read any more."""

import logging

from auth.site.schemas import SITE_CHANGED
from kit.errors import DomainError
from kit.http import InternalClient
from kit.jobs import chore
from kit.state import KitState

log = logging.getLogger(__name__)

_LOOK_EVERY = 60.0


@chore(_LOOK_EVERY)
async def request_settings(state: KitState) -> None:
    """Have cms announce the settings once more if auth has none.

    A site that was set up by a release whose auth did not follow cms may have its last announcement deleted by now.
    """
    if await state.database.pool.fetchval("SELECT exists(SELECT FROM site)"):
        return
    try:
        await InternalClient(state, "cms").post("/private/events/restatements", json={"names": [SITE_CHANGED]})
    except DomainError as error:
        log.info("the site's settings are asked for again later: %s", error)
