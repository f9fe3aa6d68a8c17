"""What can be wrong with images of other sites."""

from kit.errors import Conflict, TooManyRequests, Unprocessable


class ImageNotCopied(Unprocessable):
    """422: there is no image at an address, or it cannot be had."""

    code = "image_not_copied"


class CopyCancelled(Conflict):
    """409: somebody has cancelled it before a file was made of any of the images."""

    code = "copy_cancelled"


class TooManyCopies(TooManyRequests):
    """429: a person, or the site, has had as many images fetched as may be in an hour."""

    code = "too_many_copies"


class FolderRestricted(Conflict):
    """409: visitors would not see what is copied into a folder, since only some may see the folder or one above it."""

    code = "folder_restricted"
