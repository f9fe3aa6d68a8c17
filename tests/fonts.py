"""The fonts that tests in a browser see, whatever the machine has installed: those that npm brings, and no others.

Lines would break elsewhere with other fonts, so the results of tests that measure would depend on the machine.
"""

from __future__ import annotations

from pathlib import Path

PACKAGES = Path(__file__).resolve().parent.parent / "web" / "node_modules"
FOLDERS = (PACKAGES / "dejavu-fonts-ttf" / "ttf", PACKAGES / "@expo-google-fonts" / "sawarabi-gothic" / "400Regular")
SERIF, SANS, MONO, JAPANESE = "DejaVu Serif", "DejaVu Sans", "DejaVu Sans Mono", "Sawarabi Gothic"
GENERIC = {"serif": SERIF, "sans-serif": SANS, "system-ui": SANS, "monospace": MONO, "ui-monospace": MONO}

_ALIAS = "<alias binding='same'><family>{name}</family><prefer><family>{family}</family></prefer></alias>"
# Hinting rounds widths to whole pixels by rules that differ between versions of FreeType.
_RENDERING = """<match target="pattern">
  <edit name="antialias" mode="assign"><bool>true</bool></edit>
  <edit name="hinting" mode="assign"><bool>false</bool></edit>
  <edit name="rgba" mode="assign"><const>none</const></edit>
</match>"""


def configure(folder: Path) -> dict[str, str]:
    """Writes a configuration of Fontconfig into a folder, which also keeps its cache.

    Returns the environment by which a browser uses it. Raises FileNotFoundError where a font is not installed.
    """
    for each in FOLDERS:
        if not each.is_dir():
            raise FileNotFoundError(f"{each} is missing: `make ready-dev` installs it")
    parts = [
        *(f"<dir>{each}</dir>" for each in FOLDERS),
        f"<cachedir>{folder / 'cache'}</cachedir>",
        *(_ALIAS.format(name=name, family=family) for name, family in GENERIC.items()),
        _RENDERING,
    ]
    file = folder / "fonts.conf"
    head = '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
    body = "\n".join(parts)
    file.write_text(f"{head}<fontconfig>\n{body}\n</fontconfig>\n", encoding="utf-8")
    return {"FONTCONFIG_FILE": str(file)}
