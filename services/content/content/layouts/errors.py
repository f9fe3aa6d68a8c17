from kit.errors import Conflict, NotFound, Unprocessable


class LayoutNotFound(NotFound):
    code = "layout_not_found"


class LayoutInvalid(Unprocessable):
    """422: a tree that no layout can have; the field error has the fault's code."""

    code = "layout_invalid"


class LayoutInUse(Conflict):
    """409: pages have the layout, or new pages get it."""

    code = "layout_in_use"
