"""What can be wrong with a product group."""

from kit.errors import Conflict, NotFound, ValidationFailed


class ProductGroupNotFound(NotFound):
    """404: no product group has this id."""

    code = "product_group_not_found"


class ProductGroupTaken(Conflict):
    """409: another group has this code."""

    code = "product_group_taken"


class ProductGroupInUse(Conflict):
    """409: orders name products of the group."""

    code = "product_group_in_use"


class ProductGroupInvalid(ValidationFailed):
    """422: the group's options contradict each other, or what its products are."""

    code = "product_group_invalid"
