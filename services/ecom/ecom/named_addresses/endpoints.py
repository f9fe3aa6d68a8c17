"""``/private/named-addresses``: what pages' addresses may name for a plugin of the shop, for the web host's sitemap."""

from typing import Annotated

from fastapi import APIRouter, Query

from ecom.named_addresses.errors import PluginNamesNothing
from ecom.named_addresses.repository import NAMES
from ecom.named_addresses.schemas import NamedAddresses
from kit.auth import Internal
from kit.db import ReadingSession

private_router = APIRouter(prefix="/private/named-addresses")


@private_router.get("", include_in_schema=False)
async def list_named(
    session: ReadingSession, ref: Annotated[str, Query(max_length=100)], _: Annotated[str, Internal("web")]
) -> NamedAddresses:
    """All names for the plugin of this ref; 404 `plugin_names_nothing`."""
    names = NAMES.get(ref)
    if names is None:
        raise PluginNamesNothing(f"No address names anything for {ref}.")
    return NamedAddresses(names=await names(session))
