"""Why a basket cannot be priced."""

from kit.errors import Unprocessable


class BasketTooLarge(Unprocessable):
    """422: a row comes to more than amounts can be."""

    code = "basket_too_large"
