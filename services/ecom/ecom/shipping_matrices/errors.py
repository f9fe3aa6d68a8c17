"""What can be wrong with shipping matrices."""

from kit.errors import Conflict, NotFound, ValidationFailed


class ShippingMatrixNotFound(NotFound):
    """404: no shipping matrix has this id."""

    code = "shipping_matrix_not_found"


class ShippingMatrixTaken(Conflict):
    """409: another matrix has this name."""

    code = "shipping_matrix_taken"


class ShippingMatrixInUse(Conflict):
    """409: rows of other matrices, which ``usedBy`` names, lead to this one, or baskets begin with it."""

    code = "shipping_matrix_in_use"


class ShippingMatrixInvalid(ValidationFailed):
    """422: rows of the matrix mean nothing."""

    code = "shipping_matrix_invalid"


class ShippingMatrixCircle(ValidationFailed):
    """422: a row leads to a matrix that leads back to this one."""

    code = "shipping_matrix_circle"


class TooManyShippingMatrices(ValidationFailed):
    """422: a shop has no more matrices than can be read for a basket."""

    code = "too_many_shipping_matrices"
