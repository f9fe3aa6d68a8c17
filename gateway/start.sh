#!/bin/sh
# Starts Traefik in a container, with traefik.yml filled in from the environment:
#   PORT              where it listens (8080)
#   TRUSTED_PROXIES   addresses of proxies in front, separated by commas
#   PUBLIC_URL        the address that visitors use
#   ACME_EMAIL        with it, Traefik gets certificates from Let's Encrypt for the host of PUBLIC_URL: it listens with TLS
#                     on TLS_PORT (8443), and on PORT it sends visitors there
#   ACME_SERVER       another authority than Let's Encrypt
#   DRAIN_SECONDS     where several gateways share the requests, for how long it goes on after it is asked to stop, until
#                     nobody sends it more (0); what is under way then has ten seconds
#   INTERNAL_PORT     where /ping and /ready answer (8079), for health checks; nobody outside reaches it
#   TMPDIR            where bodies wait until they are whole (/tmp): a disk, and of this gateway alone
#   METRICS_PORT      where its metrics answer Prometheus (nowhere); nobody outside reaches it
#   OTEL_EXPORTER_OTLP_ENDPOINT   the collector that its traces are sent to, with OTEL_EXPORTER_OTLP_HEADERS, and the share
#                     OTEL_TRACES_SAMPLER_ARG of them (1); the headers may be in a file that OTEL_EXPORTER_OTLP_HEADERS_FILE names
# and what routes.yml reads: the addresses of the services, and RETRIES.
# What is wrong with these it says one a line, and ends with 1.
set -eu
faulty=
fault() { echo "gateway: $1" >&2 && faulty=1; }
check_number() { case $2 in *[!0-9]* | "") fault "$1 must be a number, not '$2'" ;; esac; }
check_number PORT "${PORT:-8080}"
check_number TLS_PORT "${TLS_PORT:-8443}"
check_number INTERNAL_PORT "${INTERNAL_PORT:-8079}"
check_number METRICS_PORT "${METRICS_PORT:-0}"
check_number DRAIN_SECONDS "${DRAIN_SECONDS:-0}"
case ${PUBLIC_URL:=} in
http://?* | https://?*) ;;
"") fault "PUBLIC_URL is missing" ;;
*) fault "PUBLIC_URL must be an address such as https://www.example.org, not '$PUBLIC_URL'" ;;
esac
case ${TRUSTED_PROXIES:-} in *[!0-9a-fA-F:./,\ ]*) fault "TRUSTED_PROXIES must be addresses or networks, separated by commas" ;; esac
for name in AUTH CMS CONTENT CRM ECOM WEB; do
    eval "addresses=\${${name}_URL:-}"
    if [ -z "$addresses" ]; then fault "${name}_URL is missing"; fi
    # Unquoted: one word for each of those that commas separate.
    # shellcheck disable=SC2086
    for address in $(echo $addresses | tr , ' '); do
        case $address in http://?*) ;; *) fault "${name}_URL must be addresses that begin with http://, not '$address'" ;; esac
    done
done
if [ -n "${ACME_EMAIL:-}" ]; then
    case $PUBLIC_URL in https://* | "") ;; *) fault "with ACME_EMAIL, PUBLIC_URL has to begin with https://" ;; esac
fi
if [ -z "${OTEL_EXPORTER_OTLP_HEADERS:-}" ] && [ -n "${OTEL_EXPORTER_OTLP_HEADERS_FILE:-}" ]; then
    OTEL_EXPORTER_OTLP_HEADERS=$(cat "$OTEL_EXPORTER_OTLP_HEADERS_FILE") || fault "OTEL_EXPORTER_OTLP_HEADERS_FILE cannot be read"
fi
if [ -n "$faulty" ]; then exit 1; fi
here=${GATEWAY_DIR:-/srv/pagewright/gateway}
written=${RUN_DIR:-/tmp}/traefik.yml
port=${PORT:-8080}
export INTERNAL_PORT="${INTERNAL_PORT:-8079}"
host=$(printf %s "$PUBLIC_URL" | sed -e 's|^[a-z]*://||' -e 's|[:/].*$||')
tls="#" plain="#" certificates="#"
ending="lifeCycle: { requestAcceptGraceTimeout: ${DRAIN_SECONDS:-0}s, graceTimeOut: 10s }"
if [ -n "${ACME_EMAIL:-}" ]; then
    tls="tls: { certResolver: acme, domains: [{ main: \"$host\" }] }"
    plain="plain: { address: \":$port\", http: { aliasHeadersStrategy: delete, redirections: { entryPoint: { to: \":443\", scheme: https } } } }"
    certificates="certificatesResolvers: { acme: { acme: { email: \"$ACME_EMAIL\", storage: \"${ACME_DIR:-/acme}/acme.json\", caServer: \"${ACME_SERVER:-https://acme-v02.api.letsencrypt.org/directory}\", httpChallenge: { entryPoint: plain } } } }"
    port=${TLS_PORT:-8443}
fi
metrics_entry="#" metrics="#" tracing="#"
if [ -n "${METRICS_PORT:-}" ]; then
    metrics_entry="metrics: { address: \":$METRICS_PORT\" }"
    metrics="metrics: { prometheus: { entryPoint: metrics, addServicesLabels: false } }"
fi
if [ -n "${OTEL_EXPORTER_OTLP_ENDPOINT:-}" ]; then
    # What Traefik writes after these names people: the visitor's address, the browser. It has no setting for that.
    export OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT=4
    # name=value,other=value as YAML has it, with what sed would take for its own.
    headers=$(printf %s "${OTEL_EXPORTER_OTLP_HEADERS:-}" | sed -e 's|\([^=,]*\)=\([^,]*\)|"\1": "\2"|g' -e 's/%20/ /g' -e 's/%2[Cc]/,/g' -e 's/%3[Dd]/=/g' -e 's/[&|\]/\\&/g')
    tracing="tracing: { serviceName: pagewright-gateway, sampleRate: ${OTEL_TRACES_SAMPLER_ARG:-1}, otlp: { http: { endpoint: \"${OTEL_EXPORTER_OTLP_ENDPOINT%/}/v1/traces\"${headers:+, headers: { $headers \}} } } }"
fi
# In quotes: an address of IPv6 may begin with a colon.
proxies=$(echo "${TRUSTED_PROXIES:-}" | tr -d ' ' | sed 's/[^,][^,]*/"&"/g')
fill() {
    sed -e "s|\${PORT}|$port|" -e "s|\${TRUSTED_PROXIES}|$proxies|" -e "s|\${ROUTES}|$here/routes.yml|" \
        -e "s|lifeCycle: .*|$ending|" \
        -e "s|# \${INTERNAL}|internal: { address: \":$INTERNAL_PORT\", transport: { $ending } }|" -e "s|# \${PING}|ping: { entryPoint: internal }|" \
        -e "s|# \${METRICS_ENTRY}|$metrics_entry|" -e "s|# \${METRICS}|$metrics|" -e "s|# \${TRACING}|$tracing|" \
        -e "s|# \${TLS}|$tls|" -e "s|# \${PLAIN}|$plain|" -e "s|# \${CERTIFICATES}|$certificates|" "$here/traefik.yml"
}
fill >"$written"
# What it left there when it was killed.
if [ -n "${TMPDIR:-}" ]; then rm -f "$TMPDIR"/*multibuf-*; fi
# Traefik looks for its plugin in the folder that it is started in.
cd "$here"
exec "${TRAEFIK:-traefik}" --configFile="$written"
