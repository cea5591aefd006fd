# Every target sets up .venv by itself; a stamp makes repeated runs instant. Only Python 3.11 or later, pip and make are needed.
PYTHON ?= python3
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never .uv/bin/uv
PYTEST := $(BIN)/pytest -q
SIDE_BY_SIDE := -n 3 --dist loadfile --no-loadscope-reorder
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

# The tests start Python hundreds of times; what it compiles is kept, whatever the caller's environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup serve style lint test check test-long fix bench docs screenshots constraints clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/installed ## the environment, from pinned and hashed packages

serve: setup ## run a table on this machine
	$(BIN)/actionroll serve

style: setup
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/lint-imports --no-logo

lint: style
	$(BIN)/mypy --no-error-summary

test: style system-packages ## lint, layers, then all tests, with the types among them
	$(PYTEST) $(SIDE_BY_SIDE) -m "not alone"
	$(PYTEST) -m alone || [ $$? -eq 5 ]

check: lint ## the same with only the fast tests
	$(PYTEST) $(SIDE_BY_SIDE) -m "not slow and not alone"

test-long: export ACTIONROLL_LONG = 1
test-long: test ## all tests with the large counts

fix: setup ## let ruff mend what it can
	$(BIN)/ruff check --fix --quiet || true
	$(BIN)/ruff format --quiet

bench: setup ## the figures against their peers; fails below the promised ones
	$(BIN)/python -m bench

docs: setup ## the pages of the games, from their rules and claims
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.clauses

screenshots: setup system-packages ## pictures of every main view
	$(BIN)/python -m tools.screenshots

constraints: .uv/installed ## pin every dependency anew, by version and hash
	$(COMPILE) --upgrade --all-extras pyproject.toml -o constraints.txt
	echo uv | $(COMPILE) --upgrade - -o tools/uv.txt

clean: ## forget environments and caches
	rm -rf .venv .uv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist

.PHONY: system-packages
system-packages: setup
	@$(BIN)/python tools/system_packages.py

.uv/installed: tools/uv.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "actionroll needs Python 3.11 or later; name one with PYTHON=…")'
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tools/uv.txt
	@touch $@

.venv/dependencies: constraints.txt .uv/installed
	[ -x $(BIN)/python ] || $(UV) venv --quiet --python $(PYTHON) .venv
	$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r constraints.txt
	@touch $@

.venv/installed: pyproject.toml .venv/dependencies
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@
