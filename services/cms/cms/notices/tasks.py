"""Mailing people what was done to their accounts."""

from typing import Any

from cms.config import settings_of
from cms.emails import service as emails
from cms.emails.kinds import KindName
from cms.emails.schemas import EmailRequest
from cms.member_pages import page_with
from cms.notices.schemas import AccountNotice, NoticeDevice
from kit.errors import Unavailable
from kit.jobs import Run, task

MAIL_NOTICE = "notices.mail"
STAFF_PAGE = "/cms-admin/account"
_HOME = "/"
_PLUGIN = "cms.accountManagement"
_CLOSING: frozenset[KindName] = frozenset({"user_deleted", "user_disabled"})
# Three minutes: without the page that it would best lead to, the mail is of use all the same.
_ATTEMPTS = 5


@task(MAIL_NOTICE, attempts=_ATTEMPTS)
async def mail_notice(run: Run, args: dict[str, Any]) -> None:
    """Write the mail in the transaction in which the job ends: once."""
    notice = AccountNotice.model_validate(args)
    page = await _page_for(run, notice)
    request = {
        "kind": notice.kind,
        "to": notice.to.model_dump(by_alias=True),
        "data": {
            **notice.data,
            **_device_data(notice.device),
            "at": notice.at.isoformat(),
            "timezone": notice.timezone,
            "link": f"{settings_of(run.state).public_url}{page}",
        },
    }
    await emails.write(run.session, EmailRequest.model_validate(request))


def _device_data(device: NoticeDevice | None) -> dict[str, str]:
    """What `NoticeData` has of a device."""
    if device is None:
        return dict.fromkeys(("browser", "system", "program", "address"), "")
    program = device.program or device.name
    return {
        "browser": device.browser or "",
        "system": device.system or "",
        "program": program or "",
        "address": device.address,
    }


async def _page_for(run: Run, notice: AccountNotice) -> str:
    """Where the mail leads: to the account, and to the site's first page where that is not open any more."""
    if notice.kind in _CLOSING:
        return _HOME
    return STAFF_PAGE if notice.is_staff else await _members_page(run)


async def _members_page(run: Run) -> str:
    """Where members have their account: on the site's own page for it. The site's first page where there is none."""
    try:
        return await page_with(run.state, _PLUGIN) or _HOME
    except Unavailable:
        if run.is_last:
            return _HOME
        raise
