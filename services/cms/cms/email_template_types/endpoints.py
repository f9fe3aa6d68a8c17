"""``/cms/email-template-types``: a plain resource, but that a type's name is what the site's own parts know it by."""

from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.schemas import EmailTemplateTypeIn, EmailTemplateTypeOut
from kit.crud import Resource
from kit.crud_routes import crud_router

types = Resource(
    EmailTemplateType,
    name="email_template_type",
    data=EmailTemplateTypeIn,
    out=EmailTemplateTypeOut,
    read=("editor",),
    write=("admin",),
    search=(EmailTemplateType.name,),
    sort={"name": EmailTemplateType.name, "createdAt": EmailTemplateType.created_at},
    default_sort="name",
)

router = crud_router(types, "/cms/email-template-types", without=["get", "update"])
