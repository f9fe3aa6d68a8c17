"""``python -m kit.migrate <service>…``: bring the schemas of these services up to date.

Each service's address is in ``<SERVICE>_DATABASE_URL``, or in ``DATABASE_URL`` for all of them.
With ``--autogenerate "what changes"`` it writes the next migration from the models instead.
"""

import argparse
import sys

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.exc import StatementError

from kit.failures import describe
from kit.migrations import config_of, database_url_of, upgrade


def main(arguments: list[str]) -> int:
    """Do what the command line says; 0 when all went well, 1 with a line for each that did not.

    Before it stands the statement that failed, if it was one. No values are told: rows are moved by migrations, too.
    """
    parser = argparse.ArgumentParser(prog="python -m kit.migrate", description="Bring database schemas up to date.")
    parser.add_argument("services", nargs="+")
    parser.add_argument("--autogenerate", metavar="MESSAGE", help="write the next migration from the models")
    options = parser.parse_args(arguments)
    failed = False
    for service in options.services:
        try:
            if options.autogenerate:
                _write_next(service, options.autogenerate)
            else:
                upgrade(service, database_url_of(service))
        except Exception as error:  # noqa: BLE001  # whatever it is, the other services are still to be tried
            if isinstance(error, StatementError) and error.statement:
                print(f"{service}: in {' '.join(error.statement.split())}", file=sys.stderr)
            print(f"{service}: {describe(error)}", file=sys.stderr)
            failed = True
    return int(failed)


def _write_next(service: str, message: str) -> None:
    config = config_of(service)
    config.attributes["autogenerate"] = True
    number = len(list(ScriptDirectory.from_config(config).walk_revisions())) + 1
    command.revision(config, message, autogenerate=True, rev_id=f"{number:04d}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
