"""Price kinds on the wire."""

import uuid

from kit.schemas import Out


class PriceKindOut(Out):
    """What a price is for."""

    id: uuid.UUID
    key: str
    name: str
