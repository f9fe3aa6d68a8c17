#!/bin/sh
# Lays out what a running web host reads, and nothing else: `sh lay_out_web.sh WEB TARGET`, of a folder where the web is
# built. Node is found by its name.
set -eu
web=$1
target=$2
mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$web"
# 80 MB of the 400 that the build needs.
node scripts/runtime-packages.ts | xargs cp -a --parents --target-directory="$target"
cp -a package.json server app dist "$target"
cd "$target"
# What only compilers, debuggers and people read; licences are neither.
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.flow' \) -delete
find node_modules -type f -name '*.md' ! -iname 'licen[cs]e*' -delete
find node_modules -type d \( -name test -o -name examples \) -prune -exec rm -r {} +
# Of our own code: tests, words and styles, which are in the bundles, and components, which Node could not even read.
find app server -type f \( -name '*.test.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.po' -o -name '*.pot' \) -delete
# Fonts of other scripts and other axes than server/template-fonts.ts serves.
find node_modules/@fontsource-variable -type f -name '*.woff2' ! -name '*-latin-wght-*' ! -name '*-latin-ext-wght-*' -delete
# The second form of each module, for those who do not import: the API alone is asked for by some.
find node_modules/@opentelemetry -type f -name '*.cjs' ! -path '*/@opentelemetry/api/*' -delete
find app node_modules -type d -empty -delete
