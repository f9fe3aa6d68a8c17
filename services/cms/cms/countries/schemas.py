"""Countries on the wire."""

from kit.schemas import Out


class CountryOut(Out):
    """A country or territory: its two-letter code of ISO 3166 and its name in the site's language."""

    code: str
    name: str
