# Two commands do everything: `make run` and `make test`. Each installs what it lacks and says so.
SWIFT ?= swift
STRICT := -Xswiftc -warnings-as-errors
# Every symbol is bound at the start and then read-only; Package.swift fortifies the C shims.
HARDENED := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
RELEASE := -c release --static-swift-stdlib $(STRICT) $(HARDENED)
BINARY := .build/release/watchpost
ADDRESS := --sanitize=address --scratch-path .build/address
THREAD := --sanitize=thread --scratch-path .build/thread
SANITIZED := JSONReadingTests|CoreTests|DisplayTests|ApplianceTests
PORT ?= 8080
PYTHON := .venv/bin/python

.PHONY: help run test begin builds lane-here lane-debian unit sanitize sanitize-address sanitize-thread client blackbox browser contract lint service build bench compat deb package board-test baseline format clean

help:          ## this list
	@grep -E '^[a-z-]+: .*##' Makefile | sed 's/:.*##/ -/'

run: build     ## simulators and the appliance with its panel in this terminal; Ctrl-C ends
	@exec python3 Tests/Simulators/demo.py --binary $(BINARY) --port $(PORT)

build:         ## the release binary
	@.ci/dependencies build
	@.ci/stage release-build $(SWIFT) build $(RELEASE) --product watchpost

test: begin lint builds unit sanitize service client blackbox contract browser compat package  ## everything below, what CI runs
	@.ci/summary

begin:
	@rm -rf .build/stages
	@mkdir -p .build/stages
	@touch .build/stages/began

# A build keeps little more than one core busy; SwiftPM allows one at a time in a scratch path, hence two lanes.
builds:        ## everything that is compiled for the tests
	@.ci/dependencies build
	@.ci/dependencies cross
	@$(MAKE) --no-print-directory --jobs=2 lane-here lane-debian

lane-here:
	@.ci/stage lane-debug $(SWIFT) build --build-tests $(STRICT)
	@.ci/stage lane-release $(SWIFT) build $(RELEASE) --product watchpost
	@.ci/stage lane-address $(SWIFT) build --build-tests $(STRICT) $(ADDRESS)
	@.ci/stage lane-thread $(SWIFT) build --build-tests $(STRICT) $(THREAD)

lane-debian:
	@.ci/stage lane-compat .ci/compat build
	@.ci/stage lane-cross image/cross

lint:          ## formatting and house rules
	@.ci/dependencies build
	$(SWIFT) format lint --strict --recursive Package.swift Plugins Sources Tests
	@.ci/house-rules

unit:          ## Swift tests, and that folders stand in layers by the index of the build
	@.ci/dependencies test
	@.ci/stage debug-build $(SWIFT) build --build-tests $(STRICT)
	@.ci/stage structure $(PYTHON) -m pytest -q Tests/Structure
	@WATCHPOST_PYTHON=$(CURDIR)/$(PYTHON) .ci/stage unit $(SWIFT) test --skip-build --disable-xctest

sanitize:      ## JSONReading, Core, Display and Appliance tests under the address and the thread sanitizer
	@.ci/dependencies build
	@$(MAKE) --no-print-directory --jobs=2 sanitize-address sanitize-thread

# One test after the other: a sanitizer makes each ten times slower, and those that wait for an answer would wait behind
# all that only compute. So each of the two keeps one core busy, and they run side by side.
sanitize-address:
	@LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 .ci/stage address \
		$(SWIFT) test --no-parallel --disable-xctest $(STRICT) $(ADDRESS) --filter '$(SANITIZED)'

sanitize-thread:
	@.ci/stage thread \
		$(SWIFT) test --no-parallel --disable-xctest $(STRICT) $(THREAD) --filter 'ClientTests|$(SANITIZED)'

service:       ## the systemd unit: valid, and exposed at most 1.5
	@.ci/dependencies test
	@.ci/unit-check

client:        ## a package that depends on the client library, without our C libraries; the library's documentation
	@.ci/dependencies test
	@.ci/stage client $(PYTHON) -m pytest -q Tests/Client

blackbox: build client  ## the release binary against the simulators, over HTTP only
	@.ci/dependencies test
	@.ci/stage simulators $(PYTHON) -m pytest -q Tests/Simulators/tests Tests/Board/test_decoder_lamps.py Tests/Board/test_decoder_display.py
	@.ci/stage blackbox $(PYTHON) -m pytest -q -n 8 Tests/BlackBox

contract: build  ## the OpenAPI document against the running server
	@.ci/dependencies test
	@.ci/stage contract $(PYTHON) -m pytest -q Tests/Contract

browser: build ## the page in Chromium and WebKit, phone to desktop
	@.ci/dependencies browser
	@.ci/stage browser $(PYTHON) -m pytest -q -n 2 Tests/Browser
	@.ci/stage page-on-appliance .ci/page-on-appliance $(BINARY)

bench: build   ## ratios against named rivals, in one run; PART=push: that part alone
	@.ci/dependencies bench
	@$(PYTHON) Tests/Benchmarks/bench.py --binary $(BINARY) $(if $(PART),--part $(PART))

deb:           ## Debian packages for the Pi (arm64) and for PCs (amd64), in .build/packages
	@image/deb arm64 amd64

package: deb   ## the packages in a Debian 13 folder: install, upgrade, downgrade, remove, purge
	@.ci/dependencies test
	@.ci/stage package $(PYTHON) -m pytest -q Tests/Package

board-test:    ## the package on an emulated Raspberry Pi, its lamps and displays read from the pins
	@.ci/dependencies board
	@package=$$(image/deb arm64) && image/board $$package
	@.ci/stage board $(PYTHON) -m pytest -q Tests/Board

compat:        ## build and test with Debian 13's Swift 6.0.3 and libraries
	@.ci/stage compat .ci/compat

baseline:      ## at a release: keep today's OpenAPI document as what later ones must not break
	@.ci/dependencies test
	@$(PYTHON) Tests/Contract/baseline.py

format:        ## rewrite the sources in the house's format
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests

clean:         ## remove everything that was built
	rm -rf --one-file-system .build .venv .debian .run
