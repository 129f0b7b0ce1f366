# One entry point. `make run` and `make test` do all the set-up they need; see .ci/setup.sh.
# Plain make (3.81 and later), so that it runs on macOS too.

PY = .venv/bin/python
OUT = build/demo
PICTURES = timeline,twotime,facts,compare,question-set,chat,difference,review,check-text,import,models,settings
CORES = -n auto --dist loadgroup
QUESTION = Which port does billing listen on?

# Chromium's sandbox refuses to start for root; nobody else gives it up.
ROOT_ENV = $$([ "$$(id -u)" = 0 ] && echo QTWEBENGINE_DISABLE_SANDBOX=1)

.PHONY: help run demo test check lint types layers bench fmt setup wheel translations screenshots clean

help:
	@echo "make run          install what is needed and open the window on the sample project"
	@echo "make demo         ask the sample project's questions three ways; report in $(OUT)"
	@echo "make test         run all tests"
	@echo "make check        lint, types, layers, tests"
	@echo "make bench        measure the ledger beside plain SQLite"
	@echo "make fmt          format the code"
	@echo "make wheel        build the wheel into dist"
	@echo "make translations look for new texts of the window and compile what is translated"
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
	@env $(ROOT_ENV) $(PY) -m pytest $(CORES)

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

CHINESE = resources/tenure_resources/translations/tenure_zh_CN
translations: setup
	.venv/bin/pyside6-lupdate -no-obsolete -locations none $$(git ls-files 'app/*.py') -ts $(CHINESE).ts
	.venv/bin/pyside6-lrelease $(CHINESE).ts -qm $(CHINESE).qm

wheel: setup
	@rm -rf build/lib dist
	$(PY) -m build --wheel --outdir dist .

screenshots: setup
	@rm -f build/docs.tenure*; mkdir -p build
	@$(PY) -m tenure new build/docs.tenure --sample harbor
	@env $(ROOT_ENV) $(PY) -m tenure_app.screenshot build/docs.tenure docs/compare-light.png --pane compare --question "$(QUESTION)"
	@env $(ROOT_ENV) $(PY) -m tenure_app.screenshot build/docs.tenure docs/compare-dark.png --pane compare --dark --question "$(QUESTION)"
	@env $(ROOT_ENV) $(PY) -m tenure_app.screenshot build/docs.tenure docs/timeline-light.png --pane timeline
	@env $(ROOT_ENV) $(PY) -m tenure_app.screenshot build/docs.tenure docs/timeline-dark.png --pane timeline --dark
	@for dark in "" --dark; do env $(ROOT_ENV) $(PY) -m tenure_app.screenshot build/docs.tenure docs/pictures \
	    --pane $(PICTURES) --size 1280x720 --question "$(QUESTION)" $$dark; done
	@env $(ROOT_ENV) $(PY) docs/tour.py

clean:
	rm -rf .venv build dist
