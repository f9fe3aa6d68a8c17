"""What the tests of alerts make of metrics, in Prometheus' place."""

import pytest

from tests.deploy.alert_cases import MINUTE
from tests.promql import Readings, evaluate


class TestTheEvaluation:
    """By hand, after the examples of Prometheus' own tests."""

    @staticmethod
    def _read(values: list[float], series: str = "counted", minutes: int = 5) -> Readings:
        readings = Readings()
        for number, value in enumerate(values):
            readings.read(number * minutes * MINUTE, f"{series} {value}\n", instance="a")
        return readings

    def _value(self, expression: str, readings: Readings, at: int) -> float:
        [value] = evaluate(expression, readings, at).values()
        return value

    def test_of_what_grows(self) -> None:
        at = 50 * MINUTE
        steady = self._read([10.0 * number for number in range(11)])
        assert self._value("increase(counted[50m])", steady, at) == pytest.approx(100)
        assert self._value("rate(counted[50m])", steady, at) == pytest.approx(100 / at)
        begun_anew = self._read([0, 10, 20, 30, 40, 50, 0, 10, 20, 30, 40])
        assert self._value("increase(counted[50m])", begun_anew, at) == pytest.approx(88.888888)
        assert evaluate("increase(counted[5m])", steady, at) == {}

    def test_of_what_changes(self) -> None:
        readings = self._read([1, 2, 3, 0, 1, 0, 0, 1, 2, 0])
        assert self._value("changes(counted[20m])", readings, 45 * MINUTE) == 3
        assert self._value("changes(counted[1h])", readings, 45 * MINUTE) == 8

    def test_of_a_quantile(self) -> None:
        readings = Readings()
        counts = {"0.1": 5, "0.2": 7, "1.0": 11, "+Inf": 12}
        text = "".join(f'lasted_bucket{{le="{bound}"}} {count}\n' for bound, count in counts.items())
        readings.read(0, text, instance="a")
        for share, value in ((0.5, 0.15), (0.8, 0.72), (0.99, 1.0)):
            assert self._value(f"histogram_quantile({share}, lasted_bucket)", readings, 0) == pytest.approx(value)

    def test_of_what_is_there_no_more(self) -> None:
        readings = self._read([1, 1])
        assert evaluate("counted == 1", readings, 9 * MINUTE)
        assert not evaluate("counted == 1", readings, 10 * MINUTE)
        readings.read(9 * MINUTE, "other 1\n", instance="a")
        assert not evaluate("counted", readings, 9 * MINUTE)
        assert self._value("up", readings, 9 * MINUTE) == 1
        readings.read(10 * MINUTE, None, instance="a")
        assert self._value("up", readings, 10 * MINUTE) == 0

    def test_of_the_time(self) -> None:
        readings = self._read([10, 70])
        assert self._value("time() - counted", readings, 6 * MINUTE) == 290
        assert self._value("counted - time()", readings, 6 * MINUTE) == -290
        assert self._value("counted + 2 * 60", readings, 6 * MINUTE) == 190

    def test_of_what_it_does_not_know_is_none(self) -> None:
        for expression in ("deriv(counted[5m])", "avg(counted)", "counted offset 5m", "counted or other", "1"):
            with pytest.raises(NotImplementedError):
                evaluate(expression, self._read([1, 2]), 5 * MINUTE)
