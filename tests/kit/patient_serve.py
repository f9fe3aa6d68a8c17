"""``python -m tests.kit.patient_serve <service>``: `kit.serve`, whose requests may take as long as a busy machine needs."""

import sys

from kit import database, serve

_SECONDS = 120

if __name__ == "__main__":
    serve._GRACE_SECONDS = _SECONDS
    database._LOCK_TIMEOUT_MS = 1000 * _SECONDS
    serve.main(sys.argv[1:])
