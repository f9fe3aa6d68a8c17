"""The site's settings. Editors read what pages are made with; all else is for administrators."""

from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StringConstraints
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.events import SiteChanged
from cms.config_entries.models import ConfigEntry
from cms.config_entries.schemas import Logo, SiteImage
from kit.config_entries import ConfigEntries, Entry
from kit.events import emit, restates
from kit.schemas import EmailAddress, Language, Name, Timezone

_EDITOR = ("editor",)
_SUPER = ("super",)
# In SQL, for nobody has changed the entry.
_COUNT_ON = text("UPDATE config_entries SET version = version + :more WHERE id = :id")

SITE_NAME = Entry[str]("siteName", Name, read=_EDITOR)
LANGUAGE = Entry[str]("language", Language, read=_EDITOR)
TIMEZONE = Entry[str]("timezone", Timezone, read=_EDITOR)
HAS_ECOM = Entry[bool]("hasEcom", StrictBool, read=_EDITOR)
HAS_CRM = Entry[bool]("hasCRM", StrictBool, read=_EDITOR)
ALLOW_REGISTRATION = Entry[bool]("allowRegistration", StrictBool, default=False, read=_EDITOR)
# Whether public pages follow a visitor's dark mode; automatic: as long as all colours that editors set allow it.
DARK_MODE = Entry[str]("darkMode", Literal["automatic", "on", "off"], default="automatic", read=_EDITOR)
# Files of the library, by their ids; pages show those alone that everybody may see.
LOGO = Entry[Any]("logo", Logo | None, default=None, read=_EDITOR)
# In place of it where pages are dark.
DARK_LOGO = Entry[Any]("darkLogo", SiteImage | None, default=None, read=_EDITOR)
ICON = Entry[Any]("icon", SiteImage | None, default=None, read=_EDITOR)
TRUSTED_REPOSITORIES = Entry[str](
    "trustedRepositories",
    # Hosts, one a line. What comes from them runs as the site's own code.
    Annotated[str, StringConstraints(max_length=10_000, pattern=r"^[A-Za-z0-9.:\n-]*$")],
    default="",
    read=_EDITOR,
    write=("super",),
)

# Who gets what visitors send, where the template of the email names nobody. Empty: nobody.
CONTACT_ADDRESS = Entry[str]("contactAddress", EmailAddress | Literal[""], default="", read=_EDITOR)
CAPTCHA_PROVIDER = Entry[str](
    "captchaProvider", Literal["", "recaptcha", "hcaptcha", "turnstile"], default="", read=_EDITOR
)
CAPTCHA_SITE_KEY = Entry[str](
    "captchaSiteKey",
    Annotated[str, StringConstraints(max_length=200, pattern=r"^[\x21-\x7e]*$")],
    default="",
    read=_EDITOR,
)
CAPTCHA_SECRET = Entry[str | None](
    "captchaSecret",
    Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")],
    default=None,
    is_secret=True,
)

# Reading the site's analytics: the client that the site has at Google, and the number of its Analytics property.
_GoogleText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[\x21-\x7e]*$")]
GOOGLE_CLIENT_ID = Entry[str]("googleClientId", _GoogleText, default="")
GOOGLE_CLIENT_SECRET = Entry[str | None](
    "googleClientSecret", Annotated[_GoogleText, Field(min_length=1)], default=None, is_secret=True
)
ANALYTICS_PROPERTY = Entry[str](
    "analyticsProperty",
    Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{0,20}$")],
    default="",
)
# Given by connecting the site alone: nobody reads or writes it by hand.
GOOGLE_REFRESH_TOKEN = Entry[str | None](
    "googleRefreshToken",
    Annotated[str, StringConstraints(min_length=1, max_length=2_000)],
    default=None,
    read=(),
    write=(),
    is_secret=True,
)
# The site's keys at the providers of mailing lists. After the hyphen of Mailchimp's is the data centre it is asked at.
MAILCHIMP_KEY = Entry[str | None](
    "mailchimpKey",
    Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,100}-[a-z]{2,4}[0-9]{1,4}$")],
    default=None,
    is_secret=True,
)
CAMPAIGN_MONITOR_KEY = Entry[str | None](
    "campaignMonitorKey",
    Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/=_-]{1,200}$")],
    default=None,
    is_secret=True,
)

# When a backup is made by itself, by the site's clocks, and how many of them are kept.
BACKUP_SCHEDULE = Entry[str]("backupSchedule", Literal["off", "daily", "weekly"], default="off", write=_SUPER)
BACKUP_TIME = Entry[str](
    "backupTime", Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")], default="03:00", write=_SUPER
)
BACKUP_WEEKDAY = Entry[int]("backupWeekday", Annotated[StrictInt, Field(ge=0, le=6)], default=6, write=_SUPER)
_Kept = Annotated[StrictInt, Field(ge=0, le=100)]
BACKUPS_KEPT_DAILY = Entry[int]("backupsKeptDaily", _Kept, default=7, write=_SUPER)
BACKUPS_KEPT_WEEKLY = Entry[int]("backupsKeptWeekly", _Kept, default=4, write=_SUPER)
BACKUPS_KEPT_MONTHLY = Entry[int]("backupsKeptMonthly", _Kept, default=6, write=_SUPER)

_SITE = (
    *(SITE_NAME, LANGUAGE, TIMEZONE, HAS_ECOM, HAS_CRM, ALLOW_REGISTRATION),
    *(DARK_MODE, LOGO, DARK_LOGO, ICON),
)
"""The entries that other services hear of."""


_Hearing = Callable[[AsyncSession], Awaitable[None]]
_hearing: list[tuple[str, _Hearing]] = []


def when_changed(entry: Entry[Any]) -> Callable[[_Hearing], _Hearing]:
    """Have a function of another room run in the transaction that changes an entry."""

    def register(function: _Hearing) -> _Hearing:
        _hearing.append((entry.key, function))
        return function

    return register


async def _publish(session: AsyncSession, keys: Collection[str]) -> None:
    if {entry.key for entry in _SITE}.intersection(keys):
        await publish(session)
    for key, function in _hearing:
        if key in keys:
            await function(session)


_MAIL = (CONTACT_ADDRESS, CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY, CAPTCHA_SECRET)

_GOOGLE = (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, ANALYTICS_PROPERTY, GOOGLE_REFRESH_TOKEN)

_BACKUPS = (
    BACKUP_SCHEDULE,
    BACKUP_TIME,
    BACKUP_WEEKDAY,
    BACKUPS_KEPT_DAILY,
    BACKUPS_KEPT_WEEKLY,
    BACKUPS_KEPT_MONTHLY,
)
_LISTS = (MAILCHIMP_KEY, CAMPAIGN_MONITOR_KEY)

entries = ConfigEntries(
    ConfigEntry,
    [*_SITE, TRUSTED_REPOSITORIES, *_MAIL, *_GOOGLE, *_LISTS, *_BACKUPS],
    name="cms.site",
    changed=_publish,
)


async def publish(session: AsyncSession) -> None:
    """Announce what the site is like now, once it is set up; the caller holds the lock of the entries.

    Versions of entries only grow, and changes take turns: so their sum orders the announcements.
    """
    rows = await entries.rows(session, [entry.key for entry in _SITE])
    if len(rows) == len(_SITE):
        values = {row.key: row.value for row in rows}
        emit(session, SiteChanged.model_validate({"version": sum(row.version for row in rows), **values}))


async def version(session: AsyncSession) -> int:
    """The version that the settings are announced with."""
    return sum(row.version for row in await entries.rows(session, [entry.key for entry in _SITE]))


async def announce_as_newer(session: AsyncSession, than: int) -> None:
    """Give restored settings a version above ``than``: a service that has that version takes over newer ones only."""
    rows = await entries.rows(session, [entry.key for entry in _SITE])
    behind = than - sum(row.version for row in rows)
    if rows and behind >= 0:
        await session.execute(_COUNT_ON, {"more": behind + 1, "id": rows[0].id})


@restates(SiteChanged)
async def restate(session: AsyncSession) -> None:
    """Announce the settings once more."""
    await entries.lock(session)
    await publish(session)
