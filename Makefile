# make play: a local Discord in the browser, with the bot on it; needs no token.
# make test: lint, types and tests.
# make test-fast: the tests that take a minute together: no browser, no kills, no whole evenings.
# make test-ways: the plays over each way in, on each store, with one process and with four.
# make sheets: what people see in each language, on contact sheets in build/sheets; ONLY="--languages ja" for fewer.
# make moving: the moving pictures of README: docs/game.webp, a recorded game as Share posts it, and docs/turn.webp
#   and docs/turn-phone.webp, one of its turns;
#   ONLY="--turn 19" for another turn, ONLY="--record FILE --turn 5 --to FOLDER" for another game.
# make soak: a storm around the bot, a minute long; SECONDS=7200 SEED=5 for longer, or for the same one again;
#   WAY=https: with interactions over HTTPS.
#   WORKERS=4 for a storm around so many processes on PostgreSQL; KILL_EVERY=1: one is killed each second besides.
# make libraries: other libraries for bots, of which each has a small bot in the tests of the local Discord.
# make uno: rlcard, whose uno `python -m benchmarks.engine` plays beside our games then.
# make compiled: the engine compiled by mypyc, in build/compiled, where a C compiler is; only play, teach and ladder with COMPILED=1
#   take it.
# make teach: the weights of the computer players' learned values anew, by games against themselves; hours, less with
#   COMPILED=1; ONLY="--game ru-ra-re --seats 2" for one of them.
# make ladder: how strong the computer players are; hours.
# make lock: the locks in requirements/ anew, after a change of a list there or of requirements.txt; UPGRADE=1 for the newest
#   versions of all that the lists don't pin.
# make audit: asks whether anything in the locks has a known hole.
# make release VERSION=1.1.0: shows what a release would do; GO=1 does it, and pushes nothing.
# All set everything up in .venv; all they need is Python 3.11 or newer. Tests use Chromium,
#   PostgreSQL and nginx where they are installed.

PYTHON ?= python3
BIN := .venv/bin
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes
LIBRARIES := $(shell sed '/^#/d' requirements/libraries.txt)
TOOLS := build/tools/bin
COMPILE := $(TOOLS)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
  --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)
# What is compiled is kept, even where that is switched off: else every worker compiles all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-fast test-ways lint tests fix sheets moving soak soak-faults league benchmarks libraries uno compiled teach ladder lock audit release clean

play: .venv/run.stamp
	@$(BIN)/python bot.py --local

test: lint tests

tests: .venv/dev.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal

ifdef CI
tests: libraries
endif

test-fast: .venv/dev.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not browser and not long and not slow"

test-ways: .venv/dev.stamp
	$(BIN)/python -m tests.play

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .

fix: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

sheets: .venv/dev.stamp
	$(BIN)/python -m tests.sheets $(ONLY)

moving: .venv/dev.stamp
	$(BIN)/python -m tests.moving $(ONLY)

soak: .venv/dev.stamp
	$(BIN)/python -m tests.soak --seconds $(or $(SECONDS),45) $(if $(SEED),--seed $(SEED)) $(if $(WAY),--way $(WAY)) $(if $(WORKERS),--workers $(WORKERS)) $(if $(KILL_EVERY),--kill-every $(KILL_EVERY))

soak-faults: .venv/dev.stamp
	$(BIN)/python -m tests.soak.faults

league: .venv/dev.stamp
	$(BIN)/python -m tests.league $(if $(SEASONS),--seasons $(SEASONS)) $(if $(SEED),--seed $(SEED))

benchmarks: .venv/dev.stamp
	$(BIN)/python -m benchmarks

# Two of them are called `discord`, so each has a folder of its own.
libraries: $(LIBRARIES:%=build/libraries/%)

build/libraries/%: | .venv/bin/python
	@echo "Installing $* ..."
	@$(BIN)/python $(INSTALL) --target $@.part -r requirements/libraries/$(firstword $(subst ==, ,$*)).lock && mv $@.part $@ \
	  || { rm -rf $@.part; echo "$* can't be installed here: its bot is left out."; }

uno: build/uno

build/uno: requirements/uno.lock | .venv/bin/python
	@echo "Installing rlcard ..."
	@rm -rf $@ $@.part && $(BIN)/python $(INSTALL) --target $@.part -r requirements/uno.lock && mv $@.part $@ && touch $@

compiled: build/compiled/made.stamp

build/compiled/made.stamp: deploy/compiled.py $(shell find engine -name '*.py') | .venv/dev.stamp
	@echo "Compiling the engine (a minute) ..."
	@env -u PYTHONPATH $(BIN)/python deploy/compiled.py
	@touch $@

ifdef COMPILED
play ladder teach: build/compiled/made.stamp
play ladder teach: export PYTHONSAFEPATH := 1
play ladder teach: export PYTHONPATH := $(CURDIR)/build/compiled:$(CURDIR)
endif

teach: .venv/dev.stamp
	$(BIN)/python -m benchmarks.teach $(ONLY)

ladder: .venv/dev.stamp
	$(BIN)/python -m benchmarks.ladder

lock: build/tools/made.stamp
	$(COMPILE) requirements.txt --output-file requirements/run.lock
	$(COMPILE) requirements/dev.txt --constraints requirements/run.lock --output-file requirements/dev.lock
	$(COMPILE) requirements/tools.txt --output-file requirements/tools.lock
	$(COMPILE) requirements/uno.txt --output-file requirements/uno.lock
	@for library in $(LIBRARIES); do \
	  echo "$$library" | $(COMPILE) - --output-file "requirements/libraries/$${library%%==*}.lock" || exit 1; done

audit: build/tools/made.stamp
	$(TOOLS)/pip-audit --disable-pip --require-hashes --progress-spinner off --strict -r requirements/dev.lock

release: .venv/dev.stamp
	@$(BIN)/python deploy/release.py $(or $(VERSION),none) $(if $(GO),--go)

build/tools/made.stamp: requirements/tools.lock
	@echo "Installing uv and pip-audit in build/tools ..."
	@$(PYTHON) -m venv --clear build/tools
	@$(TOOLS)/python $(INSTALL) -r requirements/tools.lock
	@touch $@

clean:
	rm -rf .venv build/libraries build/tools build/uno build/compiled .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making .venv ..."
	@$(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "On Debian and Ubuntu this needs the package python3-venv."; exit 1; }

.venv/run.stamp: requirements/run.lock | .venv/bin/python
	@echo "Installing what the bot needs (once; a minute or less) ..."
	@$(BIN)/python $(INSTALL) -r requirements/run.lock
	@touch $@

.venv/dev.stamp: requirements/dev.lock | .venv/bin/python
	@echo "Installing what the tests need (once; a minute or less) ..."
	@$(BIN)/python $(INSTALL) -r requirements/dev.lock
	@touch $@ .venv/run.stamp
