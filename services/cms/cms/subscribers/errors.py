"""Why somebody is not put on a list, or not changed there."""

from kit.errors import Conflict, NotFound, Unavailable


class ProviderNotConfigured(Unavailable):
    """503: the site has no key, or no list, of the provider."""

    code = "mailing_list_not_configured"


class ProviderUnavailable(Unavailable):
    """503: the provider does not answer, or wants to be asked later."""

    code = "mailing_list_unavailable"


class ProviderKeyRefused(Unavailable):
    """503: the provider does not take the site's key."""

    code = "mailing_list_key_refused"


class ProviderListMissing(Unavailable):
    """503: the provider has no list of this id."""

    code = "mailing_list_missing_there"


class ProviderRefused(Conflict):
    """409: the provider does not take this person."""

    code = "subscriber_refused"


class ListedSubscriberNotFound(NotFound):
    """404: the provider's list does not have this address."""

    code = "listed_subscriber_not_found"


class SubscriberUnconfirmed(Conflict):
    """409: only the person can confirm that they want to be on the list."""

    code = "subscriber_unconfirmed"


class SubscriberUnsubscribed(Conflict):
    """409: the person has unsubscribed, and only they can subscribe again."""

    code = "subscriber_unsubscribed"


class SubscriberElsewhere(Conflict):
    """409: the list is kept by a provider, and is changed there."""

    code = "subscriber_elsewhere"
