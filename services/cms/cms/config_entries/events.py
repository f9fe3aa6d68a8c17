"""`cms.site_changed`: the site's own settings, emitted with every change of them."""

from typing import Any

from pydantic import Field

from kit.events import Payload, event


@event("cms.site_changed", formerly=["site.changed"])
class SiteChanged(Payload):
    """The site's settings as they are now. Later ones have higher versions."""

    version: int
    site_name: str
    language: str
    timezone: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    allow_registration: bool
    dark_mode: str
    logo: dict[str, Any] | None
    """``file``, the id of an image, with ``width`` and ``height`` of a drawing, and ``withName``."""
    dark_logo: dict[str, Any] | None
    icon: dict[str, Any] | None
