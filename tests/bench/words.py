"""Texts of made-up words, the same in every run: some words in every text, most of them in few."""

from __future__ import annotations

import html
import random

COMMON = "harbour"
"""A word that every text has."""

_FIRST = ["mar", "bel", "tor", "lin", "cas", "ven", "dal", "ros", "fen", "gal", "hol", "jun", "kel", "nor", "pel"]
_SECOND = ["a", "e", "i", "o", "u", "an", "er", "il", "on", "us"]
_THIRD = ["bridge", "ford", "ton", "ward", "mere", "lane", "field", "stone", "well", "gate", "side", "wood"]
_WORDS = [first + second + third for third in _THIRD for second in _SECOND for first in _FIRST]


def words(turn: random.Random, count: int) -> list[str]:
    """Words of which a few come often and most seldom, as in a language."""
    return [_WORDS[min(int(turn.paretovariate(0.7)) - 1, len(_WORDS) - 1)] for _ in range(count)]


def paragraphs(turn: random.Random, link: str, count: int = 3) -> str:
    """HTML of a text with a heading and a link within the site."""
    title = " ".join(words(turn, 3)).capitalize()
    parts = [f"<p>{COMMON.capitalize()} {' '.join(words(turn, turn.randint(25, 60)))}.</p>" for _ in range(count)]
    last = f'<p>See <a href="{html.escape(link)}">{words(turn, 1)[0]}</a>.</p>'
    return f"<h2>{title}</h2>{''.join(parts)}{last}"
