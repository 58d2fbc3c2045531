# Two commands do everything: `make run` and `make test`. Each installs what it lacks and says so.
SWIFT ?= swift
STRICT := -Xswiftc -warnings-as-errors
# Every symbol is bound at the start and then read-only; Package.swift fortifies the C shims.
HARDENED := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# Without colours in what compilers say: in a terminal they are a flag more, and one flag more compiles everything anew.
PLAIN := --no-color-diagnostics
RELEASE := -c release --static-swift-stdlib $(PLAIN) $(STRICT) $(HARDENED)
BINARY := .build/release/watchpost
# Release builds lie where SwiftPM puts them; tests have a folder of their own, so that both are built at once.
# Without debug information, which takes a tenth of all compiling; a test that fails says its line without it.
TESTS := --scratch-path .build/tests -debug-info-format none $(PLAIN)
PORT ?= 8080
PYTHON := .venv/bin/python
# The stages of the tests, with their limits and what each alone protects: .ci/stages.toml.
SUITE := python3 .ci/suite
# It installs the rest itself, and goes on with what can run where that fails.
PYTHON3 := command -v python3 >/dev/null || .ci/dependencies build
# Read without Python, which a bare machine may lack until `.ci/dependencies` ran.
STAGES := $(shell sed -n '/^\[\[stage\]\]/{n;s/^name = "\(.*\)"/\1/p}' .ci/stages.toml)

.PHONY: help run test check shake built-tests build bench deb baseline format clean $(STAGES)

help:          ## this list
	@grep -E '^[a-z-]+: .*##' Makefile | sed 's/:.*##/ -/'

run: build     ## simulators and a box with its panel in this terminal; Ctrl-C ends
	@exec python3 Tests/Simulators/demo.py --binary $(BINARY) --port $(PORT)

test:          ## the gate, what CI runs; AREA=arena: that area's tests alone, against the debug binary (docs/testing.md names all)
	@$(PYTHON3)
	@$(if $(AREA),$(SUITE) area $(AREA),$(SUITE) test)

check:         ## all of it: the gate, long forms, sanitizers, Swift 6.0.3, WebKit, packages, the board; FROM=thread: from that stage on
	@$(PYTHON3)
	@$(SUITE) check $(FROM)

shake:         ## AREA=arena: that area's tests of the gate, 20 times beside four processes that keep all cores busy
	@$(PYTHON3)
	@$(SUITE) shake $(AREA)

built-tests:   ## the Swift tests, in a folder of their own, so that they and the release binary are built at once
	@.ci/dependencies build
	@$(SWIFT) build --build-tests $(STRICT) $(TESTS)

build:         ## the release binary
	@.ci/dependencies build
	@$(SWIFT) build $(RELEASE) --product watchpost

# Stages by their names, after what they need.
$(STAGES):
	@$(PYTHON3)
	@$(SUITE) run $@

bench: build   ## ratios against named rivals, in one run; PART=push: that part alone
	@.ci/dependencies bench
	@$(PYTHON) Tests/Benchmarks/bench.py --binary $(BINARY) $(if $(PART),--part $(PART))

deb:           ## Debian packages for the Pi (arm64) and for PCs (amd64), in .build/packages
	@image/deb arm64 amd64

baseline:      ## at a release: keep today's OpenAPI document as what later ones must not break
	@.ci/dependencies test
	@$(PYTHON) Tests/Contract/baseline.py

format:        ## rewrite the sources in the house's format
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests

clean:         ## remove everything that was built
	rm -rf --one-file-system .build .venv .run 2>/dev/null || .ci/as-root rm -rf --one-file-system .build .venv .run
	@[ ! -e .debian ] || .ci/as-root rm -rf --one-file-system .debian
