# Two commands for everyone: `make play` and `make test`. Each sets up all it needs, once.
# Environments: .venv runs the compiled wheel and holds the tools; build/wheel-env holds the wheel and its tests alone.

PYTHON ?= python3
BIN := .venv/bin
WHEEL_BIN := build/wheel-env/bin
PIP := -m pip --disable-pip-version-check --quiet
SOURCES := $(shell find src -type f -not -path '*/tests/*' -not -path '*/built/*' -not -name '*.pyc') \
	pyproject.toml setup.py build_assets.py package-lock.json
# What the extras need: types are checked before the wheel that brings them is built.
EXTRAS = $$($(PYTHON) -c 'import tomllib; \
	extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	print(*extras["web"], *extras["rl"])')
ROOMS := $(wildcard src/longbeard/games/*/tests)

.PHONY: play test lint types interpreted coverage compiled browser wheel assets bench shots clean

play: .venv/.longbeard
	@$(BIN)/longbeard serve --browser

test: lint types interpreted compiled browser
	@echo "make test: everything passed"

lint: .venv/.tools
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.tools
	$(BIN)/mypy

# The source as it stands, plain Python.
INTERPRETED = PYTHONPATH=src LONGBEARD_FORM=interpreted $(BIN)/python -m pytest -n 2 --ignore tests/web/browser --doctest-modules
interpreted: .venv/.longbeard
	$(INTERPRETED) tests src

# The same, and which lines it runs (compiled lines cannot be counted); it takes twice the time.
coverage: .venv/.longbeard
	$(INTERPRETED) --cov --cov-report=term:skip-covered tests src

# The wheel, compiled, in an environment that has nothing else.
compiled: build/wheel-env/.ready
	LONGBEARD_FORM=compiled $(WHEEL_BIN)/python -m pytest -n 2 tests $(ROOMS)

# The pages in a real Chromium (Debian's), on the compiled rules.
browser: .venv/.longbeard
	LONGBEARD_FORM=compiled $(BIN)/python -m pytest -n 2 tests/web/browser

# Our games beside the peers', in one run: docs/bench.md. RACE="--seconds 2 --rounds 7" takes its time.
bench: .venv/.longbeard build/peers/.ready
	$(BIN)/python bench/race.py $(RACE)

wheel: build/wheel/.stamp

# Every page and every game at its start, middle and end, at a desk and on a phone, by day and by night: build/shots/.
shots: .venv/.longbeard
	$(BIN)/python -m tests.web.shots

# Fonts, icons and the one foreign script, from npm into the git-ignored src/longbeard/web/built; fetched once.
assets:
	$(PYTHON) build_assets.py

.venv/.tools: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python $(PIP) install -c constraints.txt pip
	$(BIN)/python $(PIP) install -c constraints.txt --group dev $(EXTRAS)
	@touch $@

build/wheel/.stamp: .venv/.tools $(SOURCES)
	@echo "longbeard: compiling the rules (a minute or two, once)"
	@rm -rf build/wheel && mkdir -p build/wheel
	@find build -path 'build/lib*' -type f -not -name '*.so' -delete   # what is deleted in src is gone from the wheel
	$(BIN)/python $(PIP) wheel --no-build-isolation --no-deps -w build/wheel .
	@touch $@

.venv/.longbeard: build/wheel/.stamp
	$(BIN)/python $(PIP) install --force-reinstall --no-deps build/wheel/*.whl
	$(BIN)/python $(PIP) install -c constraints.txt "$$(echo build/wheel/*.whl)[web,rl]"
	@$(BIN)/longbeard --version
	@touch $@

build/wheel-env/.ready: build/wheel/.stamp constraints.txt
	test -d build/wheel-env || $(PYTHON) -m venv build/wheel-env
	$(WHEEL_BIN)/python $(PIP) install -c constraints.txt pip
	$(WHEEL_BIN)/python $(PIP) install -c constraints.txt --group test
	$(WHEEL_BIN)/python $(PIP) install --force-reinstall --no-deps build/wheel/*.whl
	$(WHEEL_BIN)/python $(PIP) install -c constraints.txt "$$(echo build/wheel/*.whl)[web,rl]"
	@touch $@

# A peer that cannot be installed is missing from the race, which says so.
build/peers/.ready: bench/peers.txt
	test -d build/peers || $(PYTHON) -m venv build/peers
	while read -r peer; do build/peers/bin/python $(PIP) install "$$peer" \
		|| echo "longbeard: $$peer cannot be installed" >&2; done < bench/peers.txt
	@touch $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage src/*.egg-info
