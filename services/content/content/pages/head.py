"""What a page says of itself to search engines and where it is shared, as it is stored."""

from typing import Any

from content.address import HOME, AddressFault
from content.link_targets import target_of
from content.pages.errors import CanonicalInvalid
from content.pages.schemas import PageMeta, stored
from content.url_maps.patterns import clean_destination, is_elsewhere
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
    target = target_of(address, HOME, public_url) if is_elsewhere(address) else None
    try:
        return clean_destination(target.address if target is not None and target.is_internal else address).partition(
            "#"
        )[0]
    except AddressFault:
        detail = "Enter a path such as /about, or an address that begins with https://."
        fault = FieldError("meta.canonical", CanonicalInvalid.code, detail)
        raise CanonicalInvalid(detail, errors=[fault]) from None
