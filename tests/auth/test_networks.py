"""What counts as one client when attempts are limited by address."""

import pytest

from auth.credentials.limits import WIDER, from_network
from kit.networks import networks


@pytest.mark.parametrize(
    "spelling",
    [
        "192.0.2.7",
        "::ffff:192.0.2.7",
        "::FFFF:c000:207",
        "0:0:0:0:0:ffff:c000:0207",
        "64:ff9b::192.0.2.7",
    ],
)
def test_an_ipv4_address_is_one_however_it_is_written(spelling: str) -> None:
    assert networks(spelling) == ("192.0.2.7",)


@pytest.mark.parametrize("address", ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:0db8:0001:0002::%eth0"])
def test_an_ipv6_host_is_its_64_and_the_48_around_it(address: str) -> None:
    assert networks(address) == ("2001:db8:1:2::/64", "2001:db8:1::/48")


def test_loopback_and_what_is_no_address() -> None:
    assert networks("::1") == ("::/64", "::/48")
    assert networks("unknown") == ("unknown",)


def test_the_network_around_has_more() -> None:
    narrow, wide = from_network("login address", "2001:db8:1:2::1", 50, 900)
    assert (narrow.most, wide.most) == (50, 50 * WIDER)
    [only] = from_network("login address", "::ffff:192.0.2.7", 50, 900)
    assert (only.subject, only.most) == ("192.0.2.7", 50)
