"""This machine's clock beside others, which are ten minutes off."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from deploy.doctor.clock import Reading, check_clock, reading
from deploy.doctor.mail import check_mail
from deploy.doctor.public_address import check_public_address
from deploy.doctor.storage import check_bucket
from tests.doctor.running import web_server
from tests.mail_server import MailServer

_ADVICE = "set the clocks of all machines by NTP (timedatectl set-ntp true)"


@pytest.mark.parametrize(("minutes", "way"), [(10, "behind"), (-10, "ahead of")])
async def test_is_compared_with_the_mail_server(minutes: int, way: str) -> None:
    theirs = format_datetime(datetime.now(UTC) + timedelta(minutes=minutes))
    server = MailServer(ident=f"ESMTP Exim 4.98; {theirs}")
    await server.listen()
    try:
        settings = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(server.port), "SMTP_SECURITY": "none"}
        _, clocks = await check_mail(settings)
    finally:
        await server.close()
    [found] = check_clock(clocks)
    assert (found.level, found.advice) == ("fault", _ADVICE)
    assert found.said == f"this machine is 10 minutes {way} the mail server"


async def test_is_compared_with_s3() -> None:
    with web_server(status=403, behind=timedelta(minutes=10)) as address:
        settings = {
            "S3_BUCKET": "files",
            "S3_ENDPOINT_URL": address,
            "S3_ACCESS_KEY_ID": "a",
            "S3_SECRET_ACCESS_KEY": "b",
        }
        _, clocks = await check_bucket("Files", "", settings)
    [found] = check_clock(clocks)
    assert (found.level, found.said) == ("fault", "this machine is 10 minutes ahead of S3")


async def test_is_compared_with_the_public_address() -> None:
    with web_server(behind=timedelta(minutes=10)) as address:
        _, clocks = await check_public_address(address, None, is_contained=False)
    [found] = check_clock(clocks)
    assert found.said == "this machine is 10 minutes ahead of the public address"


@pytest.mark.parametrize(
    ("ahead", "level"),
    [(0, "ok"), (4, "ok"), (-4, "ok"), (30, "warning"), (-30, "warning"), (61, "fault"), (-900, "fault")],
)
def test_may_be_a_little_off(ahead: float, level: str) -> None:
    [found] = check_clock([Reading("Postgres", ahead)])
    assert found.level == level


def test_is_told_of_each_that_does_not_agree() -> None:
    found = check_clock([Reading("Postgres", 0.2), Reading("S3", 600), Reading("the mail server", 1)])
    assert [(each.level, each.said) for each in found] == [
        ("ok", "as that of Postgres and the mail server"),
        ("fault", "this machine is 10 minutes behind S3"),
    ]


def test_is_not_blamed_for_an_answer_that_took_long() -> None:
    theirs = datetime.fromtimestamp(1_000_004, UTC)
    assert reading("Postgres", theirs, asked=1_000_000, answered=1_000_009).ahead == 0
    assert reading("Postgres", theirs, asked=1_000_010, answered=1_000_011).ahead == -6
    assert reading("Postgres", theirs, asked=1_000_000, answered=1_000_001).ahead == 3
