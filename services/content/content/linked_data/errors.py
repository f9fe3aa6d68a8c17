from kit.errors import Unprocessable


class LinkedDataInvalid(Unprocessable):
    """422: this is not a JSON-LD object that pages can show; the errors name the members."""

    code = "linked_data_invalid"


class UnknownLinkedData(Unprocessable):
    """422: a page is given an item that does not exist, or the same one twice."""

    code = "unknown_linked_data"
