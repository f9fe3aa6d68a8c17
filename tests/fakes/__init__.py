"""Servers that speak the wire formats of the providers that the site can use."""
