"""What can be wrong with a product."""

from kit.errors import Conflict, NotFound, ValidationFailed


class ProductNotFound(NotFound):
    """404: no product has this id."""

    code = "product_not_found"


class ProductTaken(Conflict):
    """409: another product has this SKU, or this choice of its group's options."""

    code = "product_taken"


class ProductInUse(Conflict):
    """409: orders name the product."""

    code = "product_in_use"


class ProductInvalid(ValidationFailed):
    """422: fields of products contradict their group or each other."""

    code = "product_invalid"


class StockChanged(Conflict):
    """409: there are more or fewer by now than the caller saw."""

    code = "stock_changed"
