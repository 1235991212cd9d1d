# Needs only Python 3.11 or later, git and make; everything else is installed into .venv.

DEMO = $(BIN)/grader grade demo/set.yaml demo/class --out build/demo

# The tests and figures start many Pythons, none of which should have to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal

.PHONY: help demo test test-all lint format coverage docs reference pictures soak bench diagnose-bench clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/project ## show what the grader does
	$(DEMO)
	$(BIN)/grader grade --quiet demo/course.yaml#demo-2 demo/second.csv
	$(BIN)/grader grade --quiet demo/course.yaml#demo-3 demo/third.csv
	$(BIN)/grader term demo/course.yaml
	$(BIN)/grader practice demo/set.yaml -o build/demo/practice.html
	@echo "A page for students to practise on: build/demo/practice.html"

test: lint ## check the code and run the tests
	$(PYTEST)

test-all: lint ## the same, with the tests that take long, and more examples for laws
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -m ""

lint: $(VENV)/dev ## check format, style and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: $(VENV)/dev ## bring the code into its usual form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

coverage: $(VENV)/dev ## run the tests, and list the lines and branches that none of them ran (slow)
	$(PYTEST) --cov

docs: $(VENV)/docs ## build the documents as a site, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

reference: $(VENV)/project ## write docs/reference again, from the code
	$(BIN)/python -m tools.reference

pictures: $(VENV)/project ## draw the pictures of the documents again (needs Chromium)
	$(BIN)/python -m tools.pictures

soak: $(VENV)/dev ## kill, race, mutate, attack and grow: SECONDS=60 SEED=7 ONLY=kills,growth CASE=12
	@$(BIN)/python -m tests.soak $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(CASE),--case $(CASE))

bench: $(VENV)/bench ## measure speed against others
	$(BIN)/python -m benchmarks

diagnose-bench: $(VENV)/project ## measure how often the idea behind wrong answers is named (half an hour; ARGS=--quick)
	$(BIN)/python -m benchmarks.diagnosing $(ARGS)

clean: ## remove everything that was made here
	rm -rf $(VENV) build dist htmlcov .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each file below records that a step was done, and is made anew when pyproject.toml changes.

# pip 25.1 is the first that knows dependency groups.
$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The grader needs Python 3.11 or later, which \`$(PYTHON)\` is not: try make PYTHON=python3.12" >&2; \
	  exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install "pip>=25.1"
	@touch $@

$(VENV)/project: pyproject.toml $(VENV)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/dev: pyproject.toml $(VENV)/project
	$(PIP) install --no-compile --group dev
	@touch $@

$(VENV)/docs: pyproject.toml $(VENV)/project
	$(PIP) install --group docs
	@touch $@

$(VENV)/bench: pyproject.toml $(VENV)/project
	@$(BIN)/python -c 'import tomllib; groups = tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]; \
	  print(*groups["bench"], sep="\n")' | while read -r peer; do \
	  echo "installing $$peer"; \
	  $(PIP) install "$$peer" || echo "$$peer cannot be installed here; the figures leave it out" >&2; \
	done
	@touch $@
