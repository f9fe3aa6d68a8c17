from tests.auth.hashing import quick_hashing  # noqa: F401  # for all tests here
