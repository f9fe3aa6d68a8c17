"""A service with nothing but tasks, for worker processes: ``python -m kit.worker tests.kit.jobsite``."""
