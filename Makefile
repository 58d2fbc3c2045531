# Two commands do everything: `make run` and `make test`. Each installs what it lacks and says so.
SWIFT ?= swift
STRICT := -Xswiftc -warnings-as-errors
# Every symbol is bound at the start and then read-only; Package.swift fortifies the C shims.
HARDENED := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
RELEASE := -c release --static-swift-stdlib $(STRICT) $(HARDENED)
BINARY := .build/release/watchpost
# Release builds lie where SwiftPM puts them; tests have a folder of their own, so that both are built at once.
TESTS := --scratch-path .build/tests
ADDRESS := --sanitize=address --scratch-path .build/address
PORT ?= 8080
PYTHON := .venv/bin/python
EACH := $(MAKE) --no-print-directory --keep-going --jobs=1 BUILT=yes
GATE := lint structure unit service client simulators blackbox contract browser page-on-appliance
REST := sanitize-address compat webkit package

.PHONY: help run test check begin builds built-tests built-release build lint unit structure sanitize sanitize-address compat service client simulators blackbox kills contract browser page-on-appliance webkit bench deb package board-test baseline format clean

help:          ## this list
	@grep -E '^[a-z-]+: .*##' Makefile | sed 's/:.*##/ -/'

run: build     ## simulators and the appliance with its panel in this terminal; Ctrl-C ends
	@exec python3 Tests/Simulators/demo.py --binary $(BINARY) --port $(PORT)

# One stage after the other: two at a time take longer than one beside tests that wait for clocks. What fails does not keep
# the others from running, so that one run tells all that is wrong.
test: begin    ## the gate, what CI runs: Swift tests, black box, contract, pages in Chromium
	@status=0; $(MAKE) --no-print-directory builds && $(EACH) $(GATE) || status=$$?; .ci/summary; exit $$status

check: begin   ## all of it: the gate, then sanitizers, Swift 6.0.3, WebKit and the packages
	@status=0; $(MAKE) --no-print-directory builds && $(EACH) $(GATE) $(REST) || status=$$?; .ci/summary; exit $$status

begin:
	@rm -rf .build/stages
	@mkdir -p .build/stages
	@touch .build/stages/began

# A build keeps little more than one core busy: two at a time, each with a folder of its own. BUILT=yes: that was done.
builds:        ## the release binary and the Swift tests
	@.ci/dependencies build
	@$(MAKE) --no-print-directory --jobs=2 built-tests build

built-tests:
	@$(if $(BUILT),:,.ci/dependencies build && .ci/stage debug-build $(SWIFT) build --build-tests $(STRICT) $(TESTS))

build:         ## the release binary
	@$(if $(BUILT),:,.ci/dependencies build && .ci/stage release-build $(SWIFT) build $(RELEASE) --product watchpost)

lint:          ## formatting and house rules
	@.ci/dependencies build
	$(SWIFT) format lint --strict --recursive Package.swift Plugins Sources Tests
	@.ci/house-rules

unit: built-tests  ## Swift tests; WATCHPOST_EFFORT=20: those that compute at random do so twenty times as long
	@.ci/dependencies test
	@WATCHPOST_PYTHON=$(CURDIR)/$(PYTHON) .ci/stage unit $(SWIFT) test --skip-build --disable-xctest $(TESTS)

structure: built-tests  ## what the newest build of the tests says of folders, and what lists and pages say of the sources
	@.ci/dependencies test
	@.ci/stage structure $(PYTHON) -m pytest -q Tests/Structure

sanitize: sanitize-address compat  ## Swift tests under the address sanitizer, and with Debian 13's compiler under the thread sanitizer

# One test after the other: a sanitizer makes each ten times slower, and those that wait for an answer would wait behind
# all that only compute.
sanitize-address:
	@.ci/dependencies build
	@.ci/dependencies test
	@.ci/stage address-build $(SWIFT) build --build-tests $(STRICT) $(ADDRESS)
	@LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 \
		WATCHPOST_PYTHON=$(CURDIR)/$(PYTHON) .ci/stage address \
		$(SWIFT) test --skip-build --no-parallel --disable-xctest $(STRICT) $(ADDRESS)

service:       ## the systemd unit: valid, and exposed at most 1.5
	@.ci/dependencies test
	@.ci/unit-check

client:        ## a package that depends on the client library, without our C libraries; the library's documentation
	@.ci/dependencies test
	@.ci/stage client $(PYTHON) -m pytest -q Tests/Client

simulators:    ## the stand-ins for the outside world, by clients of others
	@.ci/dependencies test
	@.ci/stage simulators $(PYTHON) -m pytest -q Tests/Simulators/tests Tests/Board/test_decoder_lamps.py Tests/Board/test_decoder_display.py

blackbox: build  ## the release binary against the simulators, over HTTP only
	@.ci/dependencies test
	@.ci/stage blackbox $(PYTHON) -m pytest -q -n 8 --dist worksteal --durations 15 Tests/BlackBox

kills: build   ## a thousand pulled plugs under load: nothing acknowledged is lost or doubled; KILLS=100: so many, WATCHPOST_SEED again the same
	@.ci/dependencies test
	@WATCHPOST_KILLS=$(or $(KILLS),1000) $(PYTHON) -m pytest -q -s Tests/BlackBox/test_arena_results.py -k pulled_under_load

contract: build  ## the OpenAPI document against the running server
	@.ci/dependencies test
	@.ci/stage contract $(PYTHON) -m pytest -q -n 3 --durations 15 Tests/Contract

browser:       ## the pages in Chromium, phone to desktop
	@.ci/dependencies browser
	@.ci/stage browser $(PYTHON) -m pytest -q -n 3 --durations 15 --ignore-glob '*_webkit.py' Tests/Browser

page-on-appliance: build  ## the same pages against the release binary
	@.ci/dependencies browser
	@.ci/stage page-on-appliance .ci/page-on-appliance $(BINARY)

webkit: build  ## the walks of the seed in WebKit
	@.ci/dependencies webkit
	@WATCHPOST_BINARY=$(CURDIR)/$(BINARY) .ci/stage webkit $(PYTHON) -m pytest -q -n 2 Tests/Browser/test_*_webkit.py

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

compat:        ## build and test with Debian 13's Swift 6.0.3 and libraries, under the thread sanitizer
	@.ci/stage thread-build .ci/compat build
	@.ci/stage thread .ci/compat

baseline:      ## at a release: keep today's OpenAPI document as what later ones must not break
	@.ci/dependencies test
	@$(PYTHON) Tests/Contract/baseline.py

format:        ## rewrite the sources in the house's format
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests

clean:         ## remove everything that was built
	rm -rf --one-file-system .build .venv .debian .run
