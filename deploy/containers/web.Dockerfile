# syntax=docker/dockerfile:1
# The image of the web host: docker build -f deploy/containers/web.Dockerfile -t pagewright-web .
ARG BASE=docker.io/library/node:24.19.0-bookworm-slim

FROM ${BASE} AS build
# Of Node itself without what only debuggers read: 18 of 126 MB.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils \
    && rm -rf /var/lib/apt/lists/* \
    && strip --strip-unneeded -o /srv/node /usr/local/bin/node
WORKDIR /srv/pagewright/web
COPY web/package.json web/package-lock.json ./
COPY web/packages packages
# What builds the web is among the `dependencies`, too: it is built where tests and linters are left out, here and by
# `make up`. What a running host does not read is left out below.
RUN npm ci --omit=dev --no-audit --no-fund --no-update-notifier --loglevel=error
COPY web ./
RUN npm run --silent build
COPY deploy/containers/lay_out_web.sh /tmp/
RUN sh /tmp/lay_out_web.sh . /srv/runtime/pagewright/web

FROM ${BASE} AS reduced
COPY deploy/containers/reduce.sh /tmp/
# Of what comes with Node, the program alone: packages are installed where the image is built.
RUN find /usr/local /opt -mindepth 1 -delete \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin pagewright \
    && sh /tmp/reduce.sh && rm /tmp/reduce.sh
COPY --from=build /srv/node /usr/local/bin/node

# As one layer: in one above Debian's, what is taken out would only be hidden.
FROM scratch
# All of it, which is what this is for.
# hadolint ignore=DL3067
COPY --from=reduced / /
ENV PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8000
COPY --from=build /srv/runtime /srv
WORKDIR /srv/pagewright/web
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch(`http://${process.env.HOST}:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
