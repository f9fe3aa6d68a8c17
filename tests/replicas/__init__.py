"""Three of each part behind one gateway, on one Postgres and one Redis: `docker-compose.replicas.yml` without Docker."""
