from kit.errors import Conflict, NotFound, Unprocessable


class BlogPostNotFound(NotFound):
    code = "blog_post_not_found"


class BlogCategoryNotFound(NotFound):
    code = "blog_category_not_found"


class BlogCategoryTaken(Conflict):
    """409: another category has this id."""

    code = "blog_category_taken"


class BlogCategoryInUse(Conflict):
    """409: other categories stand below this one."""

    code = "blog_category_in_use"


class BlogCategoryUnknown(Unprocessable):
    """422: a post is to be in a category that does not exist."""

    code = "unknown_reference"
