"""Subscribers as a resource: what is read, searched and sorted, and by whom."""

from cms.subscribers.models import Subscriber
from cms.subscribers.schemas import SubscriberIn, SubscriberOut
from kit.crud import Resource

subscribers = Resource(
    Subscriber,
    name="subscriber",
    data=SubscriberIn,
    out=SubscriberOut,
    read=("admin",),
    write=("admin",),
    search=(Subscriber.email_address, Subscriber.name),
    sort={
        "emailAddress": Subscriber.email_address,
        "name": Subscriber.name,
        "state": Subscriber.state,
        "requestedAt": Subscriber.requested_at,
        "createdAt": Subscriber.created_at,
        "updatedAt": Subscriber.updated_at,
    },
    default_sort="-requestedAt",
    filters={"state": Subscriber.state, "list-id": Subscriber.list_id, "forwarding": Subscriber.forwarding},
    # The audit log must not name an erased subscriber, so the title is the id.
    title=lambda row: str(row.id),
)
