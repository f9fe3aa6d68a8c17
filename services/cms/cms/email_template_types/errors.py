"""Why a type of templates is not renamed or deleted."""

from kit.errors import Conflict


class EmailTemplateTypeInUse(Conflict):
    """409: templates are of this type."""

    code = "email_template_type_in_use"


class EmailTemplateTypeBuiltIn(Conflict):
    """409: a part of the site knows the type by its name."""

    code = "email_template_type_built_in"
