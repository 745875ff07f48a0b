# The ways into the project. `make run` and `make test` work from a fresh clone.

SWIFT ?= swift
PREFIX ?= /usr/local
ARGS ?=
RELEASE = .build/release/okit-run
DEBUG = .build/debug/okit-run
# One self-contained binary: the Swift runtime and Foundation are linked in.
STATIC = -c release -Xswiftc -static-stdlib
# Where Debian has modules in Lua; some of them are not yet in the folder of 5.4.
LIBRARIES = --lua-path /usr/share/lua/5.4 --lua-path /usr/share/lua/5.3

.PHONY: run test build bench api install setup format lint clean

# Builds what is missing and opens the bookshop; `make run ARGS=app.lua` another application.
run: build
	@$(RELEASE) run $(if $(ARGS),$(ARGS),scripts/bookshop/app.lua)

test: setup
	$(SWIFT) build --build-tests
	SWIFT="$(SWIFT)" tools/check-tests.sh
	$(DEBUG) test scripts Tests/Lua
	$(DEBUG) test Tests/Libraries $(LIBRARIES)
	tools/check-docs.sh $(DEBUG)
	tools/check-api.sh $(DEBUG)
	tools/check-lua-suite.sh $(DEBUG)
	tools/check-attacks.sh $(DEBUG)

build: setup
	@$(SWIFT) build $(STATIC) --product okit-run

# Peers that are not installed are left out; ARGS=--json prints one JSON object a line.
bench: setup
	@tools/bench.sh $(ARGS)

# What editors and luacheck know of the module, written anew from what the engine declares.
api: setup
	@$(SWIFT) build --product okit-run
	@tools/check-api.sh --update $(DEBUG)

install: build
	install -D -m 755 $(RELEASE) $(DESTDIR)$(PREFIX)/bin/okit-run

setup:
	@tools/setup.sh

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Benchmarks Fuzzers Package.swift

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Benchmarks Fuzzers Package.swift

clean:
	$(SWIFT) package clean
