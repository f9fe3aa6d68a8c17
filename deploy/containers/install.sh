#!/bin/sh
# The steps of service.Dockerfile that differ by part: `packages` installs what the part needs, as its lock has it, and
# `own` the part's own code beside them, without that of other parts.
set -eu
step=$1
part=$2
root=$(pwd)
venv=${VENV:-/srv/venv}
uv="${UV_COMMAND:-/opt/uv/bin/uv} --quiet --no-cache pip"

case $part in
operations) lock=deploy/operations/requirements.lock services="auth cms content crm ecom" ;;
auth | cms | content | crm | ecom) lock=services/$part/requirements.lock services=$part ;;
*) echo "PART must be a service or operations, not '$part'" >&2 && exit 1 ;;
esac

case $step in
packages)
    python3 -m venv --without-pip "$venv"
    # Nothing is built but what its makers publish as source alone, which is Python without anything to compile.
    # What it is built with is pinned too. The lock has all that they need: --no-deps, for what it leaves out on purpose.
    $uv install --python "$venv/bin/python" --only-binary :all: --no-binary pyvips --no-deps --require-hashes \
        --build-constraints "${BUILD_LOCK:-/opt/uv/requirements-build.lock}" --requirement "$lock"
    packages=$(echo "$venv"/lib/python3*/site-packages)
    # Of Amazon's many services the site speaks to its storage only, and to those that give the key to it.
    find "$packages/botocore/data" -mindepth 1 -maxdepth 1 -type d \
        ! -name s3 ! -name sts ! -name sso ! -name sso-oidc ! -name signin -exec rm -r {} +
    # Tests that packages bring along, what type checkers read, and what Babel knows of languages and nobody asks for.
    find "$packages" -type d \( -name tests -o -name testing \) -prune -exec rm -r {} +
    find "$packages" -name '*.pyi' -delete
    if [ -d "$packages/babel" ]; then "$venv/bin/python" deploy/containers/trim_languages.py "$packages/babel/locale-data"; fi
    # Sources of compiled modules, and what only debuggers and linkers read: 16 MB of typst, 3 of cryptography.
    # Libraries that a wheel brings along stay as they are: they were rearranged by their packager's tool, which strip does
    # not bear.
    find "$packages" \( -name '*.pyx' -o -name '*.pxd' -o -name '*.c' -o -name '*.cpp' -o -name '*.h' \) -delete
    find "$packages" -name '*.so' ! -path '*.libs/*' ! -path '*pyvips*' -exec strip --strip-unneeded {} +
    # The calendars of countries are read one at a time, once a process: compiled they would take 3 MB more.
    "$venv/bin/python" -m compileall -q -j 0 -x 'holidays/(calendars|countries|financial)' "$packages"
    ;;
own)
    for folder in services/*/; do
        case " $services " in *" $(basename "$folder") "*) ;; *) rm -r "$folder" ;; esac
    done
    editable="--editable $root/shared"
    for service in $services; do editable="$editable --editable $root/services/$service"; done
    # Unquoted: a list of arguments.
    # shellcheck disable=SC2086
    $uv install --python "$venv/bin/python" --no-deps $editable
    if [ "$part" != operations ]; then rm -r deploy; fi
    "$venv/bin/python" -m compileall -q -j 0 .
    ;;
*) echo "the step must be packages or own, not '$step'" >&2 && exit 1 ;;
esac
