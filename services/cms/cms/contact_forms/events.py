"""`cms.enquiry_received`: what a visitor has sent by a contact form, for the customer-relationship area."""

import uuid

from kit.events import Payload, event


class EnquiryPage(Payload):
    """The page that the form stands on."""

    url: str
    title: str


class EnquiryForm(Payload):
    """The form: the instance of its plugin, and its heading."""

    plugin_id: str
    heading: str


class EnquiryValue(Payload):
    """An answer: the question's name, label and kind, and what was answered."""

    name: str
    label: str
    kind: str
    values: list[str]


class EnquiryConsent(Payload):
    """What somebody was asked to agree to, in the words that they read, and whether they did."""

    name: str
    statement: str
    is_given: bool


class EnquiryFile(Payload):
    """A file that came along; its bytes are at cms' `/private/contact-files/{id}` for 35 days."""

    id: uuid.UUID
    name: str
    media_type: str
    size: int


@event("cms.enquiry_received")
class EnquiryReceived(Payload):
    """A visitor has sent a contact form, and the site has the customer-relationship area.

    `senderAddress` is what an email field of the form says: nobody has shown that it is theirs.
    """

    message_id: uuid.UUID
    page: EnquiryPage
    form: EnquiryForm
    values: list[EnquiryValue]
    sender_address: str | None
    consents: list[EnquiryConsent]
    files: list[EnquiryFile]
