"""Why a message of a contact form is not taken."""

from kit.errors import Forbidden, NotFound, TooManyRequests, Unprocessable


class ContactFormNotFound(NotFound):
    """404: no contact form has this id."""

    code = "contact_form_not_found"


class ContactFormInvalid(Unprocessable):
    """422: some answers do not fit; each fault names its question. ``values`` is what was typed."""

    code = "contact_form_invalid"


class TrapSprung(Forbidden):
    """403: a field was filled in that people do not see."""

    code = "contact_trap_sprung"


class TicketMissing(Unprocessable):
    """422: the message came without a ticket of ours."""

    code = "contact_ticket_missing"


class TicketExpired(Unprocessable):
    """422: the message's ticket is too old."""

    code = "contact_ticket_expired"


class TicketUsed(Unprocessable):
    """422: another message came with this ticket."""

    code = "contact_ticket_used"


class ProofInvalid(Unprocessable):
    """422: the puzzle of the ticket is not solved."""

    code = "contact_proof_invalid"


class TooQuick(Unprocessable):
    """422: the form was sent sooner than people fill it in."""

    code = "contact_too_quick"


class ScriptNeeded(Unprocessable):
    """422: the site's captcha provider needs JavaScript."""

    code = "contact_script_needed"


class TooManyMessages(TooManyRequests):
    """429: many messages came from this network, or to this site."""

    code = "contact_too_many"
