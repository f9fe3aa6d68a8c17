"""A site of containers, from nothing: what `docker compose up` makes, by the same commands, settings and files."""

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from deploy.local.data_folder import SERVICES
from deploy.local.settings import RELEASE, ROOT
from tests.composed.site import ComposedSite, compose, composed_site
from tests.s3_server import ACCESS, boto_client, s3_server
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
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


@contextmanager
def logged_in(site: ComposedSite) -> Iterator[httpx.Client]:
    """A client of the owner's."""
    with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=60) as client:
        login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        assert client.post("/auth/tokens", json=login).status_code == 200
        yield client


def _eventually(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


def _well(site: ComposedSite, part: str = "worker") -> subprocess.CompletedProcess[str]:
    """What the doctor says in one of its containers of a site that is well.

    It finds fault with what takes more than seconds to answer, as all does on a busy machine now and then.
    """
    until = time.monotonic() + 90
    while True:
        ended = site.container(part).run(["python", "-m", "deploy.operations", "doctor"])
        if ended.returncode == 0:
            assert not ended.stderr
            return ended
        assert time.monotonic() < until, ended.stdout


class TestASiteOfContainers:
    def test_has_all_its_parts(self, site: ComposedSite, owner: httpx.Client) -> None:
        assert "Example" in _page(site)
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
            _eventually(waits_there)

    def test_shows_each_part_its_own_secrets(self, site: ComposedSite) -> None:
        def seen(part: str) -> set[str]:
            return set(site.container(part).run(["ls", "/secrets"]).stdout.split())

        assert seen("web") == {"redis-url", "public.json", "web.json"}
        assert seen("crm") == {"redis-url", "public.json", "crm.json", "database-url"}
        assert not seen("gateway")

    def test_is_well_as_the_doctor_says(self, site: ComposedSite) -> None:
        ended = _well(site)
        told = [line[9:].split("  ")[0] for line in ended.stdout.splitlines() if line.startswith("ok ")]
        assert {"Settings", "Postgres", "Tables", "Redis", "Files", "Clock", "Parts"} <= {*told}, ended.stdout
        # As an administrator too, where there is nothing of the services.
        ended = _well(site, "prepare")
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
        _well(site)

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
        assert "Example" in _page(site)


def _page(site: ComposedSite) -> str:
    """The first page as visitors get it."""
    answer = httpx.get(site.base_url, timeout=30)
    assert answer.status_code == 200
    return answer.text


class TestASiteWithoutAShop:
    def test_is_a_compose_file_without_it(self, tmp_path: Path) -> None:
        """As the document says how."""
        written = (ROOT / "docs/operations.md").read_text().partition("# docker-compose.override.yml: ")[2]
        file, _, rest = written.partition("\n```")
        without = tmp_path / "without-a-shop.yml"
        without.write_text(f"# {file}")
        name, _, value = rest.partition("# In .env\n")[2].partition("\n")[0].partition("=")
        assert ("ecom: !reset null" in file, name, value) == (True, "ECOM_URL", "")
        with composed_site(without, SETUP_CODE="open-sesame", ECOM_URL=value) as site:
            assert "ecom" not in site.containers
            set_up_site(site, hasEcom=False)
            assert "Example" in _page(site)
            away = httpx.get(f"{site.base_url}/ecom/internal/status", timeout=60)
            assert (away.status_code, away.headers["Content-Type"]) == (503, "application/problem+json")
            _well(site)
            with logged_in(site) as owner:
                uploaded = owner.post("/cms/files", files={"file": ("words.txt", b"words")})
                assert uploaded.status_code == 200, uploaded.text
                [file] = owner.get("/cms/file-entities?unused=true").json()["files"]
                assert owner.get(f"/cms/files/{file['id']}/uses").json()["total"] == 0
            # Made by a command, and by the job that the schedule begins, too.
            command = ["python", "-m", "cms.backup_command"]
            for action, said in (
                ("create", "Keep it safe: it contains everything."),
                ("restore", "The site is as it was"),
            ):
                ended = site.container("cms").run([*command, action, "/data/site.tar"])
                assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
                assert said in ended.stdout


@contextmanager
def engines_elsewhere() -> Iterator[dict[str, str]]:
    """Postgres, Redis and S3 that are no part of a site: the settings that name them."""
    with composed_site(only=("secrets", "postgres", "redis")) as other, s3_server() as storage:
        boto_client(storage, "s3").create_bucket(
            Bucket="elsewhere", CreateBucketConfiguration={"LocationConstraint": ACCESS["region"]}
        )
        secrets, address = other.folder / "volumes" / "secrets", other.addresses
        password = quote((secrets / "postgres" / "password").read_text(), safe="")
        yield {
            "DATABASE_URL": f"postgresql://postgres:{password}@{address['postgres']}:5432/elsewhere",
            "REDIS_URL": (secrets / "web" / "redis-url").read_text().replace("@redis:", f"@{address['redis']}:"),
            "S3_BUCKET": "elsewhere",
            "S3_ENDPOINT_URL": storage,
            **{f"S3_{name.upper()}": value for name, value in ACCESS.items()},
        }


class TestASiteOnEnginesOfSomebodyElse:
    def test_has_none_of_its_own_and_keeps_nothing_itself(self) -> None:
        with (
            engines_elsewhere() as settings,
            composed_site(
                ROOT / "docker-compose.external.yml", whole=True, SETUP_CODE="open-sesame", **settings
            ) as site,
        ):
            assert not {"postgres", "redis"} & {*site.containers}
            set_up_site(site)
            assert "Example" in _page(site)
            with logged_in(site) as owner:
                uploaded = owner.post("/cms/files", files={"file": ("words.txt", b"words")})
                assert uploaded.status_code == 200, uploaded.text
                assert owner.get("/files/words.txt").content == b"words"
                for prefix in ("auth", "cms", "client", "crm", "ecom"):
                    status = owner.get(f"/{prefix}/internal/status").json()
                    assert all(dependency["ok"] for dependency in status["dependencies"].values())
            found = boto_client(settings["S3_ENDPOINT_URL"], "s3").list_objects_v2(Bucket="elsewhere")
            assert found["KeyCount"] == 1
            assert not [file for file in (site.folder / "volumes" / "data").rglob("*") if file.is_file()]
            ended = _well(site)
            assert "bucket elsewhere can be read and written" in ended.stdout


class TestTheComposeFile:
    def test_has_the_release_of_the_code(self) -> None:
        images = [service["image"] for service in compose({})["services"].values() if "build" in service]
        assert {image.rpartition(":")[2] for image in images} == {RELEASE}

    def test_lets_nobody_out_who_asks_nobody(self) -> None:
        composed = compose({"COMPOSE_PROFILES": "minio,clamd"})
        services = composed["services"]
        ways_out = {name for name, network in composed["networks"].items() if not network.get("internal")}
        out = {name for name, service in services.items() if ways_out.intersection(service.get("networks") or {})}
        assert out == {"gateway", "cms", "content", "ecom", "worker", "prepare", "clamd"}
        published = {name for name, service in services.items() if service.get("ports")}
        assert published == {"gateway"}

    def test_shows_visitors_the_port_of_the_cache_and_not_that_of_its_purges(self) -> None:
        cache = compose({"COMPOSE_PROFILES": "cache"})["services"]["cache"]
        assert [port["target"] for port in cache["ports"]] == [8080]

    @pytest.mark.parametrize("replicas", [[], [ROOT / "docker-compose.replicas.yml"]])
    @pytest.mark.parametrize(
        ("profiles", "expected"), [("", set()), ("redis", {"redis"}), ("redis,postgres", {"redis", "postgres"})]
    )
    def test_leaves_out_engines_that_somebody_else_runs(
        self, replicas: list[Path], profiles: str, expected: set[str]
    ) -> None:
        external = compose({"COMPOSE_PROFILES": profiles}, [*replicas, ROOT / "docker-compose.external.yml"])
        assert {"postgres", "redis"} & {*external["services"]} == expected
        assert {*compose({}, replicas)["services"]} == {*external["services"], "postgres", "redis"}
        # Parts that ask nobody else outside have to reach the engines there.
        assert not external["networks"]["inner"].get("internal")
        assert compose({}, replicas)["networks"]["inner"]["internal"]

    def test_has_three_that_differ_in_nothing_but_how_they_are_reached(self) -> None:
        one, three = compose({}), compose({}, [ROOT / "docker-compose.replicas.yml"])

        def all_but(service: Mapping[str, Any], *members: str) -> dict[str, Any]:
            return {name: value for name, value in service.items() if name not in members}

        for part in (*SERVICES, "web", "worker"):
            # Which of them the gateway means, and by which name the others find all three.
            first, *others = [three["services"][name] for name in (part, f"{part}-2", f"{part}-3")]
            for other in others:
                assert all_but(other, "networks") == all_but(first, "networks"), part
            told = all_but(first["environment"], "DRAIN_SECONDS")
            assert {**all_but(first, "networks"), "environment": told} == all_but(one["services"][part], "networks")
        for part in (*SERVICES, "web"):
            known = three["services"]["gateway"]["environment"][f"{part.upper()}_URL"]
            assert known == ",".join(f"http://{part}-{number}:8000" for number in (1, 2, 3))
        command = three["services"]["postgres"]["command"]
        most = "-cmax_connections="
        assert [each for each in command if most not in each] == [
            each for each in one["services"]["postgres"]["command"] if most not in each
        ]

    def test_bounds_what_is_logged_and_how_much_memory_each_takes(self) -> None:
        for name, service in compose({})["services"].items():
            assert service["logging"]["options"] == {"max-file": "5", "max-size": "10m"}, name
            if name not in ("secrets", "prepare"):
                assert service["deploy"]["resources"]["limits"]["memory"], name
                assert service["restart"] == "unless-stopped", name
