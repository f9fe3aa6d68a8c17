from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from ecom.prices.picking import Occasion, pick
from kit.db import new_id

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@dataclass
class Offer:
    amount: int
    kind: str = "standard"
    currency: str = "GBP"
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    least_quantity: int = 1
    scope: str | None = None
    id: UUID = field(default_factory=new_id)


def amount(offers: list[Offer], occasion: Occasion | None = None) -> int | None:
    price = pick(offers, occasion or Occasion("GBP", NOW)).price
    return None if price is None else price.amount


class TestPick:
    def test_takes_the_lowest_that_applies(self) -> None:
        assert amount([Offer(2000), Offer(1800, "sale"), Offer(1900)]) == 1800

    def test_finds_nothing_where_nothing_applies(self) -> None:
        assert amount([]) is None
        assert amount([Offer(2000, currency="EUR")]) is None

    def test_holds_a_sale_to_its_time_the_end_being_over(self) -> None:
        sale = Offer(1500, "sale", starts_at=NOW, ends_at=NOW + HOUR)
        for at, expected in ((NOW - HOUR, 2000), (NOW, 1500), (NOW + HOUR, 2000)):
            assert amount([Offer(2000), sale], Occasion("GBP", at)) == expected

    def test_gives_a_lower_price_to_who_buys_enough(self) -> None:
        offers = [Offer(2000), Offer(1700, least_quantity=10)]
        assert [amount(offers, Occasion("GBP", NOW, quantity)) for quantity in (9, 10)] == [2000, 1700]

    def test_gives_a_trade_price_to_nobody_else(self) -> None:
        offers = [Offer(2000), Offer(1200, "trade", scope="trade")]
        assert amount(offers) == 2000
        assert amount(offers, Occasion("GBP", NOW, scopes={"trade"})) == 1200

    def test_says_of_each_why_it_does_not_count(self) -> None:
        offers = [
            Offer(2000),
            Offer(1, currency="EUR"),
            Offer(2, scope="trade"),
            Offer(3, starts_at=NOW + HOUR),
            Offer(4, ends_at=NOW),
            Offer(5, least_quantity=2),
        ]
        judged = [one.why for one in pick(offers, Occasion("GBP", NOW)).judged]
        assert judged == ["applies", "other_currency", "other_customers", "not_yet", "no_longer", "too_few"]

    def test_knows_what_it_was_before_the_sale(self) -> None:
        assert pick([Offer(2000), Offer(1500, "sale")], Occasion("GBP", NOW)).standard == 2000
