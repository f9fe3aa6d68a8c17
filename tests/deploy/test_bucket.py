"""`python -m deploy.operations bucket`, which the compose file runs beside its MinIO."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from deploy.local.settings import ROOT
from kit.testing.engines import free_port
from tests.s3_server import ACCESS, boto_client, s3_server


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with s3_server() as address:
        yield address


def _make(**settings: str) -> subprocess.CompletedProcess[str]:
    key = {"S3_ACCESS_KEY_ID": ACCESS["access_key_id"], "S3_SECRET_ACCESS_KEY": ACCESS["secret_access_key"]}
    return subprocess.run(
        [sys.executable, "-m", "deploy.operations", "bucket"],
        cwd=ROOT,
        env={**key, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def _buckets(server: str) -> list[str]:
    return [bucket["Name"] for bucket in boto_client(server, "s3").list_buckets()["Buckets"]]


@pytest.mark.parametrize("region", ["", "us-east-1", "eu-west-1"])
def test_it_is_made_once_and_keeps_what_is_in_it(server: str, region: str) -> None:
    name = f"site-{region or 'nowhere'}"
    settings = {"S3_BUCKET": name, "S3_ENDPOINT_URL": server, "S3_REGION": region}
    first = _make(**settings)
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")
    assert name in _buckets(server)
    client = boto_client(server, "s3")
    client.put_object(Bucket=name, Key="kept", Body=b"what was there")
    assert _make(**settings).returncode == 0
    assert client.get_object(Bucket=name, Key="kept")["Body"].read() == b"what was there"


@pytest.mark.parametrize(
    ("bucket", "said"),
    [
        ("", "Pagewright: S3_BUCKET must name the bucket to make\n"),
        ("No_Such Name", "Pagewright: bucket No_Such Name cannot be made: "),
    ],
)
def test_a_name_that_is_none_ends_in_one_line(server: str, bucket: str, said: str) -> None:
    made = _make(S3_BUCKET=bucket, S3_ENDPOINT_URL=server)
    assert (made.returncode, made.stderr.count("\n")) == (1, 1)
    assert made.stderr.startswith(said)


def test_a_service_that_does_not_answer_ends_in_one_line() -> None:
    made = _make(S3_BUCKET="site", S3_ENDPOINT_URL=f"http://127.0.0.1:{free_port()}")
    assert (made.returncode, made.stderr.count("\n")) == (1, 1)
    assert made.stderr.startswith("Pagewright: bucket site cannot be made: ")
