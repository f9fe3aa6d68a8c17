"""`docker-compose.yml` run without Docker: each container as processes with the same commands, settings and files."""
