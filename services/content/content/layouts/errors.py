from kit.errors import NotFound, Unprocessable


class LayoutNotFound(NotFound):
    code = "layout_not_found"


class LayoutInvalid(Unprocessable):
    """422: a tree that no layout can have; the field error has the fault's code."""

    code = "layout_invalid"
