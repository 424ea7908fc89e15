# `make` lists the commands. `make play` and `make test` are for everyone: each sets up all it needs, once.
#
# Environments, each made by the first command that needs it:
# .venv           the source as it stands (an editable install, plain Python) and every tool: it runs what one edits
# build/compiled  the compiled wheel and what playing needs; tests of the wheel borrow their tools from .venv
# build/compiler  what builds the wheel

PYTHON ?= python3
BIN := .venv/bin
COMPILED := build/compiled/bin
COMPILER := build/compiler/bin
PIP := -m pip --disable-pip-version-check --quiet
STEP := @.ci/step
SUBMAKE = @$(MAKE) --no-print-directory
SOURCES := $(shell find src -type f -not -path '*/tests/*' -not -path '*/built/*' -not -path '*.egg-info/*' -not -name '*.pyc') \
	pyproject.toml setup.py build_assets.py build_docstrings.py package-lock.json
ASSETS := src/longbeard/web/built/.stamp
ROOMS := $(wildcard src/longbeard/games/*/tests)
# What extras need, so that it can be installed before the wheel that asks for it is built.
NEEDS = $(PYTHON) -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*project["dependencies"], *[need for extra in sys.argv[1:] \
	for need in project["optional-dependencies"][extra] if not need.startswith("longbeard[")])'
BUILD_NEEDS = $(PYTHON) -c 'import build_assets, tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], *build_assets.requirements())'
# The source as it stands, plain Python. By its path, too, so that several worktrees can share one .venv.
INTERPRETED := PYTHONPATH=src LONGBEARD_FORM=interpreted $(BIN)/python
# Stable-Baselines3 brings torch, so its door is tried by `make clients` alone.
# Some tests wait for servers and some reckon: three at a time keep two cores busy, and idle ones take from the others.
WORKERS := -n 3 --dist worksteal
SUITE := $(INTERPRETED) -m pytest $(WORKERS) --ignore tests/web/browser --ignore src/longbeard/rl/sb3.py --doctest-modules
# Tests that take a minute together and fail when something is broken: the rooms, the engine, a table's log.
QUICK := src $(addprefix tests/,test_extras.py test_faces.py test_gate.py test_house.py test_luck.py \
	test_match.py test_memory.py test_record.py test_tutorials.py web/test_store.py web/test_minds.py)
GAME ?=
MATCHES ?= 100
TAG ?= $(shell git describe --tags --exact-match 2>/dev/null)
OTHERS ?= 3.12 3.13

.PHONY: help play test quick lint types interpreted coverage compiled browser chromium check wheel assets bench \
	bench-servers clients shots pythons audit release release-check clean new-python

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: ## set up what playing needs, serve the tables on this machine and open the browser
	@$(MAKE) --no-print-directory --question build/compiled/.ready 2>/dev/null \
		|| .ci/step "setting up (once)" $(MAKE) --no-print-directory -j3 build/compiled/.ready
	@$(COMPILED)/longbeard serve --browser

test: ## everything: ruff, mypy, the tests interpreted and compiled, and the pages in Chromium; what CI runs
	@rm -f build/unsteady
	$(SUBMAKE) -j3 chromium lint types build/compiled/.tests
	$(SUBMAKE) interpreted
	$(SUBMAKE) compiled
	$(SUBMAKE) browser
	@$(PYTHON) -m tests.cluster.services
	@test ! -s build/unsteady || { echo "longbeard: unsteady tests, which failed once and passed alone:"; cat build/unsteady; }

quick: .venv/.ready $(ASSETS) ## ruff, mypy and the quick tests on the source as it stands, for the inner loop
	$(SUBMAKE) lint
	$(SUBMAKE) -j2 types quick-tests

.PHONY: quick-tests
quick-tests: .venv/.ready $(ASSETS)
	$(SUITE) $(QUICK)

lint: .venv/.tools ## ruff: format and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.tools ## mypy --strict over source and tests
	$(BIN)/mypy

interpreted: .venv/.ready $(ASSETS) ## the tests on the source as it stands, plain Python
	.ci/again interpreted env $(SUITE) tests src

coverage: .venv/.ready $(ASSETS) ## the same, and which lines it runs; it takes twice the time
	$(SUITE) --cov --cov-report=term:skip-covered tests src

compiled: build/compiled/.tests ## the tests on the compiled wheel
	LONGBEARD_FORM=compiled .ci/again compiled $(COMPILED)/python -m pytest $(WORKERS) --ignore tests/web/browser tests $(ROOMS)

browser: chromium build/compiled/.tests ## the pages in a real Chromium, on the compiled rules
	LONGBEARD_FORM=compiled .ci/again browser $(COMPILED)/python -m pytest -n 2 tests/web/browser

check: .venv/.ready $(ASSETS) ## the conformance suite on the source as it stands; GAME=witless-wizards MATCHES=1000
	$(INTERPRETED) -m longbeard check $(GAME) --matches $(MATCHES)

bench: build/compiled/.tests build/peers/.ready ## our games beside the peers': docs/bench.md; RACE="--seconds 2 --rounds 7"
	$(COMPILED)/python bench/race.py $(RACE)

bench-servers: build/servers/.ready ## our server beside boardgame.io's: docs/bench.md; SERVERS="--matches 200"
	build/servers/bin/python bench/servers.py --page docs/bench.md $(SERVERS)

clients: build/clients/.ready build/tianshou/.ready build/rllib/.ready ## scripts of others on our environments: examples/clients
	build/clients/bin/python -W ignore examples/clients/others.py
	build/tianshou/bin/python -W ignore examples/clients/others.py tianshou
	build/rllib/bin/python -W ignore examples/clients/others.py ray
	$(foreach script,vectors masked_ppo one_file_ppo sits_down,$(call CLIENT,clients,$(script)))
	$(call CLIENT,rllib,masked_rllib)

shots: chromium build/compiled/.tests ## pictures of every page and game, two sizes, two lights: build/shots/
	$(COMPILED)/python -m tests.web.shots

pythons: $(ASSETS) ## the quick tests on the other Pythons that this machine has; OTHERS="3.12 3.13"
	.ci/pythons "$(OTHERS)" "$$($(NEEDS) web arena tui print push rl otel lab)" \
		$(WORKERS) --ignore src/longbeard/rl/sb3.py --ignore src/longbeard/lab/cluster.py --ignore-glob 'src/*openspiel*' --doctest-modules $(QUICK)

audit: .venv/.tools ## known security holes of what constraints.txt pins; needs a way to a vulnerability service
	@$(BIN)/python $(PIP) install --target build/audit pip-audit
	@PYTHONPATH=build/audit $(BIN)/python -m pip_audit --strict --no-deps --disable-pip -r constraints.txt --progress-spinner off \
		|| { echo "longbeard: either a package has a known hole, or no service could be asked about one and nothing was" \
		"audited: the lines above say which" >&2; exit 1; }

release: ## refuse a tag that differs from version or changelog: make release TAG=v0.1.0; then try what is uploaded
	@$(PYTHON) release.py version "$(TAG)"
	$(SUBMAKE) release-check

release-check: build/compiler/.ready $(ASSETS) ## sdist, compiled and pure wheel: each installed and served without npm: build/release/
	$(PYTHON) release.py wheels
	$(PYTHON) release.py try build/release

wheel: build/wheel/.stamp ## the compiled wheel: build/wheel/

assets: $(ASSETS) ## fonts, icons and one script from npm, into the git-ignored src/longbeard/web/built

clean: ## delete all that was set up
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage src/*.egg-info

new-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "longbeard: $(PYTHON) is Python %d.%d, and \
	Longbeard needs 3.11 or newer: make play PYTHON=python3.12, for example" % sys.version_info[:2])'

# The machine's own Chromium, or else playwright's; tests/web/browser/people.py finds either.
chromium: .venv/.tools
	@mkdir -p build
	@command -v chromium || command -v chromium-browser || command -v google-chrome \
		|| $(BIN)/playwright install chromium >build/chromium.log 2>&1 \
		|| { echo "longbeard: there is no Chromium to test the pages in, and none can be fetched (build/chromium.log" \
		"says why): install one (on Debian: apt install chromium) and try again" >&2; exit 1; }

.venv/.tools: pyproject.toml constraints.txt | new-python
	$(STEP) "making the environment .venv" $(PYTHON) -m venv .venv
	$(STEP) "installing pip" $(BIN)/python $(PIP) install -c constraints.txt pip
	$(STEP) "installing the tools" $(BIN)/python $(PIP) install -c constraints.txt --group dev \
		$$($(NEEDS) web arena tui print push rl openspiel otel lab cluster)
	@touch $@

# Not while the wheel is being built: both write src/longbeard.egg-info.
.venv/.ready: .venv/.tools setup.py | $(ASSETS)
	$(STEP) "installing the source as it stands" env LONGBEARD_COMPILE=no \
		$(BIN)/python $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

build/compiler/.ready: pyproject.toml constraints.txt | new-python
	$(STEP) "making the compiler's environment" $(PYTHON) -m venv build/compiler
	$(STEP) "installing the compiler" $(COMPILER)/python $(PIP) install -c constraints.txt $$($(BUILD_NEEDS))
	@touch $@

$(ASSETS): build/compiler/.ready $(SOURCES)
	$(STEP) "making fonts and icons" $(COMPILER)/python build_assets.py
	@touch $@

build/wheel/.stamp: build/compiler/.ready $(ASSETS) $(SOURCES)
	@rm -rf build/wheel && mkdir -p build/wheel
	$(STEP) "compiling the rules (up to a minute)" \
		$(COMPILER)/python $(PIP) wheel --no-build-isolation --no-deps -w build/wheel .
	@touch $@

build/compiled/.needs: pyproject.toml constraints.txt | new-python
	$(STEP) "making the table's environment" $(PYTHON) -m venv build/compiled
	$(STEP) "installing what the table needs" $(COMPILED)/python $(PIP) install -c constraints.txt $$($(NEEDS) web arena tui)
	@touch $@

build/compiled/.ready: build/compiled/.needs build/wheel/.stamp
	$(STEP) "installing Longbeard" $(COMPILED)/python $(PIP) install --force-reinstall --no-deps build/wheel/*.whl
	@$(COMPILED)/longbeard --version
	@touch $@

# A path file: Python looks into .venv for whatever is not in the environment of the wheel itself. The old setuptools that
# Python 3.11 puts into every environment would hide the one of .venv.
build/compiled/.tests: build/compiled/.ready .venv/.tools
	@$(COMPILED)/python $(PIP) uninstall --yes setuptools
	@$(COMPILED)/python -c 'import pathlib, sys, sysconfig; \
		pathlib.Path(sysconfig.get_path("purelib"), "tools.pth").write_text(sys.argv[1] + "\n")' \
		"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
	$(STEP) "checking what the wheel needs" $(COMPILED)/python $(PIP) install --no-index -c constraints.txt \
		"$$(echo build/wheel/*.whl)[web,arena,tui,print,push,openspiel,otel,lab]"
	@touch $@

# Learners of others, each with an environment of its own because their pins differ: what they need first, then the wheel.
CLIENTS := clients tianshou rllib
# A script of ours with their learner; the step says how long it took, and two minutes are the most.
define CLIENT
@.ci/step examples/clients/$(2).py timeout 120 build/$(1)/bin/python -W ignore examples/clients/$(2).py

endef
CLIENT_EXTRAS := rl web arena onnx
$(CLIENTS:%=build/%/.tools): build/%/.tools: examples/clients/%.txt pyproject.toml | new-python
	test -d build/$* || $(PYTHON) -m venv build/$*
	$(STEP) "installing pip for $*" build/$*/bin/python $(PIP) install -c constraints.txt pip
	$(STEP) "installing what $* needs" build/$*/bin/python $(PIP) install -r examples/clients/$*.txt $$($(NEEDS) $(CLIENT_EXTRAS))
	@touch $@

$(CLIENTS:%=build/%/.ready): build/%/.ready: build/%/.tools build/wheel/.stamp
	$(STEP) "installing Longbeard for $*" build/$*/bin/python $(PIP) install --force-reinstall --no-deps build/wheel/*.whl
	@touch $@

# The bench of servers has a game of its own, which is compiled together with the house.
BENCH_GAME := bench/match_the_top
build/servers/.ready: build/compiler/.ready $(ASSETS) $(SOURCES) $(wildcard $(BENCH_GAME)/src/match_the_top/*)
	test -d build/servers || $(PYTHON) -m venv build/servers
	$(STEP) "installing what the servers need" build/servers/bin/python $(PIP) install -c constraints.txt $$($(NEEDS) web)
	@rm -rf build/servers/wheels && mkdir build/servers/wheels
	$(STEP) "compiling Longbeard with $(BENCH_GAME)" env LONGBEARD_WITH=$(BENCH_GAME)/src/match_the_top \
		$(COMPILER)/python $(PIP) wheel --no-build-isolation --no-deps -w build/servers/wheels .
	$(STEP) "gathering the game" $(COMPILER)/python $(PIP) wheel --no-build-isolation --no-deps -w build/servers/wheels ./$(BENCH_GAME)
	$(STEP) "installing both" build/servers/bin/python $(PIP) install --force-reinstall --no-deps build/servers/wheels/*.whl
	@touch $@

# A peer that cannot be installed is missing from the race, which says so.
build/peers/.ready: bench/peers.txt
	test -d build/peers || $(PYTHON) -m venv build/peers
	while read -r peer; do build/peers/bin/python $(PIP) install "$$peer" \
		|| echo "longbeard: $$peer cannot be installed" >&2; done < bench/peers.txt
	@touch $@

.PHONY: docs
docs: .venv/.tools $(ASSETS) ## the documentation site, with strict links: build/site/, which `make play` serves at /docs
	NO_MKDOCS_2_WARNING=1 $(INTERPRETED) -m mkdocs build --strict

# Where `make docs` was run, `make play` has the documentation, too.
play: export LONGBEARD_DOCS = $(if $(wildcard build/site/index.html),build/site)
