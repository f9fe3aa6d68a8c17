"""Each alert on what Prometheus reads of a site: while it is well, while something is wrong, and once it is well again.

Metrics and labels are those that processes tell (`tests/whole/test_watching.py`); what Prometheus makes of them is
`tests/promql.py`.
"""

from collections.abc import Iterable

import pytest

from tests.deploy.alert_cases import CASES, CERTIFICATE, FAILED, HOUR, MINUTE, WELL, Case, Counter, Gauge, Moment
from tests.promql import Readings, Rule
from tests.watching_files import alerts

_RULES = {rule["alert"]: rule for rule in alerts()}
_STEP = 15
"""Seconds between readings, as `prometheus.yml` has it, and between evaluations."""
_ILL, _WELL_AGAIN = 75 * MINUTE, 75 * MINUTE


def _read(case: Case, readings: Readings, at: int, *, of: frozenset[str]) -> None:
    """Read all parts at a moment, at which those ``of`` may be ill."""
    ill = min(max(at - WELL, 0), _ILL)
    for instance, series in case.parts.items():
        if instance in of:
            moment = Moment(at - ill, ill, is_ill=WELL < at <= WELL + _ILL)
        else:
            moment = Moment(at, 0, is_ill=False)
        is_silent = moment.is_ill and instance in case.silent
        readings.read(at, None if is_silent else _exposition(series, moment), job="pagewright", instance=instance)


def _exposition(series: Iterable[Gauge | Counter], moment: Moment) -> str:
    values = {each.series: each.value(moment) for each in series}
    return "".join(f"{name} {value}\n" for name, value in values.items() if value is not None)


def _told(name: str, *, of: frozenset[str] | None = None) -> dict[int, set[frozenset[tuple[str, str]]]]:
    """What the alert tells of, by the second, where all parts are ill meanwhile or only those ``of``."""
    case, rule, readings = CASES[name], Rule(_RULES[name]), Readings()
    told = {}
    for at in range(0, WELL + _ILL + _WELL_AGAIN, _STEP):
        _read(case, readings, at, of=frozenset(case.parts) if of is None else of)
        told[at] = rule.firing(readings, at)
    return told


def test_none_is_left_out() -> None:
    assert CASES.keys() == _RULES.keys()


@pytest.mark.parametrize("name", CASES)
def test_comes_in_time_names_what_is_wrong_and_ends(name: str) -> None:
    told = _told(name)
    firing = [at for at, found in told.items() if found]
    assert firing, "it never comes"
    earliest, latest = CASES[name].after
    assert earliest <= firing[0] - WELL <= latest
    tells = CASES[name].tells
    assert {frozenset({label for label in found if label[0] in tells}) for at in firing for found in told[at]} == {
        frozenset(tells.items())
    }
    # Until somebody has mended it, and not for ever.
    assert firing == [*range(firing[0], firing[-1] + 1, _STEP)]
    assert WELL + _ILL - _STEP <= firing[-1] < max(told)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if len(case.parts) > 1 and not case.silent])
def test_is_not_about_one_process_where_another_has_what_it_lacks(name: str) -> None:
    [one, _] = CASES[name].parts
    assert not any(_told(name, of=frozenset({one})).values())


def test_a_job_that_fails_again_and_again_is_told_of_once() -> None:
    """Each time that another is begun in its place, the one that failed counts no more, for as long as that one is tried."""
    rule, readings = Rule(_RULES["JobsFail"]), Readings()
    firing = []
    for at in range(0, 3 * WELL, _STEP):
        is_tried = at % WELL < 5 * MINUTE
        text = "" if is_tried else f"pagewright_jobs{{{FAILED}}} 1\n"
        readings.read(at, text, job="pagewright", instance="worker:9464")
        if rule.firing(readings, at):
            firing.append(at)
    assert firing == [*range(5 * MINUTE, 3 * WELL, _STEP)]


def test_a_certificate_that_was_renewed_is_told_of_no_more() -> None:
    """Traefik tells its end for as long as it runs, beside that of the one in its place."""
    rule, readings = Rule(_RULES["CertificateExpires"]), Readings()
    renewed = CERTIFICATE.replace('serial="1"', 'serial="2"')
    for at in range(0, 2 * HOUR, _STEP):
        text = f"{CERTIFICATE} {24 * HOUR}\n{renewed} {90 * 24 * HOUR}\n"
        readings.read(at, text, job="pagewright", instance="gateway:9464")
        assert not rule.firing(readings, at)


def test_none_comes_where_all_parts_are_replaced_once() -> None:
    """As by an upgrade: each is away for a moment, and its counters begin anew."""
    rules, readings = {name: Rule(rule) for name, rule in _RULES.items()}, Readings()
    parts: dict[str, list[Gauge | Counter]] = {}
    for case in CASES.values():
        for instance, series in case.parts.items():
            parts.setdefault(instance, []).extend(series)
    replaced = WELL
    for at in range(0, 2 * WELL, _STEP):
        since = at - replaced if at >= replaced else at
        for instance, told in parts.items():
            begun = Gauge("process_start_time_seconds", at - since, None)
            text = _exposition([*told, begun], Moment(since, 0, is_ill=False))
            is_away = replaced <= at < replaced + 2 * _STEP
            readings.read(at, None if is_away else text, job="pagewright", instance=instance)
        assert {name: found for name, rule in rules.items() if (found := rule.firing(readings, at))} == {}
