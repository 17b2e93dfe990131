# The commands of the project. `make` alone lists them.

# Debian's own interpreter: python3-pytest and python3-jsonschema belong to it.
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)
export PYTHONDONTWRITEBYTECODE := 1

# How many browser tests run at a time; each of them has a Chromium and a Firefox of its own.
WORKERS := 2
# Runs a test again, twice at most, whose Chromium tab draws no more frames though its script goes on, and counts it.
AGAIN := --reruns 2 --only-rerun ^chromium.FramesStandStill:

SOURCES := Sources Tests Package.swift
BINARY := .build/release/chatexport
# Swift's own libraries go into the program, which then runs where there is no Swift; Apple's systems have them.
# What one module asks of another is compiled with it where that pays: 3 % of an export's time.
RELEASE := swift build -c release --product chatexport -Xswiftc -cross-module-optimization $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: help demo test lint debug release browser instructions profile window-million tsan bench bench-10m bench-linear bench-kinds bench-micro bench-search bench-scroll bench-paint bench-again bench-media house generate screenshots format clean

help: ## list the commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

demo: ## install, build, and export the example conversation to site/
	@.ci/install build demo
	$(RELEASE)
	$(BINARY) docs/examples/lisbon.json --out site
	@echo
	@echo "The site is in ./site: open site/index.html in a browser."

test: ## everything: install, lint, layering, unit tests, browser tests
	@.ci/install build demo test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory debug
	swift test --skip-build
	@$(MAKE) --no-print-directory release
	@$(MAKE) --no-print-directory instructions
	@$(MAKE) --no-print-directory browser

lint: ## check the formatting
	swift format lint -r --strict $(SOURCES)

debug: ## debug build with its tests; an import across layers is an error
	swift build --build-tests --explicit-target-dependency-import-check error

release: ## release build
	$(RELEASE)

browser: ## whole-program and browser tests, on the release build
	$(PYTHON) -m pytest Tests/Browser -q -n $(WORKERS) --dist loadfile -m "not serial" $(AGAIN)
	$(PYTHON) -m pytest Tests/Browser -q -m serial $(AGAIN)

instructions: ## an export takes no more instructions than was accepted, counted by callgrind
	$(PYTHON) Benchmarks/instructions.py

profile: ## which parts of the program take an export's instructions
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/instructions.py --profile

window-million: ## the tests of the window, on 1,000,000 generated messages
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	@mkdir -p .build/window
	@[ -f .build/window/million.json ] || $(PYTHON) Benchmarks/generate.py --count 1000000 --out .build/window/million.json
	$(BINARY) .build/window/million.json --out .build/window/site --quiet
	WINDOW_SITE="$(CURDIR)/.build/window/site" WINDOW_ROUNDS=10000 WINDOW_TICKS=1500 \
	  $(PYTHON) -m pytest Tests/Browser/test_window.py Tests/Browser/test_reader.py -q -k "not low"

# On Linux the sanitizer does not know of Mutex: where two threads meet at one, what it guards is told as a race.
tsan: ## the thread sanitizer over exports with many jobs, in a build of its own
	@.ci/install build demo
	swift build --sanitize=thread --scratch-path .build/tsan --product chatexport
	@mkdir -p .build/tsan/run
	$(PYTHON) Benchmarks/generate.py --count 2000 --seed 5 --out .build/tsan/run/chat.json
	TSAN_OPTIONS=halt_on_error=1 .build/tsan/debug/chatexport docs/examples/lisbon.json docs/examples/support.jsonl \
	  --out .build/tsan/run/examples --page-size 5 --jobs 8 --quiet
	TSAN_OPTIONS=halt_on_error=1 .build/tsan/debug/chatexport .build/tsan/run/chat.json \
	  --out .build/tsan/run/site --page-size 50 --jobs 8 --quiet

bench: ## time, memory and size of exports of 100,000 and 1,000,000 messages
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/run.py

bench-10m: ## the same for 1,000,000 and 10,000,000 messages, once each; takes 12 GB of disk
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/run.py --counts 1000000,10000000 --runs 1

bench-linear: ## ten times the messages may cost at most twelve times the CPU
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/linear.py

bench-micro: ## CPU time of single stages, on the texts of 100,000 generated messages
	@.ci/install build demo
	@mkdir -p .build/bench
	$(PYTHON) Benchmarks/generate.py --count 100000 --seed 1 --out .build/bench/micro.json
	cd Benchmarks && CORPUS="$(CURDIR)/.build/bench/micro.json" swift package --disable-sandbox benchmark --format markdown

bench-kinds: ## exports of chats of one kind, of as many people, of 1,000 conversations
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/kinds.py

bench-search: ## size of the search's index, its share of an export of 1,000,000 messages, time to first results
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/search.py

bench-scroll: ## what scrolling through 50 pages of 1,000,000 messages costs: frames, long tasks
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/scroll.py

bench-paint: ## what a page costs the browser, against the same messages as flowing text
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/paint.py

bench-again: ## exports of 1,000,000 messages, the same again, and with 1,000 more: times, pages laid out
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/again.py

bench-media: ## exports with 10,000 attachments against copying their folder
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/media.py

house: ## count sizes, comments and names in the sources; LIST=1 names what was counted, SINCE=REVISION chooses the commits
	@$(PYTHON) Benchmarks/house.py $(if $(SINCE),--since $(SINCE)) $(if $(LIST),--list)

generate: ## write a seeded conversation: make generate COUNT=10000 OUT=big.json
	$(PYTHON) Benchmarks/generate.py --count $(or $(COUNT),10000) --seed $(or $(SEED),1) --out "$(or $(OUT),conversation.json)"

screenshots: ## pictures of the pages, in .build/screenshots and docs/images
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Tests/Browser/screenshots.py

format: ## format the Swift sources
	swift format -r -i $(SOURCES)

clean: ## remove what was built
	rm -rf .build site
