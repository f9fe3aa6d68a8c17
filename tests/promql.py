"""What Prometheus makes of an expression: as much of PromQL as the alerts use, on samples that a test has given.

Prometheus is no Python package, so its rules are written down here, by its documentation. What is not here raises
`NotImplementedError`, so that no alert is taken for one that never comes.
"""

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import promql_parser
from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
Samples = list[tuple[float, float]]

_NAME = "__name__"
_LOOKBACK = 300.0
"""For so many seconds a series has the value that was read last."""

_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left / right if right else math.nan if not left else math.copysign(math.inf, left),
}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
_AGGREGATIONS: dict[str, Callable[[list[float]], float]] = {"sum": sum, "min": min, "max": max}
_MATCHES: dict[str, Callable[[str, str], bool]] = {
    "Equal": operator.eq,
    "NotEqual": operator.ne,
    "Re": lambda value, pattern: re.fullmatch(pattern, value) is not None,
    "NotRe": lambda value, pattern: re.fullmatch(pattern, value) is None,
}


@dataclass
class _Series:
    samples: Samples = field(default_factory=list)
    ended: float | None = None
    """When a reading came without it. Only what was read after that counts."""


class Readings:
    """What Prometheus has read of some processes, each reading at a moment in seconds, in order."""

    def __init__(self) -> None:
        self._series: dict[Labels, _Series] = {}
        self._by_name: dict[str, list[Labels]] = {}

    def read(self, at: float, exposition: str | None, **target: str) -> None:
        """Take what a process answers, or None where it does not answer. ``target`` is its job and instance."""
        self._add(at, {_NAME: "up", **target}, float(exposition is not None))
        seen = {frozenset({_NAME: "up", **target}.items())}
        for metric in text_string_to_metric_families(exposition or ""):
            for sample in metric.samples:
                # A label that the target has too is kept by another name.
                own = {f"exported_{name}" if name in target else name: value for name, value in sample.labels.items()}
                seen.add(self._add(at, {_NAME: sample.name, **own, **target}, sample.value))
        for labels, series in self._series.items():
            if labels not in seen and target.items() <= labels and series.ended is None:
                series.ended = at

    def _add(self, at: float, labels: Mapping[str, str], value: float) -> Labels:
        key = frozenset(labels.items())
        if key not in self._series:
            self._by_name.setdefault(labels[_NAME], []).append(key)
        series = self._series.setdefault(key, _Series())
        series.samples.append((at, value))
        series.ended = None
        return key

    def latest(self, selector: Any, at: float) -> Vector:
        """The values of the series that are there at a moment which nothing was read after."""
        found = {}
        for labels, series in self._chosen(selector):
            moment, value = series.samples[-1]
            if series.ended is None and moment > at - _LOOKBACK:
                found[labels] = value
        return found

    def within(self, selector: Any, begin: float) -> dict[Labels, Samples]:
        """The samples since a moment, of the series that have any."""
        found = {}
        for labels, series in self._chosen(selector):
            samples = [sample for sample in reversed(series.samples) if sample[0] > begin]
            if samples:
                found[labels] = samples[::-1]
        return found

    def _chosen(self, selector: Any) -> list[tuple[Labels, _Series]]:
        if selector.offset is not None or selector.at is not None or selector.matchers.or_matchers:
            raise NotImplementedError(str(selector))
        matchers = selector.matchers.matchers
        wanted = [(each.name, _MATCHES[str(each.op).rpartition(".")[2]], each.value) for each in matchers]
        return [
            (labels, self._series[labels])
            for labels in self._by_name.get(selector.name, [])
            if all(matches(dict(labels).get(name, ""), value) for name, matches, value in wanted)
        ]


def evaluate(expression: str, readings: Readings, at: float) -> Vector:
    """The vector that an expression gives at a moment which nothing was read after, by the labels of its elements."""
    return _vector(promql_parser.parse(expression), readings, at)


class Rule:
    """An alert of a file of rules, which Prometheus evaluates again and again."""

    def __init__(self, rule: Mapping[str, Any]) -> None:
        self._expression: str = rule["expr"]
        self._for = promql_parser.parse_duration(rule["for"]).total_seconds() if "for" in rule else 0.0
        kept = rule.get("keep_firing_for")
        self._kept_for = promql_parser.parse_duration(kept).total_seconds() if kept else 0.0
        self._since: dict[Labels, float] = {}
        self._fired: dict[Labels, float] = {}
        """When it last had reason to tell of them."""

    def firing(self, readings: Readings, at: float) -> set[Labels]:
        """Evaluate it at a moment which nothing was read after: the labels of all that it tells of."""
        now = evaluate(self._expression, readings, at)
        self._since = {labels: self._since.get(labels, at) for labels in now}
        firing = {labels for labels, since in self._since.items() if at - since >= self._for}
        fired = {labels: last for labels, last in self._fired.items() if at - last < self._kept_for}
        self._fired = fired | dict.fromkeys(firing, at)
        return {*self._fired} if self._kept_for else firing


def _evaluate(node: Any, readings: Readings, at: float) -> Vector | float:
    match node:
        case promql_parser.NumberLiteral():
            return float(node.val)
        case promql_parser.ParenExpr():
            return _evaluate(node.expr, readings, at)
        case promql_parser.VectorSelector():
            return readings.latest(node, at)
        case promql_parser.AggregateExpr():
            return _aggregated(node, _vector(node.expr, readings, at))
        case promql_parser.BinaryExpr():
            return _combined(node, _evaluate(node.lhs, readings, at), _evaluate(node.rhs, readings, at))
        case promql_parser.Call():
            return _called(node, readings, at)
    raise NotImplementedError(str(node))


def _vector(node: Any, readings: Readings, at: float) -> Vector:
    found = _evaluate(node, readings, at)
    if not isinstance(found, dict):
        raise NotImplementedError(f"a number in place of a vector: {node}")
    return found


def _called(node: Any, readings: Readings, at: float) -> Vector | float:
    name = node.func.name
    if name == "time":
        return at
    if name == "histogram_quantile":
        share, of = node.args
        return _quantiles(float(share.val), _vector(of, readings, at))
    [argument] = node.args
    functions: dict[str, Callable[[Samples, float], float | None]] = {
        "rate": lambda samples, seconds: _per_second(_increase(samples, at, seconds), seconds),
        "increase": lambda samples, seconds: _increase(samples, at, seconds),
        "changes": lambda samples, _: float(sum(one[1] != other[1] for one, other in pairwise(samples))),
    }
    if name not in functions or not isinstance(argument, promql_parser.MatrixSelector):
        raise NotImplementedError(str(node))
    seconds = argument.range.total_seconds()
    found = {}
    for labels, samples in readings.within(argument.vector_selector, at - seconds).items():
        value = functions[name](samples, seconds)
        if value is not None:
            found[_nameless(labels)] = value
    return found


def _per_second(increase: float | None, seconds: float) -> float | None:
    return None if increase is None else increase / seconds


def _increase(samples: Samples, at: float, seconds: float) -> float | None:
    """How much a counter has grown within the last seconds: by its samples, and as much before and after them."""
    if len(samples) < 2:
        return None
    (first_at, first), (last_at, _) = samples[0], samples[-1]
    # One that is smaller than the one before began anew in between.
    grown = sum(later - earlier if later >= earlier else later for (_, earlier), (_, later) in pairwise(samples))
    known = last_at - first_at
    between = known / (len(samples) - 1)
    before, after = first_at - (at - seconds), at - last_at
    # Further away than the next sample would have been, it began or ended there, half a step beside what was read.
    before, after = (each if each < between * 1.1 else between / 2 for each in (before, after))
    if grown > 0 and first >= 0:
        # None was ever below zero.
        before = min(before, known * first / grown)
    return grown * (known + before + after) / known


def _aggregated(node: Any, vector: Vector) -> Vector:
    name = str(node.op)
    if name not in _AGGREGATIONS or node.param is not None:
        raise NotImplementedError(str(node))
    modifier = node.modifier
    if modifier is not None and str(modifier.type).rpartition(".")[2] != "By":
        raise NotImplementedError(str(node))
    kept = set() if modifier is None else {*modifier.labels}
    groups: dict[Labels, list[float]] = {}
    for labels, value in vector.items():
        group = frozenset(label for label in labels if label[0] in kept)
        groups.setdefault(group, []).append(value)
    return {group: _AGGREGATIONS[name](values) for group, values in groups.items()}


def _combined(node: Any, left: Vector | float, right: Vector | float) -> Vector | float:
    name, modifier = str(node.op), node.modifier
    if modifier is not None and (modifier.matching is not None or modifier.return_bool):
        raise NotImplementedError(str(node))
    if isinstance(left, dict) and isinstance(right, dict):
        # They belong together by all labels but the name.
        others = {_nameless(labels): value for labels, value in right.items()}
        both = [labels for labels in left if _nameless(labels) in others]
        pairs = {labels: (left[labels], others[_nameless(labels)]) for labels in both}
    elif isinstance(left, dict) and not isinstance(right, dict):
        pairs = {labels: (value, right) for labels, value in left.items()}
    elif isinstance(right, dict) and not isinstance(left, dict) and name in _ARITHMETIC:
        pairs = {labels: (left, value) for labels, value in right.items()}
    elif not isinstance(left, dict) and not isinstance(right, dict) and name in _ARITHMETIC:
        return _ARITHMETIC[name](left, right)
    else:
        raise NotImplementedError(str(node))
    if name == "and":
        return {labels: value for labels, (value, _) in pairs.items()}
    if name in _COMPARISONS:
        return {labels: value for labels, (value, other) in pairs.items() if _COMPARISONS[name](value, other)}
    if name in _ARITHMETIC:
        return {_nameless(labels): _ARITHMETIC[name](value, other) for labels, (value, other) in pairs.items()}
    raise NotImplementedError(str(node))


def _quantiles(share: float, buckets: Vector) -> Vector:
    groups: dict[Labels, list[tuple[float, float]]] = {}
    for labels, count in buckets.items():
        bound = float(dict(labels)["le"].replace("+Inf", "inf"))
        group = frozenset(label for label in labels if label[0] not in ("le", _NAME))
        groups.setdefault(group, []).append((bound, count))
    return {group: _quantile(share, sorted(found)) for group, found in groups.items()}


def _quantile(share: float, buckets: list[tuple[float, float]]) -> float:
    """Below which value so many of all are, as evenly as they may lie within their bucket."""
    total = buckets[-1][1]
    if not total or not math.isinf(buckets[-1][0]) or len(buckets) < 2:
        return math.nan
    rank = share * total
    index = next(index for index, (_, count) in enumerate(buckets) if count >= rank)
    if index == len(buckets) - 1:
        return buckets[-2][0]
    bound, count = buckets[index]
    lowest, below = buckets[index - 1] if index else (0.0, 0.0)
    return lowest + (bound - lowest) * (rank - below) / (count - below) if count > below else bound


def _nameless(labels: Labels) -> Labels:
    return frozenset(label for label in labels if label[0] != _NAME)
