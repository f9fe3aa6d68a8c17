"""kill -9 of the worker, of ecom and of Postgres between a charge and its commit: the order is paid once, or its money is back.

`python -m tests.bench.kills 200` kills as often as one likes. Here each part is killed once while each of the providers is
about to answer, or has just done so.
"""

import pytest

from tests.bench.kills import VICTIMS, measure

pytestmark = pytest.mark.xdist_group("own stack")
PROVIDERS = 2


def test_all_money_is_where_it_belongs_in_the_end() -> None:
    # Raises where an order is neither paid once nor its money back.
    found = {each.name: each for each in measure(len(VICTIMS) * PROVIDERS)}
    killed = {name.removeprefix("… ").partition(",")[0] for name in found if name.partition(",")[0][2:] in VICTIMS}
    assert killed == {*VICTIMS}
    assert found["… until all money was where it belongs"].is_met
    assert found["… orders whose money is back"].value >= 1
