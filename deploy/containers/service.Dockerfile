# syntax=docker/dockerfile:1
# The image of one service, or of the operations, which have all of them:
#     docker build -f deploy/containers/service.Dockerfile --build-arg PART=auth -t pagewright-auth .
ARG BASE=docker.io/library/debian:12-slim

FROM ${BASE} AS system
# What Debian has mended since: no older version of these is wanted.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 \
    # Python's tests of itself, and what its prompt says about itself.
    && rm -rf /usr/lib/python3*/test /usr/lib/python3*/pydoc_data \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/lib/dpkg/*-old /var/log/apt /var/log/dpkg.log

FROM system AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils python3-venv \
    && rm -rf /var/lib/apt/lists/*
# The version that deploy/local/bootstrap.py has.
ARG UV=0.13.8
RUN python3 -m venv /opt/uv && /opt/uv/bin/pip install --no-cache-dir uv==${UV}
WORKDIR /srv/pagewright
# Packages first: they change less often than our own code.
ARG PART
COPY requirements-build.lock /opt/uv/
COPY deploy/containers/install.sh deploy/containers/trim_languages.py deploy/containers/
COPY deploy/operations/requirements.lock deploy/operations/
COPY services/auth/requirements.lock services/auth/
COPY services/cms/requirements.lock services/cms/
COPY services/content/requirements.lock services/content/
COPY services/crm/requirements.lock services/crm/
COPY services/ecom/requirements.lock services/ecom/
RUN sh deploy/containers/install.sh packages "${PART}"
COPY deploy deploy
COPY shared shared
COPY services services
RUN sh deploy/containers/install.sh own "${PART}"

FROM system AS reduced
COPY deploy/containers/reduce.sh /tmp/
# What may be written to: files of the site, secrets where this image makes them.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin pagewright \
    && install --directory --owner=10001 --group=10001 /data /secrets \
    && sh /tmp/reduce.sh && rm /tmp/reduce.sh

# As one layer: in one above Debian's, what is taken out would only be hidden.
FROM scratch
ARG PART
# All of it, which is what this is for.
# hadolint ignore=DL3067
COPY --from=reduced / /
ENV PATH=/srv/venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    PART=${PART}
COPY --from=build /srv /srv
WORKDIR /srv/pagewright
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-m", "kit.alive"]
CMD ["sh", "-c", "exec python -m kit.serve \"$PART\""]
