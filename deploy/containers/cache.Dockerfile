# syntax=docker/dockerfile:1
# The image of the cache in front: docker build -f deploy/containers/cache.Dockerfile -t pagewright-cache .
ARG BASE=docker.io/library/debian:12-slim

FROM ${BASE}
# What Debian has mended since: no older version of these is wanted.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends varnish varnish-modules \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
COPY deploy/cache /srv/pagewright/deploy/cache
ENV HOST=0.0.0.0 \
    PORT=8080 \
    PURGE_PORT=8081
WORKDIR /srv/pagewright
USER 10001:10001
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/$HOST/$PURGE_PORT && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.[01] 200' <&3"]
CMD ["sh", "/srv/pagewright/deploy/cache/start.sh"]
