"""Services that are still to follow the rules of this folder. Empty it, and delete it."""

EXEMPT = {"auth"}
