"""A site that nobody has set up leads everybody to /cms-setup, and afterwards to the login."""

from __future__ import annotations

import httpx

from tests.stack import running_stack
from tests.stack_fixtures import set_up_site


def test_every_public_address_leads_to_the_set_up_until_there_is_a_user() -> None:
    with running_stack() as stack, httpx.Client(base_url=stack.urls["web"], timeout=30) as host:
        for path in ("/", "/about", "/error/404"):
            answer = host.get(path)
            assert (answer.status_code, answer.headers["location"]) == (302, "/cms-setup")
            assert answer.headers["cache-control"] == "no-store"
        assert '<div id="app"></div>' in host.get("/cms-setup").text
        # Without auth nobody can tell: the login is the safe answer.
        stack.stop_one("auth")
        assert host.get("/cms-setup").headers["location"] == "/cms-login"
        stack.start_one("auth")
        while httpx.get(f"{stack.base_url}/auth/internal/health", timeout=30).status_code != 200:
            pass
        set_up_site(stack)
        assert host.get("/").status_code == 200
        assert host.get("/cms-setup").headers["location"] == "/cms-login"
        # And then it is not asked for again.
        stack.stop_one("auth")
        assert host.get("/").status_code == 200
        stack.stop_one("content")
        broken = host.get("/not-kept")
        assert broken.status_code == 503
        assert "503 Service Unavailable" in broken.text
        assert "Please wait a moment and try refreshing the page." in broken.text
        # In the site's own frame, which was fetched while it could be.
        assert "pw-menu" in broken.text
