"""What every folder of tests may use."""

pytest_plugins = ["tests.stack_fixtures", "tests.browser_fixtures", "tests.xdist_groups"]
