"""An SMTP server for tests. It takes mail as any does, and can be told to refuse, to hang, or to hang up."""

import asyncio
import ssl
import threading
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


class MailServer:
    """What arrived, and what the server does at the commands ``MAIL``, ``RCPT`` and ``DATA`` (after the body)."""

    def __init__(self, tls: ssl.SSLContext | None = None, **options: Any) -> None:
        self.messages: list[EmailMessage] = []
        self.contents: list[bytes] = []
        """The messages as they came over the wire."""
        self.envelopes: list[tuple[str | None, list[str]]] = []
        self.connections = 0
        self.begun = 0
        """How many messages were begun, by ``MAIL``."""
        self.answers: dict[str, str] = {}
        """What it says instead of 250, by command."""
        self.hangs_at: str | None = None
        """The command that it does not answer until it is `released`; `reached` is set meanwhile."""
        self.reached = asyncio.Event()
        self.waiting = 0
        """How many it does not answer now."""
        self.released = asyncio.Event()
        self.hangs_up_at: str | None = None
        self.unknown: str | None = None
        """An address that it refuses."""
        self.most_messages: int | None = None
        """How many it takes over one connection before it ends that (421), as many servers do."""
        self._taken = Counter[SMTP]()
        self.port = 0
        self._tls = tls
        self._options = options
        self._server: asyncio.Server | None = None
        self._open: list[SMTP] = []

    # The hooks of aiosmtpd.
    async def handle_EHLO(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.most_messages is not None and self._taken[server] >= self.most_messages:
            return "421 4.7.0 Too many messages in one session"
        self.begun += 1
        envelope.mail_from = address
        return await self._answer("MAIL", server)

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address == self.unknown:
            return "550 5.1.1 No such user"
        envelope.rcpt_tos.append(address)
        return await self._answer("RCPT", server)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # aiosmtpd's name
        if "DATA" not in self.answers:
            self._taken[server] += 1
            content = cast("bytes", envelope.content)
            self.contents.append(content)
            self.messages.append(message_from_bytes(content, policy=policy.default))
            self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        return await self._answer("DATA", server)

    async def _answer(self, command: str, server: SMTP) -> str:
        if self.hangs_at == command:
            self.waiting += 1
            self.reached.set()
            try:
                await self.released.wait()
            finally:
                self.waiting -= 1
        if self.hangs_up_at == command:
            cast("asyncio.Transport", server.transport).abort()
        return self.answers.get(command, "250 OK")

    async def listen(self) -> None:
        """Take connections, at the same port as before."""
        loop = asyncio.get_running_loop()

        def connection() -> SMTP:
            self.connections += 1
            smtp = SMTP(self, loop=loop, hostname="mail.test", **self._options)
            self._open.append(smtp)
            return smtp

        self._server = await loop.create_server(connection, "127.0.0.1", self.port, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]

    def go_on(self) -> None:
        """Answer the clients that wait, and all that come; from any thread."""
        assert self._server is not None
        self.hangs_at = None
        self._server.get_loop().call_soon_threadsafe(self.released.set)

    async def close(self) -> None:
        """Be away: refuse connections, and drop those there are."""
        self.released.set()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        for smtp in self._open:
            if smtp.transport is not None:
                cast("asyncio.Transport", smtp.transport).abort()
        self._open.clear()


@asynccontextmanager
async def mail_server(
    *, tls: ssl.SSLContext | None = None, starttls: ssl.SSLContext | None = None, password: str | None = None
) -> AsyncIterator[MailServer]:
    """A running server, with TLS from the start or after STARTTLS; with a password, ``mailer`` has to log in."""
    options: dict[str, Any] = {"tls_context": starttls, "require_starttls": True} if starttls else {}
    if password is not None:

        def authenticate(_s: SMTP, _session: Session, _e: Envelope, _mechanism: str, data: Any) -> AuthResult:
            return AuthResult(success=data == LoginPassword(b"mailer", password.encode()), handled=False)

        options |= {"authenticator": authenticate, "auth_required": True}
    server = MailServer(tls, **options)
    await server.listen()
    try:
        yield server
    finally:
        await server.close()


@contextmanager
def mail_server_in_thread() -> Iterator[MailServer]:
    """A running server for tests that are not asynchronous themselves."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = MailServer()

    def run(coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)

    run(server.listen())
    try:
        yield server
    finally:
        run(server.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
