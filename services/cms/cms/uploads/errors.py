"""What can be wrong with uploads."""

from kit.errors import Conflict, NotFound, PayloadTooLarge, PreconditionFailed, Unprocessable


class NoFiles(Unprocessable):
    """422: the request has no file in it."""

    code = "no_files"


class FilenamesInvalid(Unprocessable):
    """422: the field ``filenames`` is no list of names, or of more than there are files."""

    code = "filenames_invalid"


class FileTooLarge(PayloadTooLarge):
    """413: a file is larger than the site takes."""

    code = "file_too_large"


class UploadNotFound(NotFound):
    """404: no upload has this id, it expired, or somebody else began it."""

    code = "upload_not_found"


class UploadCancelled(Conflict):
    """409: somebody has cancelled the upload while a file was made of it, or it has expired."""

    code = "upload_cancelled"


class UploadUncertain(Conflict):
    """409: nobody knows whether a file was stored; sent again without a look, it may be there twice."""

    code = "upload_uncertain"


class OffsetMismatch(Conflict):
    """409: the part does not begin where what is here ends; ``offset`` says where that is."""

    code = "offset_mismatch"


class UploadIncomplete(Conflict):
    """409: not all of the file is here yet."""

    code = "upload_incomplete"


class TusVersionUnknown(PreconditionFailed):
    """412: the version of the protocol is not 1.0.0."""

    code = "tus_version_unknown"
