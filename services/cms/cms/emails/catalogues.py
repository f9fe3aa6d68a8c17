"""Brings the catalogues of emails in line with the templates: `python -m cms.emails.catalogues`, or `--check` them.

What is new stands in a catalogue without a translation, what no template says any more is gone.
"""

import sys
from io import BytesIO

from babel.messages import Catalog
from babel.messages.pofile import write_po
from liquid.messages import extract_from_templates

from cms.emails.rendering import TEMPLATES, environment
from cms.emails.words import CATALOGUES, ENGLISH, LANGUAGES, read

_WIDTH = 120
_TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)


def catalogue(language: str) -> tuple[str, list[str]]:
    """A language's catalogue as the templates want it, with the translations that there are, and what lacks one."""
    path = CATALOGUES / f"{language}.po"
    known = read(path) if path.exists() else {}
    wanted = Catalog(charset="utf-8")
    for message in sorted(_messages()):
        wanted.add(message, known.get(message, ""))
    file = BytesIO()
    write_po(file, wanted, width=_WIDTH, omit_header=True, no_location=True)
    return file.getvalue().decode(), [str(message.id) for message in wanted if message.id and not message.string]


def _messages() -> set[str]:
    names = [path.name for path in TEMPLATES.glob("*.liquid")]
    templates = [environment(ENGLISH, autoescape=False).get_template(name) for name in names]
    return {str(message.id) for message in extract_from_templates(*templates) if message.id}


def faults() -> list[str]:
    """What is wrong with the catalogues as they lie there, a line each."""
    found = []
    for language in _TRANSLATED:
        path = CATALOGUES / f"{language}.po"
        text, missing = catalogue(language)
        if not path.exists() or path.read_text() != text:
            found.append(f"{path.name} of the emails is not current: run `make generate`")
        found += [f"{path.name} of the emails lacks: {message}" for message in missing]
    return found


def write() -> None:
    """Write them anew."""
    CATALOGUES.mkdir(exist_ok=True)
    for language in _TRANSLATED:
        (CATALOGUES / f"{language}.po").write_text(catalogue(language)[0])


def main(arguments: list[str]) -> int:
    """Write the catalogues, or with `--check` print what is wrong with them; 1 where something is."""
    if "--check" not in arguments:
        write()
    found = faults()
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    return 1 if found and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
