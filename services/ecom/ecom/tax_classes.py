"""Tax classes: the names by which products and tax rates meet."""

from typing import Annotated

from pydantic import StringConstraints

TaxClass = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=50)]
"""As products and rates have it: ``standard``, ``reduced-rate``."""
