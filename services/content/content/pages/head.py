"""What a page says of itself to search engines and where it is shared, as it is stored."""

from typing import Any

from content.address import AddressFault
from content.pages.errors import CanonicalInvalid
from content.pages.schemas import PageMeta, stored
from content.url_maps.patterns import clean_destination
from kit.errors import FieldError


def stored_meta(meta: PageMeta | None, url: str, public_url: str) -> dict[str, Any]:
    """The settings of the page at an address as they are kept. Raises CanonicalInvalid."""
    if meta is None:
        return {}
    kept = stored(meta)
    canonical = kept.pop("canonical", "").strip()
    # A page that is its own needs to say nothing, and goes on saying nothing when it moves.
    if canonical and (address := _canonical(canonical, public_url)) != url:
        kept["canonical"] = address
    return kept


def _canonical(address: str, public_url: str) -> str:
    """A path of this site, or an absolute address elsewhere."""
    origin = public_url.rstrip("/")
    own = address[len(origin) :] if address.startswith(f"{origin}/") else address
    try:
        return clean_destination(own).partition("#")[0]
    except AddressFault:
        detail = "Enter a path such as /about, or an address that begins with https://."
        fault = FieldError("meta.canonical", CanonicalInvalid.code, detail)
        raise CanonicalInvalid(detail, errors=[fault]) from None
