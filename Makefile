# Entry points. `make run` and `make test` work in a fresh clone.

SWIFT ?= swift
PREFIX ?= /usr/local
ARGS ?=
# Further options of `swift build` for the build of the tests.
BUILD_OPTIONS ?=
APPLICATIONS = $(addprefix scripts/,bookshop/app.lua orders/app.lua world/app.lua world/places.lua world/report.lua \
	articles/app.lua examples/category.lua examples/counter.lua examples/hello.lua examples/todo.lua \
	todomvc/todomvc.lua \
	$(addprefix 7guis/,cells.lua counter.lua temperature.lua flight.lua timer.lua crud.lua circles.lua))
# Applications whose tests run in check-coverage.
MEASURED = scripts/bookshop scripts/orders
# The storyboard of OKit's Bookshop, which is not a part of this project. Without it, some tests are skipped.
OKIT_STORYBOARD ?=
RELEASE = .build/release/okit-run
DEBUG = .build/debug/okit-run
# Debian's folders for Lua modules; some modules are not in the folder of 5.4 yet.
LIBRARIES = --lua-path /usr/share/lua/5.4 --lua-path /usr/share/lua/5.3

.PHONY: run articles pictures test test-long build bench api install install-files setup setup-build format lint clean

# Builds okit-run for debugging, in half the time of `make build`, and opens the bookshop; `make run ARGS=app.lua` runs
# another application.
run: setup-build
	@$(SWIFT) build --product okit-run
	@echo "$(DEBUG) is a debug build; make build makes the fast one, $(RELEASE)" >&2
	@$(DEBUG) run $(if $(ARGS),$(ARGS),scripts/bookshop/app.lua)
	@echo "See it in a browser: $(DEBUG) serve scripts/bookshop/app.lua --open" >&2

# Opens the client of a service, with the service on this machine.
articles: setup
	@$(SWIFT) build --product okit-run
	@tools/articles.sh $(DEBUG) $(ARGS)

# Makes the pictures of the documentation.
pictures: setup
	@$(SWIFT) build --product okit-run
	tools/check-pages.py $(DEBUG) --pictures docs/images
	tools/check-live.py $(DEBUG) --install --documentation docs/images
	tools/check-tui.py $(DEBUG) --pictures docs/images
	tools/check-gallery.py $(DEBUG) --update

test: setup
	$(SWIFT) build --build-tests $(BUILD_OPTIONS)
	SWIFT="$(SWIFT)" tools/in-memory.sh tools/check-tests.sh
	tools/in-memory.sh $(DEBUG) test --jobs 2 $(filter-out $(MEASURED),$(wildcard scripts/*)) Tests/Lua
	$(DEBUG) test Tests/Libraries $(LIBRARIES)
	$(DEBUG) check --strict $(APPLICATIONS)
	$(if $(OKIT_STORYBOARD),$(DEBUG) check --strict --lua-path $(dir $(OKIT_STORYBOARD)) scripts/bookshop/storyboard.lua, \
		@echo "skipped: the check of scripts/bookshop/storyboard.lua (OKIT_STORYBOARD names OKit's Main.storyboard)")
	@$(MAKE) --jobs 3 --keep-going --output-sync=target --no-print-directory program-checks

# Checks of the built program, the longest first. Three at a time use two cores: browsers and terminals often wait.
PROGRAM_CHECKS = live tui docs explore coverage planted render mutants attacks pages articles gallery order lua-suite api \
	install editors
# Checks of the project's files.
SOURCE_CHECKS = format layers benchmarks files links contents docc public

.PHONY: program-checks source-checks $(addprefix check-,$(PROGRAM_CHECKS) $(SOURCE_CHECKS))
program-checks: $(addprefix check-,$(PROGRAM_CHECKS))
source-checks: $(addprefix check-,$(SOURCE_CHECKS))

check-live:
	tools/check-live.py $(DEBUG) --install
check-tui:
	tools/in-memory.sh tools/check-tui.py $(DEBUG)
check-docs:
	tools/in-memory.sh tools/check-docs.sh $(DEBUG)
# One application for each class of faults, and one without a fault; `test-long` explores all of them.
PLANTED = wizard repetitions constant levels timer fault undo relaunch variable kitchen clean
check-planted:
	tools/in-memory.sh tools/check-planted.py $(DEBUG) $(PLANTED)
check-coverage:
	tools/in-memory.sh tools/check-coverage.sh $(DEBUG)
check-mutants:
	tools/in-memory.sh tools/check-mutants.py $(DEBUG) Tests/Mutants --run
check-pages check-render check-gallery:
	tools/in-memory.sh tools/$@.py $(DEBUG)
$(addprefix check-,attacks articles explore order lua-suite api install editors):
	tools/$@.sh $(DEBUG)
check-public:
	tools/$@.py
$(addprefix check-,format layers benchmarks files links contents docc):
	tools/$@.sh

# AddressSanitizer over the bridge, the runner of tests and the attacks; the random tests with all their steps, 1,000
# kills over all kinds of storage, the tests that run as a tenth in full, and ten explorations of each planted fault:
# hours.
test-long: setup
	SWIFT="$(SWIFT)" tools/check-sanitizer.sh
	$(SWIFT) build --build-tests
	OKIT_LONG=1 OKIT_KILLS=1000 OKIT_PROPERTY_STEPS=1000000 OKIT_RANDOM_STEPS=1000000 SWIFT="$(SWIFT)" \
		tools/in-memory.sh tools/check-tests.sh
	tools/check-planted.py $(DEBUG) --seeds 10 --misses 1 --clean-steps 20000
	OKIT_LONG=1 tools/check-coverage.sh $(DEBUG)
	OKIT_LONG=1 tools/check-explore.sh $(DEBUG)
	OKIT_LONG=1 tools/check-render.py $(DEBUG)
	tools/check-order.sh $(DEBUG) 20
	tools/check-live.py $(DEBUG) --install --only documents,insertion --actions 1000 --amount 1000000

build: setup-build
	@SWIFT="$(SWIFT)" tools/build-release.sh okit-run

# Omits peers that are not installed; ARGS=--json prints one JSON object per line.
bench: setup
	@tools/bench.sh $(ARGS)

# Generates library/okit.d.lua and library/okit.luacheckrc from the engine's declarations.
api: setup
	@$(SWIFT) build --product okit-run
	@tools/check-api.sh --update $(DEBUG)

install: build install-files

# Installs what is built: the stripped binary, the man page and the completions.
install-files:
	@tools/install.sh $(RELEASE) "$(DESTDIR)$(PREFIX)"

setup:
	@tools/setup.sh

# Without what only tests need.
setup-build:
	@tools/setup.sh --build

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Benchmarks Fuzzers Package.swift

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Benchmarks Fuzzers Package.swift

clean:
	$(SWIFT) package clean
