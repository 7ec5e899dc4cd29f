# Two commands matter: `make run` starts everything, `make test` checks it.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000

.PHONY: setup run test lint bench drills-short lock clean

setup: .venv/.ready

.venv/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Referee needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing: apt-get install python3-venv"; exit 1; }
	@echo "Installing into .venv: half a minute to two minutes, once"
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

run: setup
	$(BIN)/referee up --port $(PORT)

test: setup
	$(BIN)/python -m pytest -n 3

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m bench

drills-short: setup
	$(BIN)/python -m tests.drills --short

lock: setup
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet pyproject.toml --all-extras --python-version 3.11 --no-emit-index-url --generate-hashes --custom-compile-command "make lock" -o requirements.lock

clean:
	rm -rf .venv var build *.egg-info
