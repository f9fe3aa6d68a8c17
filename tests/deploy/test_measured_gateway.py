"""The benchmark's own gateway: the very one that a copy runs, so that it has to start with whatever that one needs."""

import httpx

from tests.bench.gateways import gateway_to


def test_it_has_the_routes_of_a_copy(tmp_path):
    with gateway_to({}, tmp_path) as address:
        paths = ("/", "/auth/health", "/cms/countries")
        answers = {path: httpx.get(f"{address}{path}", timeout=60).status_code for path in paths}

    # Nothing stands behind it, which it says of each. Without its routes it would answer 404.
    assert set(answers.values()) == {503}, answers
