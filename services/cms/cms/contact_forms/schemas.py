"""What browsers and the web host get of contact forms."""

from kit.schemas import Out


class TicketOut(Out):
    """A ticket for one message. `difficulty`: the zero bits that the SHA-256 of `<ticket>:<solution>` has to begin with."""

    ticket: str
    difficulty: int
    captcha_provider: str
    captcha_site_key: str


class MessageAccepted(Out):
    """A message was taken."""

    accepted: bool = True
