# Everything a person does here has one short name; `make` alone lists them.
PORT ?= 8000
PYTHON ?= python3
LOCAL_MODELS ?= 1
export PYTHON LOCAL_MODELS

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run setup prepare test lint

help: ## list what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 14
	@echo "PORT=8100 changes the port, LOCAL_MODELS=0 leaves torch out, PYTHON=... picks the interpreter."

run: prepare ## set up what is missing, then start the whole lab; Ctrl-C ends it
	@$(MANAGE) serve --demo --port $(PORT)

setup: prepare ## everything `make run` does but starting
	@$(MANAGE) demo --base-url http://127.0.0.1:$(PORT)
	@$(MANAGE) demo_turing --base-url http://127.0.0.1:$(PORT)
	@$(MANAGE) demo_models

prepare:
	@bin/install requirements.txt
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_instruments --verbosity 0
	@$(MANAGE) collectstatic --noinput --verbosity 0

test: ## install what the tests need, then run them on SQLite and on PostgreSQL with Redis
	@bin/install requirements.txt tests/requirements.txt
	@tests/run.sh

lint: ## style, types and migrations
	@bin/install requirements.txt tests/requirements.txt
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy apps/benchmarks inference
	git ls-files -z '*.py' | xargs -0 $(BIN)/django-upgrade --check --target-version 5.2
	$(MANAGE) makemigrations --check --dry-run
