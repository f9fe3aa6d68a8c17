# syntax=docker/dockerfile:1
# The image of the web host: docker build -f deploy/containers/web.Dockerfile -t pagewright-web .
ARG BASE=docker.io/library/node:24.19.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /srv/pagewright/web
COPY web/package.json web/package-lock.json ./
COPY web/packages packages
RUN npm ci --omit=dev --no-audit --no-fund --no-update-notifier --loglevel=error
COPY web ./
RUN npm run --silent build
# The host runs with 75 MB of packages, where the build needs 400.
RUN mkdir /srv/runtime \
    && node scripts/runtime-packages.ts >/srv/runtime-packages \
    && xargs cp --archive --parents --target-directory=/srv/runtime </srv/runtime-packages

FROM ${BASE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8000
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin pagewright
WORKDIR /srv/pagewright/web
COPY --from=build /srv/runtime/node_modules node_modules
COPY --from=build /srv/pagewright/web/package.json ./
COPY --from=build /srv/pagewright/web/server server
COPY --from=build /srv/pagewright/web/app app
COPY --from=build /srv/pagewright/web/dist dist
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch(`http://${process.env.HOST}:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
