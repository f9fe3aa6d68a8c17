"""Why a mailing list is not changed."""

from kit.errors import Conflict


class MailingListProviderFixed(Conflict):
    """409: people have agreed to be on the list as it is kept now, so nobody else takes it over."""

    code = "mailing_list_provider_fixed"
