#!/bin/sh
# Starts Varnish in front of the gateway, in a container or beside `make up`:
#   GATEWAY        where the gateway answers (gateway:8080)
#   HOST, PORT     where visitors come (0.0.0.0, 8080)
#   PURGE_HOST, PURGE_PORT
#                  where the web host says what has changed (HOST, 8081): CACHE_PURGE_URL. Nobody else may reach it.
#   CACHE_MEMORY   how much the pages may take (256m)
#   RUN_DIR        where it writes (/tmp): it has to be allowed to start what it compiles there
set -eu
PATH=$PATH:/usr/sbin
here=$(dirname "$0")
run=${RUN_DIR:-/tmp}/varnish
gateway=${GATEWAY:-gateway:8080}
host=${HOST:-0.0.0.0}
parameters=$(tr '\n' '|' <"$here/parameters" | sed 's/|$//')
mkdir -p "$run"
sed -e "s#@HOST@#${gateway%:*}#" -e "s#@PORT@#${gateway##*:}#" -e "s#@PARAMETERS@#$parameters#" \
    "$here/pagewright.vcl" >"$run/pagewright.vcl"
# It hands compressed pages on as they are, so it must not ask for gzip on behalf of who asks for nothing. What it has to
# remember of pages that may not be kept is bounded like what it keeps. What is piped may be silent for as long as the gateway
# waits: see the backend's times.
exec varnishd -F -j none -n "$run" -f "$run/pagewright.vcl" \
    -a "visitors=$host:${PORT:-8080},HTTP" -a "purges=${PURGE_HOST:-$host}:${PURGE_PORT:-8081},HTTP" \
    -s "malloc,${CACHE_MEMORY:-256m}" -s Transient=malloc,64m -p http_gzip_support=off -p pipe_timeout=3700
