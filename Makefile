# Every target sets itself up; a stamp makes repeated runs instant. Only Python 3.11 or later, pip and make are needed.
# `make serve` takes a small environment of its own (.serve), all else the whole one (.venv); `make -o setup docs` as it is.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never .uv/bin/uv
PYTEST := $(BIN)/pytest -q
SIDE_BY_SIDE := -n 4 --dist loadfile --no-loadscope-reorder
ONCE_MORE := { echo "Once more, one by one: a phone that waited for others may have failed; a defect fails again."; \
	$(PYTEST) --last-failed --last-failed-no-failures none -m "not alone"; }
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

RIGHT_PYTHON := $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "actionroll needs Python 3.11 or later; name one with PYTHON=…")'

# The tests start Python hundreds of times; what it compiles is kept, whatever the caller's environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup serve style lint test check test-long fix bench docs screenshots constraints release clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/installed ## the environment, from pinned and hashed packages

serve: .serve/installed ## run a table that phones in the room can join; ARGS="--local" keeps it to this machine
	@.serve/bin/python -m actionroll serve $(ARGS)

style: setup
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/lint-imports --no-logo

lint: style
	$(BIN)/mypy --no-error-summary

test: style system-packages ## lint, layers, then all tests, with the types among them
	$(PYTEST) $(SIDE_BY_SIDE) -m "not alone" || $(ONCE_MORE)
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

docs: setup ## the pages of the games from their rules and claims, the library's from its docstrings
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.promises
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.clauses
	$(BIN)/python -m tools.contract
	$(BIN)/python -m tools.retold
	$(BIN)/python -m tools.evenings
	$(BIN)/python -m tools.operations
	$(BIN)/python -m tools.page_types

screenshots: setup system-packages ## pictures of every main view
	$(BIN)/python -m tools.screenshots

constraints: .uv/installed ## pin every dependency anew, by version and hash
	$(COMPILE) --upgrade --all-extras --group dev pyproject.toml -o constraints.txt
	$(COMPILE) --upgrade --extra serve --constraint constraints.txt pyproject.toml -o constraints-serve.txt
	$(COMPILE) --upgrade --extra serve --extra postgres --constraint constraints.txt pyproject.toml -o hosting/constraints.txt
	echo uv | $(COMPILE) --upgrade - -o tools/uv.txt

release: setup ## what is built for a release, checked as it will be installed; refuses while something is unset
	$(BIN)/python -m tools.release

clean: ## forget environments and caches
	rm -rf .venv .serve .uv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist

.PHONY: system-packages
system-packages: setup
	@$(BIN)/python tools/system_packages.py

# Set up from the sources where they stand: nothing is built, so that nothing is needed to build it.
.serve/installed: constraints-serve.txt
	@$(RIGHT_PYTHON)
	@echo "Setting up what serving needs, once: about 50 MB in .serve"
	@$(PYTHON) -m venv .serve
	@.serve/bin/python -m pip install --disable-pip-version-check --require-hashes -r constraints-serve.txt
	@.serve/bin/python -c 'import site; open(site.getsitepackages()[0] + "/actionroll.pth", "w").write("$(CURDIR)/src\n")'
	@touch $@

.uv/installed: tools/uv.txt
	@$(RIGHT_PYTHON)
	$(PYTHON) -m venv --without-pip .uv
	$(PYTHON) -m pip --python .uv/bin/python install --quiet --disable-pip-version-check --require-hashes -r tools/uv.txt
	@touch $@

.venv/dependencies: constraints.txt .uv/installed
	[ -x $(BIN)/python ] || $(UV) venv --quiet --python $(PYTHON) .venv
	$(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r constraints.txt
	@touch $@

.venv/installed: pyproject.toml .venv/dependencies
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@
