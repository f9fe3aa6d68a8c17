"""Sites of containers that leave something out: the shop, or the engines that somebody else runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from deploy.local.settings import ROOT
from tests.composed.site import composed_site
from tests.composed.visits import first_page, logged_in, well
from tests.s3_server import ACCESS, boto_client, s3_server
from tests.stack_fixtures import set_up_site

pytestmark = pytest.mark.xdist_group("composed site")


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
            assert "Example" in first_page(site)
            away = httpx.get(f"{site.base_url}/ecom/internal/status", timeout=60)
            assert (away.status_code, away.headers["Content-Type"]) == (503, "application/problem+json")
            well(site)
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
            assert "Example" in first_page(site)
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
            ended = well(site)
            assert "bucket elsewhere can be read and written" in ended.stdout
