# syntax=docker/dockerfile:1
# The image of the gateway: docker build -f deploy/containers/gateway.Dockerfile -t pagewright-gateway .
ARG BASE=docker.io/library/traefik:v3.7.15

FROM ${BASE}
COPY gateway /srv/pagewright/gateway
RUN install -d -o 10001 -g 10001 /acme /buffers
USER 10001:10001
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8079/ready"]
ENTRYPOINT ["sh", "/srv/pagewright/gateway/start.sh"]
