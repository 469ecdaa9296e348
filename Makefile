# make play: a local Discord in the browser, with the bot on it; needs no token.
# make test: lint, types and tests.
# make test-fast: the tests that take a minute together: no browser, no kills, no whole evenings.
# make test-ways: the plays over each way in, on each store, with one process and with four.
# make sheets: what people see in each language, on contact sheets in build/sheets; ONLY="--languages ja" for fewer.
# make soak: a storm around the bot, a minute long; SECONDS=7200 SEED=5 for longer, or for the same one again;
#   WAY=https: with interactions over HTTPS.
#   WORKERS=4 for a storm around so many processes on PostgreSQL; KILL_EVERY=1: one is killed each second besides.
# make libraries: other libraries for bots, of which each has a small bot in the tests of the local Discord.
# make ladder: how strong the computer players are; hours.
# All set everything up in .venv; all they need is Python 3.11 or newer. Tests use Chromium,
#   PostgreSQL and nginx where they are installed.

PYTHON ?= python3
BIN := .venv/bin
LIBRARIES := disnake==2.12.2 discord-py-interactions==5.16.0 hikari==2.7.0 nextcord==2.6.0 py-cord==2.8.1
# What is compiled is kept, even where that is switched off: else every worker compiles all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-fast test-ways lint tests fix sheets soak soak-faults benchmarks libraries ladder clean

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

soak: .venv/dev.stamp
	$(BIN)/python -m tests.soak --seconds $(or $(SECONDS),45) $(if $(SEED),--seed $(SEED)) $(if $(WAY),--way $(WAY)) $(if $(WORKERS),--workers $(WORKERS)) $(if $(KILL_EVERY),--kill-every $(KILL_EVERY))

soak-faults: .venv/dev.stamp
	$(BIN)/python -m tests.soak.faults

benchmarks: .venv/dev.stamp
	$(BIN)/python -m benchmarks

# Two of them are called `discord`, so each has a folder of its own.
libraries: $(LIBRARIES:%=build/libraries/%)

build/libraries/%: | .venv/bin/python
	@echo "Installing $* ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $@.part $* && mv $@.part $@ \
	  || { rm -rf $@.part; echo "$* can't be installed here: its bot is left out."; }

ladder: .venv/dev.stamp
	$(BIN)/python -m benchmarks.ladder

clean:
	rm -rf .venv build/libraries .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making .venv ..."
	@$(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "On Debian and Ubuntu this needs the package python3-venv."; exit 1; }

.venv/run.stamp: requirements.txt | .venv/bin/python
	@echo "Installing what the bot needs (once; a minute or less) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need (once; a minute or less) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/run.stamp
