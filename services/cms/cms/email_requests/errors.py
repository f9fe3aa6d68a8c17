"""Why emails that somebody asks for are not written."""

from kit.errors import Forbidden, Unavailable, Unprocessable


class TemplateNotForVisitors(Forbidden):
    """403: this template is for those who run the site."""

    code = "email_template_not_for_visitors"


class NoRecipients(Unavailable):
    """503: neither the template nor the site says who gets what visitors send."""

    code = "email_recipients_missing"


class CaptchaNotConfigured(Unavailable):
    """503: visitors cannot have emails sent, because the site has no captcha provider."""

    code = "captcha_not_configured"


class CaptchaUnavailable(Unavailable):
    """503: the captcha provider does not answer, or refuses the site's own secret."""

    code = "captcha_unavailable"


class CaptchaFailed(Unprocessable):
    """422: the captcha provider does not take the value: it is wrong, old or used."""

    code = "captcha_failed"
