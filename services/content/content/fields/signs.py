"""Signs that are written without spaces: Chinese characters and the Japanese syllables."""

SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Ranges, for a class of a regular expression."""
