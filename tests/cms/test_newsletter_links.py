"""The links in emails of newsletters: how long they work, and what forged ones do."""

import time
import uuid
from datetime import timedelta

import pytest

from cms.subscribers import confirming
from cms.subscribers.links import PENDING
from tests.cms.newsletter_calls import RIGHT, Newsletters, link_in, news, plain, work
from tests.mail_server import MailServer

__all__ = ["news"]


class TestLinks:
    async def test_a_link_lapses(self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        link = link_in(plain(server.messages[0]), "confirmation")
        later = time.time() + PENDING.total_seconds() + 1
        monkeypatch.setattr(time, "time", lambda: later)
        for answer in (await news.cms.get(link), await news.cms.post(link)):
            assert (answer.status_code, "does not work any more" in answer.text) == (404, True)
        assert (await news.subscriber()).state == "pending"

    async def test_a_forged_one_does_nothing(self, news: Newsletters, server: MailServer) -> None:
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        token = link_in(plain(server.messages[0]), "confirmation").partition("token=")[2]
        identifier, expires, signature = token.split(".")
        forged = [
            "",
            "x",
            "..",
            "é.1.x",
            "0" * 199,
            f"{identifier}.{int(expires) + 1}.{signature}",
            f"{uuid.uuid4().hex}.{expires}.{signature}",
            f"{identifier}.{expires}.{signature[:-1]}",
            f"{identifier}.{'9' * 100}.{signature}",
            f"{identifier}.²{expires}.{signature}",
        ]
        for each in forged:
            answer = await news.cms.post("/cms/newsletter/confirmation", params={"token": each})
            assert (each, answer.status_code) == (each, 404)
            off = await news.cms.post("/cms/newsletter/unsubscription", params={"token": each})
            assert (each, off.status_code) == (each, 404)
        assert (await news.subscriber()).state == "pending"

    async def test_the_first_of_two_mails_works_as_the_second_does(
        self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(confirming, "PAUSE", timedelta(0))
        plugin = await news.make()
        for _ in range(2):
            await news.sign_up(plugin, RIGHT)
            await work(news)
        first, second = (link_in(plain(message), "confirmation") for message in server.messages)
        assert (await news.cms.post(first)).status_code == 200
        again = await news.cms.get(second)
        assert (again.status_code, "You are subscribed" in again.text) == (200, True)

    async def test_others_may_not_keep_or_frame_the_page(self, news: Newsletters) -> None:
        answer = await news.cms.get("/cms/newsletter/confirmation")
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        # Neither does any other site learn its address, nor is the form sent without an origin.
        assert answer.headers["Referrer-Policy"] == "same-origin"
