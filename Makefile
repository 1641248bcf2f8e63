# Everything a person or the CI does here, by name. `make help` lists it.
# Paths stay relative, so a checkout in a folder with spaces works too.
.DEFAULT_GOAL := help
.PHONY: help play serve test soak mutants lint format types clients bench pictures site docs lock release clean
PYTHON ?= python3
BIN := .venv/bin
# In a terminal an installation shows its progress; in a log it is quiet.
QUIET := $(shell test -t 2 || echo --quiet)
PIP := $(BIN)/python -m pip install $(QUIET) --disable-pip-version-check
# Tests start hundreds of processes, and without compiled files each would compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
# Many tests wait for servers and browsers, so there is room for one more than two cores.
WORKERS ?= 3

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile | expand -t 14

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; found " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "First start: making a Python environment of its own in .venv."
	@$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | .venv/bin/python
	@echo "Installing divisor-duel and the few packages that it needs into .venv."
	@$(PIP) --editable .
	@touch $@

# The tests run with the versions that requirements/test.txt pins, each checked by its hash.
.venv/installed-test: pyproject.toml requirements/test.txt | .venv/bin/python
	@echo "Installing all extras and the tools of the tests into .venv (a minute or two)."
	@$(PIP) --require-hashes --no-deps --requirement requirements/test.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch .venv/installed $@

# Players may leave with Ctrl-C: the shell ignores it, so make reports no error.
play: .venv/installed ## play in this terminal
	@trap : INT; $(BIN)/duel; left=$$?; echo "To play again: make play, or $(BIN)/duel"; \
		test $$left -eq 0 -o $$left -eq 130

.venv/installed-web: pyproject.toml .venv/installed
	@echo "Installing the packages of the server into .venv."
	@$(PIP) --editable '.[web]'
	@touch $@

serve: .venv/installed-web ## play in the browser
	@$(BIN)/duel serve

# Without npm or a network the page's scripts are not checked, and lint says so.
node_modules/installed: package.json package-lock.json
	@echo "Installing what checks, bundles and types the page's scripts, and Pyodide, into node_modules."
	@npm ci --silent && touch $@ || echo "They could not be installed; lint and tests go on without them."

lint: .venv/installed-test node_modules/installed ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	@test -x node_modules/.bin/tsc || echo "The page's scripts are not checked: there is no TypeScript."
	! test -x node_modules/.bin/tsc || node_modules/.bin/tsc
	! test -x node_modules/.bin/prettier || node_modules/.bin/prettier --check --log-level warn "src/**/*.js"

format: .venv/installed-test node_modules/installed ## put all sources into their usual form
	$(BIN)/ruff format .
	node_modules/.bin/prettier --write --log-level warn "src/**/*.js"

types: .venv/installed-test node_modules/installed ## write the types of the page's messages again
	$(BIN)/python -m tests.web.page_types

test: lint ## check everything
	@sh tests/system_packages.sh
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal

SOAK_SECONDS ?= 120
soak: .venv/installed-test ## break servers and databases, and forge certificates, for about fifteen minutes
	DUEL_SOAK_CERTIFICATES=100000 $(BIN)/pytest --timeout 3600 --numprocesses 2 tests/proofs/test_certificate_fuzz.py
	DUEL_SOAK_KILLS=1000 DUEL_SOAK_SECONDS=$(SOAK_SECONDS) $(BIN)/pytest --timeout 1200 tests/web/test_crash.py \
		tests/web/test_partition.py tests/web/live/test_protocols.py tests/web/test_chaos.py tests/web/engine/test_pool.py \
		tests/web/test_hostile.py tests/web/test_attack.py

.venv/installed-mutants: pyproject.toml .venv/installed-test
	@echo "Installing cosmic-ray, which makes mutants, into .venv."
	@$(PIP) --group mutants
	@touch $@

MUTANTS ?=
mutants: .venv/installed-mutants ## change the rules and the checker, and see whether a test notices
	$(BIN)/python -m tests.mutants --workers 2 $(MUTANTS)

# Each client gets its own environment: their dependencies conflict, and are too heavy for every test run.
# inspect calls the endpoint through the package openai.
CLIENTS ?= inspect openenv verifiers
clients: ## run the adapters by clients that are too heavy for make test
	@for client in $(CLIENTS); do \
		echo "Installing $$client into .venv-clients/$$client (some minutes)."; \
		$(PYTHON) -m venv .venv-clients/$$client && \
		.venv-clients/$$client/bin/python -m pip install --quiet --disable-pip-version-check \
			--editable ".[$$client]" openai pytest pytest-timeout && \
		.venv-clients/$$client/bin/python -m pytest clients/test_$$client.py || exit 1; \
	done

bench: .venv/installed-test ## measure, side by side with OpenSpiel
	$(BIN)/python -m benchmarks

pictures: .venv/installed-test ## redraw the pictures of the documentation
	$(BIN)/python docs/make_pictures.py

.venv/installed-docs: pyproject.toml .venv/installed
	@echo "Installing Sphinx and its theme, which make a site of the pages, into .venv."
	@$(PIP) 'pip>=25.1'
	@$(PIP) --group docs
	@touch $@

docs: .venv/installed-docs ## make a site of the documentation in site/docs/
	$(BIN)/python -m sphinx --fail-on-warning --quiet docs site/docs
	@echo "It is in site/docs/index.html"

SERVER ?=
site: .venv/installed-web node_modules/installed docs ## make a site that needs no server in site/
	@test -d node_modules/pyodide || { echo "There is no Pyodide, which runs Python in browsers: npm ci installs it."; exit 1; }
	$(BIN)/python -m divisor_duel.web.static_site site --server "$(SERVER)"
	@echo "To open it: $(BIN)/duel site --open"

.venv/installed-lock: pyproject.toml .venv/installed
	@$(PIP) 'pip>=25.1'
	@$(PIP) --group lock
	@touch $@

LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet --upgrade --extra all
lock: .venv/installed-lock ## pin the newest versions of all packages again
	$(LOCK) --output-file requirements/all.txt
	$(LOCK) --group test --output-file requirements/test.txt

.venv/installed-release: pyproject.toml .venv/installed
	@$(PIP) 'pip>=25.1'
	@$(PIP) --group release
	@touch $@

release: .venv/installed-release node_modules/installed ## make wheel, sdist and a list of all packages in dist/
	@test -x node_modules/.bin/esbuild || { echo "There is no esbuild, which bundles the page's scripts: npm ci installs it."; exit 1; }
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	version=$$($(BIN)/python -c 'import divisor_duel; print(divisor_duel.__version__)') && \
		sed "s/^dynamic = .*/version = \"$$version\"/" pyproject.toml > dist/pyproject.toml
	$(BIN)/python -m cyclonedx_py requirements --pyproject dist/pyproject.toml --output-reproducible \
		--output-file dist/divisor-duel.cdx.json requirements/all.txt
	@rm dist/pyproject.toml
	@ls -l dist

clean: ## remove what the other commands made
	rm -rf .venv .venv-clients node_modules site build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
