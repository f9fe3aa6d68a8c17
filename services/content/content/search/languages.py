"""The dictionaries of Postgres, which know the endings and the little words of a language."""

_DICTIONARIES = {
    "ar": "arabic",
    "hy": "armenian",
    "eu": "basque",
    "ca": "catalan",
    "da": "danish",
    "nl": "dutch",
    "en": "english",
    "et": "estonian",
    "fi": "finnish",
    "fr": "french",
    "de": "german",
    "el": "greek",
    "hi": "hindi",
    "hu": "hungarian",
    "id": "indonesian",
    "ga": "irish",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "no": "norwegian",
    "nb": "norwegian",
    "nn": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "es": "spanish",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
ANY_LANGUAGE = "simple"
"""Knows words alone."""


def dictionary_of(language: str) -> str:
    """The dictionary of a language tag such as `de-CH`."""
    return _DICTIONARIES.get(language.partition("-")[0].lower(), ANY_LANGUAGE)
