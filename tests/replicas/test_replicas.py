"""Three of each part behind one gateway: nobody notices which of them answers, nor that one of them ends."""

import asyncio
import signal
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, islice

import httpx
import pytest

from deploy.local.data_folder import SERVICES
from kit.auth import SESSION_COOKIE
from kit.worker import AT_ONCE
from tests.composed.forks import VOLUMES
from tests.mail_server import MailServer, mail_server_in_thread
from tests.replicas.gateways import NAMES as GATEWAYS
from tests.replicas.gateways import two_gateways
from tests.replicas.load import READS_OF_MEMBERS, Load, load
from tests.replicas.replacement import replace_all
from tests.replicas.site import NUMBERS, PARTS, ReplicatedSite, replica, replicas, replicated_site
from tests.replicas.under_way import Upload, site_locked
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, new_id, own_column, put_actions, render

pytestmark = pytest.mark.xdist_group("replicas")

_LOGIN = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server_in_thread() as server:
        yield server


@pytest.fixture(scope="module")
def site(mail: MailServer) -> Iterator[ReplicatedSite]:
    smtp = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(mail.port), "SMTP_SECURITY": "none"}
    with replicated_site(SETUP_CODE="open-sesame", MAIL_FROM="mail@example.org", **smtp) as site:
        yield site


@pytest.fixture(scope="module")
def owner(site: ReplicatedSite) -> Iterator[httpx.Client]:
    """One session for all of these tests."""
    with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=60) as client:
        client.post("/auth/tokens", json=_LOGIN).raise_for_status()
        yield client


def new_member(owner: httpx.Client) -> str:
    """Somebody with an account; their email address."""
    address = f"{uuid.uuid4().hex}@example.org"
    person = {"firstName": "Mo", "lastName": "Member", "emailAddress": address, "timezone": "UTC"}
    form = {"person": person, "scopes": [], "password": "the old password it was"}
    assert owner.post("/auth/users", json=form).status_code == 201
    return address


def ask_for_a_link(owner: httpx.Client, address: str) -> None:
    """Have a link mailed to somebody: by a job, which auth is asked for and which begins another."""
    assert owner.post("/cms/users/reset-password", json={"emailAddress": address}).status_code == 202


def recipients(mail: MailServer) -> Counter[str]:
    """How many messages each got."""
    return Counter(address for _, addresses in mail.envelopes for address in addresses)


class TestOneSite:
    def test_each_process_has_the_secrets_of_its_part_alone(self, site: ReplicatedSite) -> None:
        for number in NUMBERS:
            assert site.seen_by(replica("web", number), "/secrets") == {"redis-url", "public.json", "web.json"}
            own = {"redis-url", "public.json", "crm.json", "database-url"}
            assert site.seen_by(replica("crm", number), "/secrets") == own
            # Where what they are forks of finds those of all.
            assert not site.seen_by(replica("crm", number), VOLUMES)

    def test_a_save_is_seen_through_every_web_host(self, site: ReplicatedSite, owner: httpx.Client) -> None:
        url = create_page(owner, "Seen everywhere")["url"]
        state = render(owner, url)
        with httpx.Client(timeout=30) as visitor:
            pages = [f"{site.url('web', number)}{url}" for number in NUMBERS]
            for turn in range(4):
                # Each host has the page before in its memory.
                assert all(visitor.get(page).status_code == 200 for _ in range(2) for page in pages)
                text = f"Turn {turn} of the wheel"
                actions = add_plugin(own_column(state), "cms.text", {"content": f"<p>{text}</p>"})
                saved = put_actions(owner, state, actions)
                assert saved.status_code == 200, saved.text
                state = saved.json()
                for page in pages:
                    eventually(lambda page=page, text=text: text in visitor.get(page).text)  # type: ignore[misc]  # bound now
                # One that has seen it shows nothing older again.
                assert all(text in visitor.get(page).text for page in pages)

    def test_a_session_is_one_for_all_and_ends_for_all(self, site: ReplicatedSite) -> None:
        with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=30) as member:
            member.post("/auth/tokens", json=_LOGIN).raise_for_status()
            bearer = {"Authorization": f"Bearer {member.cookies[SESSION_COOKIE]}"}
            addresses = [
                f"{site.url(service, number)}{READS_OF_MEMBERS[service]}" for service in SERVICES for number in NUMBERS
            ]
            assert {httpx.get(each, headers=bearer).status_code for each in addresses} == {200}
            member.delete("/auth/tokens").raise_for_status()
            eventually(lambda: {httpx.get(each, headers=bearer).status_code for each in addresses} == {401})

    def test_a_rate_limit_counts_over_all(self, site: ReplicatedSite) -> None:
        guess = {"email": "nobody@example.org", "password": "a wrong guess at it"}
        addresses = [f"{site.url('auth', number)}/auth/tokens" for number in NUMBERS]
        answers = [
            httpx.post(address, json=guess, headers={"Origin": site.base_url}, timeout=30).status_code
            for address in islice(cycle(addresses), 12)
        ]
        assert answers == [401] * 10 + [429] * 2

    def test_jobs_are_shared_out_and_each_is_done_once(
        self, site: ReplicatedSite, owner: httpx.Client, mail: MailServer
    ) -> None:
        # More than two workers can have in hand.
        with ThreadPoolExecutor(7) as pool:
            members = [*pool.map(lambda _: new_member(owner), range(2 * AT_ONCE["short"] + 1))]
            mail.hangs_at = "MAIL"
            # At once: the first gives the mail server up after a while.
            [*pool.map(partial(ask_for_a_link, owner), members)]
        eventually(lambda: mail.waiting == len(members))
        mail.go_on()
        eventually(lambda: recipients(mail).keys() >= {*members})
        eventually(
            lambda: all(owner.get(f"/{path}/internal/status").json()["queueDepth"] == 0 for path in ("cms", "auth"))
        )
        assert {recipients(mail)[member] for member in members} == {1}

    def test_events_reach_whichever_worker_there_is_and_take_effect_once(
        self, site: ReplicatedSite, owner: httpx.Client, mail: MailServer
    ) -> None:
        """A link is mailed by an event of auth's that cms hears of. No worker has a kind of events for itself."""
        workers = {replica("worker", number) for number in NUMBERS}
        running = set(workers)
        members = []
        try:
            for alone in sorted(workers):
                site.start([*({alone} - running)])
                site.end([*(running - {alone})])
                running = {alone}
                members.append(new_member(owner))
                ask_for_a_link(owner, members[-1])
                eventually(lambda: members[-1] in recipients(mail))
        finally:
            site.start([*(workers - running)])
        assert [recipients(mail)[member] for member in members] == [1, 1, 1]


class TestOneThatEnds:
    """What is under way at a process that is asked to stop is finished, or nothing of it is there."""

    @pytest.fixture
    async def editor(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client that is nobody in particular."""
        async with httpx.AsyncClient(timeout=60) as client:
            yield client

    async def test_saves_and_uploads(
        self, site: ReplicatedSite, owner: httpx.Client, editor: httpx.AsyncClient
    ) -> None:
        bearer = {"Authorization": f"Bearer {owner.cookies[SESSION_COOKIE]}"}
        state = render(owner, create_page(owner, "Under way")["url"])
        path, key = f"/client/page-render/{state['page']['id']}", {"Idempotency-Key": new_id()}
        actions = add_plugin(own_column(state), "cms.text", {"content": "<p>Once</p>"})
        save = {"version": state["version"], "actions": actions}
        before = site.stored_objects()
        ending = [replica("content", 2), replica("cms", 2), replica("cms", 3)]
        async with site_locked(site) as waiting:
            cut, whole = Upload("cut.txt"), Upload("whole.txt")
            uploading = [
                asyncio.create_task(upload.send(site.url("cms", number), bearer))
                for upload, number in ((cut, 2), (whole, 3))
            ]
            await cut.begun.wait()
            await whole.begun.wait()
            # Last: Postgres lets it wait for hardly longer than the process does that is asked to stop.
            saving = asyncio.create_task(
                editor.put(site.url("content", 2) + path, json=save, headers={**bearer, **key})
            )
            await waiting()
            # The second time without the seconds in which the gateway would notice.
            for number in (signal.SIGTERM, signal.SIGTERM):
                for name in ending:
                    site.signal(name, number)
                await asyncio.sleep(0.2)
            whole.rest.set()
            unsaved = await saving
        assert (unsaved.status_code, unsaved.json()["code"]) == (503, "process_stopping")
        status, told = await uploading[0]
        assert (status, told["code"]) == (503, "process_stopping")
        status, told = await uploading[1]
        assert (status, len(told["success"])) == (200, 1), told
        site.end(ending)
        before_save, page = len(state["page"]["plugins"]), state["page"]["url"]
        # Postgres may have been about to do it: what the answer does not tell, the same key does.
        assert len(render(owner, page)["page"]["plugins"]) in (before_save, before_save + 1)
        names = _files(owner)
        assert ("whole.txt" in names, "cut.txt" in names) == (True, False)
        assert len(site.stored_objects() - before) == 1
        # By the others, and once.
        for _ in range(2):
            answer = owner.put(path, json=save, headers=key)
            assert answer.status_code == 200, answer.text
            again = owner.post("/cms/files", files={"file": ("cut.txt", b"12345678")}, headers=cut.headers)
            assert again.status_code == 200, again.text
        assert len(render(owner, page)["page"]["plugins"]) == before_save + 1
        names = _files(owner)
        assert [name for name in names if name.startswith("cut")] == ["cut.txt"]
        site.start(ending)


class TestUnderLoad:
    @pytest.fixture
    def page(self, owner: httpx.Client) -> str:
        """The address of a page."""
        url: str = create_page(owner, "Under load")["url"]
        return url

    def test_one_of_each_is_killed(
        self, site: ReplicatedSite, owner: httpx.Client, mail: MailServer, page: str
    ) -> None:
        members = [new_member(owner) for _ in range(6)]
        with load(site.base_url, owner.cookies, page) as told:
            told.go_on(60)
            for name in replicas(3):
                site.end([name], signal.SIGKILL)
                told.go_on(5)
            for member in members:
                ask_for_a_link(owner, member)
            told.go_on(80)
            site.start(replicas(3))
            told.go_on(60)
        assert told.failed_reads == []
        # Of these the gateway's connections to visitors are none.
        assert (told.broken_off, told.lost_answers) == (0, [])
        assert told.write_statuses.keys() <= {200, 201, 409, 503}
        assert told.refused_writes == []
        eventually(lambda: recipients(mail).keys() >= {*members})
        assert {recipients(mail)[member] for member in members} == {1}
        self._nothing_is_lost(owner, page, told)

    def test_all_are_replaced_one_after_another(self, site: ReplicatedSite, owner: httpx.Client, page: str) -> None:
        with (
            two_gateways(site) as gateways,
            load(gateways.base_url, owner.cookies, page, site.base_url) as told,
        ):
            told.go_on(50)
            ended = replace_all(site, gateways, told)
        assert ended.keys() == {*GATEWAYS, *(replica(part, number) for part in PARTS for number in NUMBERS)}
        assert {*ended.values()} <= {0, -signal.SIGTERM}, ended
        assert (told.failed_reads, gateways.refused) == ([], 0)
        # A gateway that ends has closed each connection behind an answer by then.
        assert (told.broken_off, told.lost_answers) == (0, [])
        assert told.write_statuses.keys() <= {200, 201}
        self._nothing_is_lost(owner, page, told)

    @staticmethod
    def _nothing_is_lost(owner: httpx.Client, page: str, told: Load) -> None:
        texts = [plugin["fields"].get("content", "") for plugin in render(owner, page)["plugins"].values()]
        saved = [text for text in texts if text.startswith("<p>save ")]
        assert Counter(saved) == Counter(f"<p>{text}</p>" for text in told.saves)
        names = {scope["name"] for scope in _all(owner, "/auth/scopes")}
        assert names >= {*told.scopes}


def _files(client: httpx.Client) -> list[str]:
    """The names of all files outside folders."""
    return [file["name"] for file in client.get("/cms/file-entities").json()["files"]]


def _all(client: httpx.Client, path: str) -> list[dict[str, str]]:
    """Every record of a list."""
    found: list[dict[str, str]] = []
    while True:
        page = client.get(path, params={"start": len(found), "limit": 100}).json()
        found += page["results"]
        if len(found) >= page["total"]:
            return found
