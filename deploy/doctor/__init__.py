"""Whether a site has what it needs, and what to do where it has not: `make doctor`, and the same in a container."""
