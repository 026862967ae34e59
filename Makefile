# Every target sets up what it needs in a private virtual environment; nothing outside .venv is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet

.PHONY: demo demo-web test test-all coverage test-ray mutants check clean

demo: $(VENV)/.base
	$(BIN)/inkslate extract $(addprefix examples/,todo.txt meeting.txt recipe.txt brainstorm.txt lecture.txt)

# The page, with examples one click away; it prints the address. Ctrl-C ends it.
demo-web: $(VENV)/.serve
	$(BIN)/inkslate serve

# A file at a time: fixtures of a module are made once. tests/conftest.py orders the files, longest first.
PYTEST := -m pytest --dist loadfile --no-loadscope-reorder
# Tests start hundreds of processes; without compiled modules each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

# What is costly has a mark and is left out here; CONTRIBUTING.md explains the marks.
test: $(VENV)/.dev
	$(BIN)/python $(PYTEST) -n 2 -m "not (export or process or browser or fuzz or slow)"

# All tests. The costly ones often wait for other processes: three share two cores. A test that waits can fail on a busy
# machine; one that fails twice, the second time alone, is broken.
AGAIN := --last-failed --last-failed-no-failures none
test-all coverage: export HYPOTHESIS_PROFILE ?= thorough
test-all: $(VENV)/.dev
	$(BIN)/python $(PYTEST) -n 3 || { echo 'What failed runs once more, alone:'; $(BIN)/python -m pytest $(AGAIN); }

# The same, and which lines no test reaches. Tracing takes half as much time again.
coverage: $(VENV)/.dev
	$(BIN)/coverage erase
	$(BIN)/coverage run $(PYTEST) -n 3 || $(BIN)/coverage run -m pytest $(AGAIN)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Ray is a quarter of a gigabyte, so its tests are a target of their own; `make test-all` skips them where it is missing.
test-ray: $(VENV)/.dev
	$(PIP) install --constraint constraints.txt --editable '.[ray]'
	$(BIN)/python -m pytest tests/batch/test_ray.py

# Which changes to the code no test notices; see docs/testing.md. Some 20 minutes.
mutants: $(VENV)/.dev
	$(BIN)/python benchmarks/mutants.py --sample 150

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.*

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "inkslate needs Python 3.10 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.serve: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --constraint constraints.txt --editable '.[serve]'
	@touch $(VENV)/.base $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --constraint constraints.txt --editable '.[batch,dev,mcp,office,pdf,photo,serve,train]'
	@touch $(VENV)/.base $@
