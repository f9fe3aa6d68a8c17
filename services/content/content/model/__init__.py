"""The page model: trees, actions and what follows from them.

Pure: no database, no web framework. Its twin is web/app/page; tests/vectors/actions holds the two equal.
"""
