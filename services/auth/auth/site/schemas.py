"""The site's settings as cms announces them."""

from typing import Annotated

from pydantic import StringConstraints

from kit.events import Payload
from kit.schemas import Version

SITE_CHANGED = "cms.site_changed"


class SiteChanged(Payload):
    """Those of the site's settings that auth needs."""

    version: Version
    # As long as the table takes; an old name that today's rules refuse must not hold up every later event.
    site_name: Annotated[str, StringConstraints(max_length=200)]
    allow_registration: bool
