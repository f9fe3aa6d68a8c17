"""What can be wrong with an image."""

from kit.errors import Unprocessable


class ImageRefused(Unprocessable):
    """422: the file says that it is an image, and is none, damaged, too large, or too costly to read."""

    code = "image_refused"
