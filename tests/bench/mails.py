"""Mails a minute to many recipients, beside a bare loop of aiosmtplib against the same server, which keeps nothing."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage

import psutil
from aiosmtplib import SMTP

from kit.testing.engines import free_port
from tests.bench.gateways import running
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, set_up
from tests.stack import running_stack

RECIPIENTS = (200, 2_000)
_BESIDE_BARE = 0.33
_ROUNDS = 3
_MOST = 500
"""Recipients of one email."""
_WORDS = "Words of a letter that says something about what is new. "
_LOCALHOST = "127.0.0.1"
_POLL_SECONDS = 0.02


@dataclass(frozen=True)
class _Taken:
    """Seconds by the clock and of processor time."""

    clock: float
    processor: float


def measure() -> Iterator[Measure]:
    with mail_sink() as environment, running_stack(**environment) as stack:
        port = int(environment["SMTP_PORT"])
        site = set_up(stack)
        template = make_template(site)
        for count in RECIPIENTS:
            turns = [(_sent(site, template, count), _bare(port, count)) for _ in range(_ROUNDS)]
            ours, bare = (min(each, key=lambda taken: taken.clock) for each in zip(*turns, strict=True))
            name = f"mails a minute to {count:,} recipients"
            note = f"{ours.processor / count * 1000:.2f} ms of the worker's processor time each"
            yield Measure(name, count / ours.clock * 60, "/min", note=note)
            note = f"{count / bare.clock * 60:,.0f} /min, {bare.processor / count * 1000:.2f} ms of processor time each"
            yield Measure(
                "… beside a bare loop of aiosmtplib", bare.clock / ours.clock, TIMES, _BESIDE_BARE, "more", note
            )
            yield Measure("… in processor time", ours.processor / bare.processor, TIMES)


@contextmanager
def mail_sink() -> Iterator[dict[str, str]]:
    """aiosmtpd in a process of its own, which keeps nothing; the settings of a copy that sends its mail there."""
    port = free_port()
    command = [sys.executable, "-m", "aiosmtpd", "--nosetuid", "--listen", f"{_LOCALHOST}:{port}"]
    with running([*command, "--class", "aiosmtpd.handlers.Sink"], port):
        yield {"SMTP_HOST": _LOCALHOST, "SMTP_PORT": str(port), "SMTP_SECURITY": "none"}


def make_template(site: Site) -> str:
    """A template for letters; its id."""
    content = f"<h1>{{{{ words }}}}</h1><p>{_WORDS * 40}</p>"
    data = {"name": "Letter", "emailTemplateTypeName": "Letters", "subject": "News", "content": content}
    answer = site.client.post("/cms/email-templates", json=data)
    answer.raise_for_status()
    id: str = answer.json()["id"]
    return id


def _sent(site: Site, template: str, count: int) -> _Taken:
    """From the first request to the last recipient."""
    people = [f"reader{number}@example.org" for number in range(count)]
    worker = psutil.Process(site.stack.pid("worker"))
    before, start = _processor_time(worker), time.perf_counter()
    jobs = [ask(site, template, people[first : first + _MOST]) for first in range(0, count, _MOST)]
    sent = sum(finished(site, job)["sent"] for job in jobs)
    taken = time.perf_counter() - start
    if sent != count:
        raise RuntimeError(f"{sent} of {count} were sent")
    return _Taken(taken, _processor_time(worker) - before)


def ask(site: Site, template: str, people: list[str]) -> str:
    """The address of the job that sends an email to these people."""
    what = {"template": {"id": template, "data": {"words": "Grüße"}}, "allowLogging": True, "recaptcha": "session"}
    answer = site.client.post(
        "/cms/emails",
        files={"emails": (None, json.dumps({**what, "bcc": people}))},
        headers={"Prefer": "respond-async", "Idempotency-Key": str(uuid.uuid4())},
    )
    answer.raise_for_status()
    return answer.headers["location"]


def finished(site: Site, job: str) -> dict[str, int]:
    """What the job gives."""
    while (found := site.client.get(job).json())["state"] not in ("done", "failed"):
        time.sleep(_POLL_SECONDS)
    result: dict[str, int] = found["result"] or {"sent": 0}
    return result


def _bare(port: int, count: int) -> _Taken:
    """The same text to as many, one after the other over one connection."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "no-reply@example.org", "undisclosed-recipients:;", "News"
    message.set_content(f"Grüße\n\n{_WORDS * 40}")
    message.add_alternative(f"<h1>Grüße</h1><p>{_WORDS * 40}</p>", subtype="html")
    body = message.as_bytes()

    async def send() -> None:
        async with SMTP(hostname=_LOCALHOST, port=port, start_tls=False) as smtp:
            for number in range(count):
                await smtp.sendmail("no-reply@example.org", [f"reader{number}@example.org"], body)

    own = psutil.Process()
    before, start = _processor_time(own), time.perf_counter()
    asyncio.run(send())
    return _Taken(time.perf_counter() - start, _processor_time(own) - before)


def _processor_time(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
