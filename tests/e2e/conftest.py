"""How long tests in a browser wait for what they expect. Only those that fail do, and machines that are very busy."""

from playwright.sync_api import expect

# As long as for all else (browser_fixtures.py); by itself it would be a third of that.
expect.set_options(timeout=15_000)
