"""The command line: `python -m deploy.local up`, `dev`, `down`, `doctor`, `rotate-keys`, `backup`, `restore`."""

import argparse
import errno
import os
import sys

from deploy.local import keys, running
from deploy.local.backups import back_up, restore_backup
from deploy.local.data_folder import DataFolder
from deploy.local.errors import StartError
from deploy.local.settings import Settings, read_settings
from deploy.local.up import down, up

_FULL = (errno.ENOSPC, errno.EDQUOT)


def main(arguments: list[str]) -> int:
    """Do what the command line says; 0 when it went well, 1 after one line that says what did not.

    `runs` has statuses of its own.
    """
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="Run Pagewright on this machine.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("up", help="start everything and stay until Ctrl-C")
    commands.add_parser("dev", help="the same, restarting what changes")
    commands.add_parser("down", help="stop the copy that runs on DATA_DIR")
    asking = "for scripts: end with 0 where something runs on DATA_DIR, with 1 where nothing does, and else with 2"
    commands.add_parser("runs", help=asking)
    commands.add_parser("doctor", help="say whether the site has what it needs, and what to do where it has not")
    commands.add_parser("rotate-keys", help="give every part new keys, also while the copy on DATA_DIR runs")
    backup = commands.add_parser("backup", help="write a backup of the site into a file, also while it runs")
    backup.add_argument("file", nargs="?", default="", help="without it, one in backups/ that is named by the moment")
    restore = commands.add_parser("restore", help="put a backup in place of the site on DATA_DIR, which must not run")
    restore.add_argument("file", help="the backup, or its key in the storage")
    options = parser.parse_args(arguments)
    if options.command == "doctor":
        # Not above: what it asks engines and servers with would be in the memory of each copy that runs.
        from deploy.local.doctor import doctor  # noqa: PLC0415  # it loads what no other command needs

        return doctor()
    try:
        return _do(options)
    except StartError as error:
        print(f"Pagewright: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.filename is None and error.errno not in _FULL:
            raise
        # The disk may fill up between the check and any of the files that are written; a folder may be somebody else's.
        is_full = error.errno in _FULL
        said = f"the disk is full ({error.filename})" if is_full else f"{error.filename}: {error.strerror}"
        print(f"Pagewright: {said}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _do(options: argparse.Namespace) -> int:
    """All but the doctor: how it ended. Raises OSError, `StartError`."""
    command = options.command
    if command == "runs":
        return _tell_whether_it_runs()
    settings = read_settings()
    if command == "down":
        stopped = down(settings.data_dir)
        print("stopped" if stopped else f"nothing runs on {settings.data_dir}")
    elif command == "rotate-keys":
        _rotate_keys(settings)
    elif command == "backup":
        back_up(settings, options.file)
    elif command == "restore":
        restore_backup(settings, options.file)
    else:
        up(settings, reload=command == "dev")
    return 0


def _tell_whether_it_runs() -> int:
    # Reads DATA_DIR alone: the operator who asks may have other settings than the site was started with.
    folder = running.data_dir(os.environ)
    try:
        is_running = running.runs(folder)
    except OSError as error:
        # Not as where nothing runs: a script would go on to replace what somebody else's site has loaded.
        print(f"Pagewright: {error.filename or folder}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"a site runs on {folder}" if is_running else f"nothing runs on {folder}")
    return 0 if is_running else 1


def _rotate_keys(settings: Settings) -> None:
    folder = DataFolder(settings.data_dir)
    if not folder.secrets_file.exists():
        # New keys of no site would let somebody believe that lost ones are good for nothing any more.
        raise StartError(f"there is no site in {folder.path}")
    keys.rotate(folder)
    print(f"new keys in {folder.keys}; a running copy uses them at once")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
