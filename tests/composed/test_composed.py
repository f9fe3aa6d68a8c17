"""A site of containers, from nothing."""

import httpx
import pytest

from tests.composed.site import composed_site

pytestmark = [pytest.mark.timeout(400)]


def test_x() -> None:
    with composed_site(SETUP_CODE="letmein") as site:
        print(site.containers.keys())
        with httpx.Client(base_url=site.base_url, timeout=20) as client:
            print(client.get("/cms-setup").status_code, client.get("/auth/internal/status").json())
            for s in ("client", "cms", "crm", "ecom"):
                print(client.get(f"/{s}/internal/status").json())
