from pydantic import Field

from kit.outbound import Reason
from kit.schemas import Out


class ExternalStatus(Out):
    """What an address outside the site answers."""

    url: str = Field(description="Where redirects have led; the address itself where it did not answer.")
    status: int | None = Field(description="The HTTP status; none where there was no answer.")
    reason: Reason | None = Field(description="Why there was none. Addresses within the network are not asked.")
