# One entry point. `make run` and `make test` do all the set-up they need; see .ci/setup.sh.
# Plain make (3.81 and later), so that it runs on macOS too.

PY = .venv/bin/python
OUT = build/demo

# Chromium's sandbox refuses to start for root; nobody else gives it up.
ROOT_ENV = $$([ "$$(id -u)" = 0 ] && echo QTWEBENGINE_DISABLE_SANDBOX=1)

.PHONY: help run demo test check lint types layers bench fmt setup wheel screenshots clean

help:
	@echo "make run          install what is needed and open the window on the sample project"
	@echo "make demo         ask the sample project's questions three ways; report in $(OUT)"
	@echo "make test         run all tests"
	@echo "make check        lint, types, layers, tests"
	@echo "make bench        measure the ledger beside plain SQLite"
	@echo "make fmt          format the code"
	@echo "make wheel        build the wheel into dist"
	@echo "make screenshots  take the pictures of docs"

setup:
	@PYTHON="$(PYTHON)" sh .ci/setup.sh

run: setup
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    echo "There is no display here, so no window can open; running the demo instead (make demo)."; \
	    env $(ROOT_ENV) $(PY) -m tenure demo --out $(OUT); \
	else \
	    env $(ROOT_ENV) $(PY) -m tenure app; \
	fi

demo: setup
	@env $(ROOT_ENV) $(PY) -m tenure demo --out $(OUT)

test: setup
	@env $(ROOT_ENV) $(PY) -m pytest

check: lint types layers test

lint: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: setup
	$(PY) -m mypy

layers: setup
	.venv/bin/lint-imports --no-cache

bench: setup
	$(PY) bench/ledger.py

fmt: setup
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

wheel: setup
	@rm -rf build/lib dist
	$(PY) -m build --wheel --outdir dist .

screenshots: setup
	@env $(ROOT_ENV) $(PY) -m tenure_app.screenshot --docs docs

clean:
	rm -rf .venv build dist
