"""`make rotate-keys` on a copy that runs: nobody notices."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from deploy.local.settings import ROOT
from kit.keys import ServiceKeys
from tests.deploy.test_supervision import is_healthy
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.waiting import eventually_answered

pytestmark = pytest.mark.xdist_group("own stack")


def test_parts_go_on_calling_each_other(own_stack: Stack) -> None:
    set_up_site(own_stack)
    folder = Path(own_stack.facts["keys"])
    before = {part: ServiceKeys(folder, part).signing.kid for part in ("auth", "cms", "content", "web")}
    rotated = subprocess.run(
        [sys.executable, "-m", "deploy.local", "rotate-keys"],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(own_stack.data_dir)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "new keys" in rotated.stdout
    assert not any(ServiceKeys(folder, part).signing.kid == kid for part, kid in before.items())
    # A part with new keys from its start beside those that look them up while they run.
    own_stack.restart("web")
    # Until the gateway has seen that it is there again, content answers in its place.
    eventually_answered(lambda: is_healthy(own_stack, "/healthz"))
    origin = {"Origin": own_stack.base_url}
    with httpx.Client(base_url=own_stack.base_url, headers=origin, timeout=30) as client:
        login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        assert client.post("/auth/tokens", json=login).status_code == 200
        # The web host asks content, then auth.
        assert client.get("/sitemap.xml").status_code == 200
        assert client.delete("/client/api/cache").status_code == 204
        # cms asks auth.
        member = {"emailAddress": OWNER_EMAIL}
        assert client.post("/cms/users/reset-password", json=member).status_code == 202
