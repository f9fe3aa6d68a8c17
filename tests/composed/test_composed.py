"""A site of containers, from nothing: what `docker compose up` makes, by the same commands, settings and files."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

import httpx
import pytest

from deploy.local.data_folder import SERVICES
from tests.composed.site import ComposedSite, composed_site
from tests.composed.visits import first_page, logged_in, well
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.waiting import eventually
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("composed site")

# What Docker gives each container, and no more.
_OURS = (*SERVICES, "web", "worker", "gateway")


@pytest.fixture(scope="module")
def site() -> Iterator[ComposedSite]:
    """A site that is set up."""
    with composed_site(SETUP_CODE="open-sesame") as site:
        link = site.container("prepare").run(["python", "-m", "deploy.operations", "setup-link"])
        assert link.stdout == f"{site.base_url}/cms-setup?code=open-sesame\n"
        set_up_site(site)
        yield site


@pytest.fixture
def owner(site: ComposedSite) -> Iterator[httpx.Client]:
    with logged_in(site) as client:
        yield client


class TestASiteOfContainers:
    def test_has_all_its_parts(self, site: ComposedSite, owner: httpx.Client) -> None:
        assert "Example" in first_page(site)
        for prefix in ("auth", "cms", "client", "crm", "ecom"):
            status = owner.get(f"/{prefix}/internal/status").json()
            assert all(dependency["ok"] for dependency in status["dependencies"].values())

    def test_does_its_jobs_and_keeps_files_where_all_find_them(self, site: ComposedSite, owner: httpx.Client) -> None:
        # Asked for by cms, made by the worker, of the tables of all services, read by cms again.
        made = owner.post("/cms/backups", headers={"Idempotency-Key": "first"}, json={})
        assert made.status_code == 200, made.text
        assert made.json()["name"] in owner.get("/cms/backups").text
        archives = site.folder / "volumes" / "data" / "files"
        assert [file for file in archives.rglob("*") if file.is_file()]

    @pytest.mark.parametrize("part", _OURS)
    def test_lets_its_parts_write_nowhere_else(self, site: ComposedSite, part: str) -> None:
        service = site.composed["services"][part]
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        writable = {volume["target"] for volume in service["volumes"] if not volume.get("read_only")} | {"/tmp"}  # noqa: S108  # of the container
        tried = {"/srv/pagewright/x", "/x", "/etc/x", "/secrets/x", "/tmp/x", "/data/x", "/acme/x", "/buffers/x"}  # noqa: S108
        touched = {path for path in tried if site.container(part).run(["sh", "-c", f"touch {path}"]).returncode == 0}
        assert touched == {path for path in tried if str(Path(path).parent) in writable}

    def test_has_bodies_wait_on_the_disk(self, site: ComposedSite) -> None:
        """Where they counted as the gateway's memory, a few that come slowly ended it."""
        disk = (site.folder / "volumes" / "buffers").stat().st_dev
        gateway = site.container("gateway").process
        assert gateway is not None

        def waits_there() -> bool:
            opened = [file.stat() for file in Path(f"/proc/{gateway.pid}/fd").iterdir() if file.exists()]
            return any(S_ISREG(file.st_mode) and file.st_dev == disk and file.st_size > 500_000 for file in opened)

        assert not waits_there()
        head = f"POST /auth/tokens HTTP/1.1\r\nHost: localhost:{site.port}\r\nContent-Length: 2000000\r\n\r\n"
        with socket.create_connection(("localhost", site.port)) as slow:
            slow.sendall(head.encode() + b" " * 1_000_000)
            eventually(waits_there)

    def test_shows_each_part_its_own_secrets(self, site: ComposedSite) -> None:
        def seen(part: str) -> set[str]:
            return set(site.container(part).run(["ls", "/secrets"]).stdout.split())

        assert seen("web") == {"redis-url", "public.json", "web.json"}
        assert seen("crm") == {"redis-url", "public.json", "crm.json", "database-url"}
        assert not seen("gateway")

    def test_is_well_as_the_doctor_says(self, site: ComposedSite) -> None:
        ended = well(site)
        told = [line[9:].split("  ")[0] for line in ended.stdout.splitlines() if line.startswith("ok ")]
        assert {"Settings", "Postgres", "Tables", "Redis", "Files", "Clock", "Parts"} <= {*told}, ended.stdout
        # As an administrator too, where there is nothing of the services.
        ended = well(site, "prepare")
        assert "ok       Tables           of 5 services" in ended.stdout, ended.stdout

    def test_goes_on_with_new_keys(self, site: ComposedSite, owner: httpx.Client) -> None:
        rotated = site.container("prepare").run(["python", "-m", "deploy.operations", "rotate-keys"])
        assert (rotated.returncode, rotated.stderr) == (0, "")
        site.container("content").stop()
        site.restart("content")
        # The web host asks content, content asks auth.
        assert owner.get("/sitemap.xml").status_code == 200
        login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        assert owner.post("/auth/tokens", json=login).status_code == 200

    def test_goes_on_with_new_passwords_once_it_is_restarted(self, site: ComposedSite, owner: httpx.Client) -> None:
        secrets = site.folder / "volumes" / "secrets"
        files = [secrets / "crm" / "database-url", secrets / "web" / "redis-url", secrets / "redis" / "redis.conf"]
        before = [file.read_text() for file in files]
        # Connects all who answer it, which new connections with the old password would not be.
        assert owner.get("/crm/categories").status_code == 200
        ended = site.container("prepare").run(["python", "-m", "deploy.operations", "rotate-passwords"])
        assert (ended.returncode, ended.stderr) == (0, "")
        assert not {*before} & {file.read_text() for file in files}
        # What is connected goes on meanwhile.
        assert owner.get("/crm/categories").status_code == 200
        everybody = ["redis", *_OURS]
        for part in everybody:
            site.container(part).stop(signal.SIGINT)
            del site.containers[part]
        for part in everybody:
            site.restart(part)
        assert owner.get("/crm/categories").status_code == 200
        well(site)

    def test_is_backed_up_and_restored_by_commands(self, site: ComposedSite, owner: httpx.Client) -> None:
        url = create_page(owner, "In the backup")["url"]
        command = ["python", "-m", "cms.backup_command"]
        made = site.container("cms").run([*command, "create", "/data/site.tar"])
        assert (made.returncode, made.stderr) == (0, "")
        later = create_page(owner, "After the backup")["url"]
        for part in ("gateway", "worker"):
            site.container(part).stop()
        restored = site.container("cms").run([*command, "restore", "/data/site.tar"])
        assert (restored.returncode, restored.stderr) == (0, "")
        site.restart("worker")
        site.restart("gateway")
        assert owner.get("/auth/account").status_code == 401, "everybody has to log in again"
        assert httpx.get(f"{site.base_url}{url}", timeout=30).status_code == 200
        assert httpx.get(f"{site.base_url}{later}", timeout=30).status_code == 404
        with logged_in(site) as again:
            assert again.get("/auth/account").status_code == 200

    def test_starts_again_on_what_it_has(self, site: ComposedSite, owner: httpx.Client) -> None:
        for job in ("secrets", "prepare"):
            ended = site.container(job).run()
            assert (ended.returncode, ended.stderr) == (0, "")
        for part in ("web", "gateway", "worker", "auth"):
            status = site.container(part).stop(signal.SIGTERM)
            assert status in (0, -signal.SIGTERM), site.container(part).log.read_text()
            site.restart(part)
        assert "Example" in first_page(site)
