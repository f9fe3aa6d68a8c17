"""What a run of tests amounts to, and which of its failures were bad luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

MOST_RETRIED = 10
"""So many failures may be bad luck. More than that are none, and to run them all again would take long."""


@dataclass(frozen=True, slots=True)
class Record:
    """What became of each test of one run.

    ``failures`` has the first error of each that failed; ``faults`` is what else went wrong and no test answers for:
    a file that could not be read, a worker that died, tests that nobody heard of again.
    """

    passed: int
    failures: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a stage of the run amounts to. ``flaky`` failed at first and passed alone, by the first error of each."""

    name: str
    passed: int
    failed: int
    flaky: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[str] = ()

    @property
    def is_green(self) -> bool:
        """Whether nothing failed that counts."""
        return not self.failed and not self.faults


def judge(name: str, first: Record, passes_alone: Callable[[str], bool]) -> Result:
    """Run what failed once more, each test alone, unless something else is wrong as well or too much of it."""
    if first.faults or len(first.failures) > MOST_RETRIED:
        return Result(name, first.passed, len(first.failures), faults=first.faults)
    flaky = {test: error for test, error in first.failures.items() if passes_alone(test)}
    return Result(name, first.passed + len(flaky), len(first.failures) - len(flaky), flaky)
