"""Mailing lists as a resource: what is read, searched and sorted, and by whom."""

from cms.mailing_lists.models import MailingList
from cms.mailing_lists.schemas import MailingListIn, MailingListOut
from kit.crud import Resource

mailing_lists = Resource(
    MailingList,
    name="mailing_list",
    data=MailingListIn,
    out=MailingListOut,
    # Editors choose one for a form.
    read=("editor", "admin"),
    write=("admin",),
    search=(MailingList.name,),
    sort={
        "name": MailingList.name,
        "key": MailingList.key,
        "createdAt": MailingList.created_at,
        "updatedAt": MailingList.updated_at,
    },
    default_sort="name",
)
