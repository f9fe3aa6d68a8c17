"""Runs all of Pagewright on one machine, engines included: what `make up` does."""
