# Targets that set up all they need: `make demo`, `make test`, `make check`, `make dataset`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: help demo test check format dataset toy clean
.DEFAULT_GOAL := help

help:
	@echo "make demo     try it: install, run the toy agent offline, print scores, write runs/demo/report.html"
	@echo "make test     install what the tests need and run them"
	@echo "make check    ruff and mypy"
	@echo "make format   let ruff mend what it can"
	@echo "make dataset  build the dataset from the seeds into rrf_bench/data"
	@echo "make toy      train the toy agent and its backbone again (about 10 minutes)"
	@echo "make clean    remove the virtual environment and what was built; run folders stay"

demo: $(VENV)/installed-demo
	$(BIN)/rrf-bench demo

test: $(VENV)/installed-dev
	sh tests/install_browser.sh
	$(BIN)/python -m pytest -n 2

check: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

dataset: $(VENV)/installed-dev
	$(BIN)/python -m builder build --conceptnet seed --out build/dataset --force
	rm -rf rrf_bench/data
	mkdir rrf_bench/data
	cp -R build/dataset/README.md build/dataset/build.json build/dataset/en build/dataset/zh build/dataset/roles rrf_bench/data

toy: $(VENV)/installed-dev
	$(BIN)/python -m rrf_bench.toy.train --out rrf_bench/toy

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed-demo: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing rrf-bench into $(VENV) ..."
	$(PIP) -e '.[transformers]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing rrf-bench and what its tests need into $(VENV) ..."
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed-demo
