"""``python -m tests.lint.sorted_tables <module> <service>``: fails where a table refers to one that the module knows not."""

import importlib
import sys

from kit.db import metadata_of

importlib.import_module(sys.argv[1])
_ = metadata_of(sys.argv[2]).sorted_tables
