from kit.errors import Conflict, Forbidden, NotFound, Unavailable


class TemplateNotFound(NotFound):
    code = "template_not_found"


class TemplateRevisionNotFound(NotFound):
    code = "template_revision_not_found"


class CompilerUnavailable(Unavailable):
    """503: the web host, which compiles templates, is away."""

    code = "compiler_unavailable"


class TemplateInUse(Conflict):
    """409: pages have this look, or it is the site's default."""

    code = "template_in_use"


class TemplateScriptNeedsSuper(Forbidden):
    """403: what runs in every visitor's browser is for super alone."""

    code = "template_script_needs_super"
