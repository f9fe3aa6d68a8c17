"""The command line: `python -m deploy.operations` with the name of a command; `--help` lists them."""

import argparse
import json
import os
import sys

from deploy.local.data_folder import SERVICES
from deploy.local.errors import StartError
from deploy.local.settings import told
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import Settings, read_settings

_LONGEST_AFTER = 86_400
_COMMANDS = {
    "secrets": "make the passwords and keys that are missing, and lay out what each part may read of them",
    "prepare": "make roles and schemas, and bring the tables to the state that this release expects",
    "bucket": "make the bucket of S3_BUCKET where there is none, as in the MinIO of docker-compose.yml",
    "setup-link": "say where an empty site is set up",
    "kubernetes-secrets": "write the same as Kubernetes' Secrets, for kubectl apply",
    "rotate-keys": "give every part new keys to sign and to seal with, also while the site runs",
    "rotate-passwords": "give the services' roles in the database, and Redis, new passwords; then restart the site",
}


def main(arguments: list[str]) -> int:
    """Do what the command line says; 0 when it went well, 1 after one line that says what did not."""
    parser = argparse.ArgumentParser(prog="python -m deploy.operations", description="Look after a deployed site.")
    commands = parser.add_subparsers(dest="command", required=True)
    of = {name: commands.add_parser(name, help=purpose) for name, purpose in _COMMANDS.items()}
    of["rotate-keys"].add_argument(
        "--after",
        type=_seconds,
        default=0,
        help="seconds until they are used: for when parts do not get them at once, as on Kubernetes",
    )
    examined = commands.add_parser(
        "doctor", help="say whether the site has what it needs, and what to do where it has not"
    )
    examined.add_argument("services", nargs="*", help="those that the site has; all by default")
    options = parser.parse_args(arguments)
    command = options.command
    if command == "doctor":
        # Not above: most commands need little of what it imports.
        from deploy.operations.doctor import doctor  # noqa: PLC0415  # it loads what no other command needs

        if unknown := set(options.services) - set(SERVICES):
            parser.error(f"there is no service {', '.join(sorted(unknown))}")
        return doctor(options.services or SERVICES)
    try:
        _do(options)
    except StartError as error:
        print(f"Pagewright: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Pagewright: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _seconds(text: str) -> int:
    if not text.isdecimal() or int(text) > _LONGEST_AFTER:
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to {_LONGEST_AFTER}, not {text!r}")
    return int(text)


def _do(options: argparse.Namespace) -> None:
    """All but the doctor. Raises OSError, `StartError`."""
    command = options.command
    if command == "bucket":
        # Not above, for the same reason.
        from deploy.operations.bucket import make_bucket  # noqa: PLC0415  # it loads what no other command needs

        make_bucket(told(os.environ))
        return
    settings = read_settings(os.environ)
    folder = SecretsFolder(settings)
    if command == "secrets":
        folder.ensure()
    elif command == "rotate-keys":
        folder.rotate_keys(options.after)
    elif command == "kubernetes-secrets":
        print(json.dumps(folder.manifests(os.environ.get("SECRETS_NAME") or "pagewright"), indent=2))
    elif command == "setup-link":
        print(f"{settings.public_url}/cms-setup?code={folder.setup_code()}")
    else:
        _do_in_the_database(command, settings, folder)


def _do_in_the_database(command: str, settings: Settings, folder: SecretsFolder) -> None:
    # Not above, for the same reason.
    from deploy.operations.preparing import prepare, tell_passwords  # noqa: PLC0415  # Alembic takes longer than the rest

    if command == "rotate-passwords":
        folder.rotate_passwords()
        tell_passwords(settings, folder)
    else:
        prepare(settings, folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
