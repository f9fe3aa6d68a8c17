"""What prices are for. The kinds are the program's, the same in every shop: nobody adds one, so they are no table."""

import uuid
from dataclasses import dataclass
from typing import Literal

Kind = Literal["standard", "sale", "trade"]


@dataclass(frozen=True, slots=True)
class PriceKind:
    """What a price is for."""

    id: uuid.UUID
    key: Kind
    name: str


KINDS = (
    PriceKind(uuid.UUID("0192f000-0000-7000-8000-000000000000"), "standard", "Standard price"),
    PriceKind(uuid.UUID("0192f000-0000-7000-8000-000000000001"), "sale", "Sale price"),
    PriceKind(uuid.UUID("0192f000-0000-7000-8000-000000000002"), "trade", "Trade price"),
)
