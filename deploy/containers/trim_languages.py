"""Takes out of Babel's files of languages what Pagewright never asks them for: four fifths of their 30 MB.

`python trim_languages.py <folder of locale-data>`. Names of countries, numbers, money and dates stay as they are, in every
language.
"""

import pickle
import sys
from pathlib import Path

UNUSED = (
    "compact_currency_formats",
    "compact_decimal_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "date_fields",
    "datetime_skeletons",
    "interval_formats",
    "languages",
    "meta_zones",
    "scripts",
    "time_zones",
    "unit_display_names",
    "unit_patterns",
    "variants",
)


def trimmed(data: bytes) -> bytes:
    """One file's contents without these parts: each is empty, as for a language that has none of it."""
    language = pickle.loads(data)  # noqa: S301  # the package's own file, which it reads the same way
    for part in UNUSED:
        if part in language:
            language[part] = {}
    return pickle.dumps(language, 4)


if __name__ == "__main__":
    for file in sorted(Path(sys.argv[1]).glob("*.dat")):
        file.write_bytes(trimmed(file.read_bytes()))
