"""Types of templates, as a plain resource."""

from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.schemas import EmailTemplateTypeIn, EmailTemplateTypeOut
from kit.crud import Resource

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
