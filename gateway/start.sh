#!/bin/sh
# Starts Traefik in a container, with traefik.yml filled in from the environment:
#   PORT              where it listens (8080)
#   TRUSTED_PROXIES   addresses of proxies in front, separated by commas
#   PUBLIC_URL        the address that visitors use
#   ACME_EMAIL        with it, Traefik gets certificates from Let's Encrypt for the host of PUBLIC_URL: it listens with TLS
#                     on TLS_PORT (8443), and on PORT it sends visitors there
#   ACME_SERVER       another authority than Let's Encrypt
#   DRAIN_SECONDS     where several gateways share the requests, for how long it goes on after it is asked to stop, until
#                     nobody sends it more (0), and closes each connection behind its next answer; what is under way then
#                     has ten seconds
#   INTERNAL_PORT     where /ping and /ready answer (8079), for health checks; nobody outside reaches it
#   TMPDIR            where bodies wait until they are whole: a disk, and of this gateway alone, which clears it. Without it
#                     they are in /tmp, where others may have theirs, and what one that was killed left there stays
#   METRICS_PORT      where its metrics answer Prometheus (nowhere); nobody outside reaches it
#   OTEL_EXPORTER_OTLP_ENDPOINT   with a share OTEL_TRACES_SAMPLER_ARG of them, the collector that its traces are sent to, with
#                     OTEL_EXPORTER_OTLP_HEADERS; these may be in a file that OTEL_EXPORTER_OTLP_HEADERS_FILE names. Without a
#                     share it makes none: the parts behind it do
# and what routes.yml reads: the addresses of the services, and RETRIES.
# What is wrong with these it says one a line, and ends with 1.
set -eu
faulty=
fault() { echo "gateway: $1" >&2 && faulty=1; }
check_number() { case $2 in *[!0-9]* | "") fault "$1 must be a number, not '$2'" ;; esac; }
check_number PORT "${PORT:-8080}"
check_number TLS_PORT "${TLS_PORT:-8443}"
check_number INTERNAL_PORT "${INTERNAL_PORT:-8079}"
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
    case ${ACME_SERVER:-https://} in https://*) ;; *) fault "ACME_SERVER must be an address that begins with https://, not '$ACME_SERVER'" ;; esac
fi
if [ -z "${OTEL_EXPORTER_OTLP_HEADERS:-}" ] && [ -n "${OTEL_EXPORTER_OTLP_HEADERS_FILE:-}" ]; then
    OTEL_EXPORTER_OTLP_HEADERS=$(cat "$OTEL_EXPORTER_OTLP_HEADERS_FILE") || fault "OTEL_EXPORTER_OTLP_HEADERS_FILE cannot be read"
fi
# As the other parts read them: shared/kit/watching/settings.py.
case ${METRICS_PORT:-1} in
*[!0-9]* | ??????*) portless=1 ;;
*) if [ "${METRICS_PORT:-1}" -ge 1 ] && [ "${METRICS_PORT:-1}" -le 65535 ]; then portless=; else portless=1; fi ;;
esac
if [ -n "$portless" ]; then fault "METRICS_PORT must be a number from 1 to 65535, not '$METRICS_PORT'"; fi
case ${OTEL_EXPORTER_OTLP_ENDPOINT:-} in
*[@?#\ ]*) fault "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318" ;;
"" | http://[!/]* | https://[!/]*) ;;
*) fault "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318" ;;
esac
if ! printf %s "${OTEL_TRACES_SAMPLER_ARG:-1}" | grep -Eqx '0|1|0?\.[0-9]+|1\.0+'; then
    fault "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not '$OTEL_TRACES_SAMPLER_ARG'"
fi
# name=value,other=value as YAML has it, with %XX as what it stands for; 1 where it is not like that.
headers_of() {
    printf '%s\n' "$1" | LC_ALL=C awk -v quote='"' '
        function decoded(text, out, digits) {
            while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
                digits = tolower(substr(text, RSTART + 1, 2))
                digits = (index(hex, substr(digits, 1, 1)) - 1) * 16 + index(hex, substr(digits, 2, 1)) - 1
                # No control character: it could not be in a header.
                out = out substr(text, 1, RSTART - 1) (digits < 32 ? substr(text, RSTART, 3) : escaped(sprintf("%c", digits)))
                text = substr(text, RSTART + 3)
            }
            return out text
        }
        function escaped(character) { return character == quote || character == "\\" ? "\\" character : character }
        BEGIN { hex = "0123456789abcdef" }
        {
            count = split($0, pairs, ",")
            for (number = 1; number <= count; number++) {
                pair = pairs[number]
                gsub(/^[ \t]+|[ \t]+$/, "", pair)
                if (pair == "") continue
                equals = index(pair, "=")
                value = substr(pair, equals + 1)
                if (equals < 2 || value == "" || pair ~ /[^!-~]/ || index(value, quote) || index(value, "\\")) exit 1
                out = out (out == "" ? "" : ", ") quote substr(pair, 1, equals - 1) quote ": " quote decoded(value) quote
            }
        }
        END { print out }'
}
# Not with its value, which is a token.
headers=$(headers_of "${OTEL_EXPORTER_OTLP_HEADERS:-}") || fault "OTEL_EXPORTER_OTLP_HEADERS must be like name=value,other=value"
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
routes="$here/routes.yml" watched=false leaving="#" provider="#"
if [ "${DRAIN_SECONDS:-0}" -gt 0 ]; then
    # Once it is asked to stop it changes them.
    routes=${RUN_DIR:-/tmp}/routes.yml watched=true
    cp "$here/routes.yml" "$routes"
    leaving="leaving: { moduleName: pagewright/leaving, settings: { useUnsafe: true } }"
    provider="plugin: { leaving: { routes: \"$routes\" } }"
fi
metrics_entry="#" metrics="#" tracing="#"
if [ -n "${METRICS_PORT:-}" ]; then
    metrics_entry="metrics: { address: \":$METRICS_PORT\" }"
    metrics="metrics: { prometheus: { entryPoint: metrics, addServicesLabels: false } }"
fi
# Its spans cost each request more than all else that watches, whether they are sent or not, so it makes none unless a share
# is asked for. The parts behind it begin the traces then.
if [ -n "${OTEL_EXPORTER_OTLP_ENDPOINT:-}" ] && [ -n "${OTEL_TRACES_SAMPLER_ARG:-}" ]; then
    # What Traefik writes after these names people: the visitor's address, the browser. It has no setting for that.
    export OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT=4
    # With what sed would take for its own.
    headers=$(printf %s "$headers" | sed 's/[&|\]/\\&/g')
    tracing="tracing: { serviceName: pagewright-gateway, sampleRate: $OTEL_TRACES_SAMPLER_ARG, otlp: { http: { endpoint: \"${OTEL_EXPORTER_OTLP_ENDPOINT%/}/v1/traces\"${headers:+, headers: { $headers \}} } } }"
fi
# In quotes: an address of IPv6 may begin with a colon.
proxies=$(echo "${TRUSTED_PROXIES:-}" | tr -d ' ' | sed 's/[^,][^,]*/"&"/g')
fill() {
    sed -e "s|\${PORT}|$port|" -e "s|\${TRUSTED_PROXIES}|$proxies|" -e "s|\${ROUTES}|$routes|" \
        -e "s|lifeCycle: .*|$ending|" -e "s|# \${LEAVING}|$leaving|" -e "s|# \${LEAVING_PROVIDER}|$provider|" -e "s|watch: false|watch: $watched|" \
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
