# The commands of the project. `make` lists them.

# Debian's Python, for which python3-pytest and python3-jsonschema are installed.
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)
export PYTHONDONTWRITEBYTECODE := 1

# Processes that run browser tests; each has its own Chromium and Firefox. Tests wait for frames, so two processors do the work of three.
WORKERS := 3
# Of tests over many inputs alike, `sample` runs some of each kind, chosen by the commit or SWEEP_SEED, and `all` runs all.
SWEEPS := sample
# Repeats a test at most twice if its Chromium tab stopped drawing frames while scripts went on (Tests/README.md).
AGAIN := --reruns 2 --only-rerun ^chromium.FramesStandStill:

SOURCES := Sources Tests Package.swift
BINARY := .build/release/chatexport
# Swift's libraries are linked statically, so the program runs without Swift; Apple's systems have them.
# Cross-module optimisation saves 2 to 4 % of an export's CPU time (docs/performance.md).
RELEASE := swift build -c release --product chatexport -Xswiftc -cross-module-optimization $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

# The folder below which `make install` puts the program, and a root before it for those who pack.
PREFIX := /usr/local
DESTDIR :=

.PHONY: help install uninstall dist test-dist deb test-deb test-recipes test-image test-fresh docs demo test test-all lint debug release browser instructions profile window-million tsan bench bench-10m bench-linear bench-kinds bench-chats bench-micro bench-search bench-search-all bench-scroll bench-gallery bench-paint bench-again bench-media bench-formats bench-account bench-convert bench-paper bench-diff bench-single bench-locked scale-out fuzz house generate screenshots format clean

help: ## list these commands
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

demo: ## install dependencies, build, and export the example to site/
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(BINARY) docs/examples/lisbon.json --out site
	@echo
	@echo "The site is in ./site: open site/index.html in a browser."

test: ## run every check: formatting, layering, unit tests, instructions, browser tests (of long sweeps a sample)
	@.ci/install build demo test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory debug
	swift test --skip-build
	@$(MAKE) --no-print-directory release
	@$(MAKE) --no-print-directory instructions
	@$(MAKE) --no-print-directory browser

test-all: ## run every check, and all tests of long sweeps
	@$(MAKE) --no-print-directory test SWEEPS=all

lint: ## check the formatting of the Swift sources, and that formats know nothing of each other
	swift format lint -r --strict $(SOURCES)
	$(PYTHON) Benchmarks/rooms.py

debug: ## build for debugging, with tests; undeclared imports are errors
	swift build --build-tests --explicit-target-dependency-import-check error

release: ## build the program
	@.ci/commit
	$(RELEASE)

install: ## install the program, its manual and completions: make install PREFIX=/usr/local
	@.ci/install build dist
	@$(MAKE) --no-print-directory release
	.ci/stage "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` installed: make uninstall PREFIX=/usr/local
	.ci/stage --remove "$(DESTDIR)$(PREFIX)"

dist: ## pack the program with all it needs: dist/chatexport-VERSION-linux-MACHINE.tar.xz
	@.ci/install build demo dist
	@$(MAKE) --no-print-directory release
	@.ci/dist

test-dist: dist ## run the packed program in bare roots of Debian 12, Debian 13 and Ubuntu 22.04; as root
	@.ci/install packing
	@.ci/try-dist

deb: ## pack the program as a Debian package
	@.ci/install build demo dist
	@$(MAKE) --no-print-directory release
	@.ci/deb

test-deb: deb ## check the Debian package with lintian; install, run and remove it in a bare root; as root
	@.ci/install packing
	@.ci/try-deb

test-recipes: dist ## run the steps of the recipes for other systems' packages with the packed program
	@.ci/try-recipes

test-image: dist ## build the image of the Dockerfile and run it, without Docker; as root
	@.ci/install packing
	@.ci/try-image

test-fresh: ## build and export the example on a bare Debian 12, and time each step; as root
	@.ci/install packing
	@.ci/fresh

browser: ## run whole-program and browser tests on the release build: make browser SWEEPS=all WORKERS=4
	$(PYTHON) -m pytest Tests/Browser -q -n $(WORKERS) --dist loadfile -m "not serial" --sweeps=$(SWEEPS) $(if $(SWEEP_SEED),--sweep-seed=$(SWEEP_SEED)) $(AGAIN)
	$(PYTHON) -m pytest Tests/Browser -q -m serial $(AGAIN)

instructions: ## compare an export's instruction count with the accepted one (callgrind)
	$(PYTHON) Benchmarks/instructions.py

profile: ## print an export's instructions by part of the program
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/instructions.py --profile

window-million: ## run the tests of the scrolling column on 1,000,000 generated messages
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	@mkdir -p .build/window
	@[ -f .build/window/million.json ] || $(PYTHON) Benchmarks/generate.py --count 1000000 --out .build/window/million.json
	$(BINARY) .build/window/million.json --out .build/window/site --quiet
	WINDOW_SITE="$(CURDIR)/.build/window/site" WINDOW_ROUNDS=10000 WINDOW_TICKS=1500 \
	  $(PYTHON) -m pytest Tests/Browser/reader/test_window.py Tests/Browser/reader/test_reader.py -q -k "not low"

# On Linux the sanitizer does not know Swift's Mutex: accesses that a Mutex guards may be reported as races.
tsan: ## run exports with many jobs under the thread sanitizer, in a separate build
	@.ci/install build demo
	swift build --sanitize=thread --scratch-path .build/tsan --product chatexport
	@mkdir -p .build/tsan/run
	$(PYTHON) Benchmarks/generate.py --count 2000 --seed 5 --out .build/tsan/run/chat.json
	TSAN_OPTIONS=halt_on_error=1 .build/tsan/debug/chatexport docs/examples/lisbon.json docs/examples/support.jsonl \
	  --out .build/tsan/run/examples --page-size 5 --jobs 8 --quiet
	TSAN_OPTIONS=halt_on_error=1 .build/tsan/debug/chatexport .build/tsan/run/chat.json \
	  --out .build/tsan/run/site --page-size 50 --jobs 8 --quiet

bench: ## time exports of all kinds, as one table: make bench PEERS=1 with other programs from PyPI
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/bench.py $(if $(PEERS),own chats media formats peers)

bench-10m: ## time exports of 1,000,000 and 10,000,000 messages; needs 12 GB of disk
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/bench.py own --counts 1000000,10000000 --runs 1

bench-linear: ## check that ten times the messages take at most twelve times the CPU time
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/linear.py

bench-micro: ## time single stages on the texts of 100,000 generated messages
	@.ci/install build demo
	@mkdir -p .build/bench
	$(PYTHON) Benchmarks/generate.py --count 100000 --seed 1 --out .build/bench/micro.json
	cd Benchmarks && CORPUS="$(CURDIR)/.build/bench/micro.json" swift package --disable-sandbox benchmark --format markdown

bench-kinds: ## time chats of one kind of message, of many people, of many conversations
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/kinds.py

bench-chats: ## time exports of 1,000 to 50,000 conversations; needs 8 GB of memory or disk
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/many_chats.py

bench-verify: ## time chatexport verify on 1,000,000 messages
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/verify.py

bench-paper: ## time a PDF of 10,000 messages against Chromium printing the site's pages
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/paper.py

bench-diff: ## time chatexport diff on 1,000,000 messages with ten changes
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/diff.py

bench-search: ## measure the search index: size, cost, time to first results
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/search.py

bench-search-all: ## measure the search of 1,000 conversations: its index, time to first and all hits
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/search_all.py

bench-scroll: ## measure scrolling through 50 pages: frames, long tasks
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/scroll.py

bench-gallery: ## measure scrolling through 10,000 photos on a slow phone: frames, long tasks
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/gallery.py

bench-paint: ## compare a page in the browser with the same messages as flowing text
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/paint.py

bench-again: ## time exporting 1,000,000 messages again: unchanged, and with 1,000 more
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/again.py

bench-formats: ## time reading exports of each format, 100,000 generated messages
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/formats.py

bench-account: ## compare reading with and without the account of the input, in pairs
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(RELEASE) --scratch-path .build/without-account -Xswiftc -DWITHOUT_ACCOUNT
	$(PYTHON) Benchmarks/formats.py --count 20000 --rounds 5 --against .build/without-account/release/chatexport

bench-convert: ## time chatexport convert on 200,000 generated messages
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/convert.py

bench-media: ## time an export with 10,000 attachments against cp -r
	@.ci/install build demo
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/media.py

# From PyPI: the newest Dask, a server like S3, and the schemas of Kubernetes.
SCALE_OUT := distributed==2026.8.0 s3fs==2026.9.0 moto[server]==5.2.1 kubernetes-validate==1.37.0

bench-single: ## measure sites of one file in both browsers, by messages and pictures
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/single_file.py

bench-locked: ## measure a locked site of 1,000,000 messages in both browsers
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/locked.py

scale-out: ## export 1,000,000 messages with a cluster of Dask and an object store; needs PyPI, 6 GB of disk
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	@[ -d .build/scale-out ] || $(PYTHON) -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
	  --target .build/scale-out $(SCALE_OUT)
	PYTHONPATH=.build/scale-out $(PYTHON) -m pytest Tests/Browser/program/test_scale_out.py -q
	PYTHONPATH=.build/scale-out $(PYTHON) Benchmarks/scale_out.py

fuzz: ## export damaged fixtures, 10 minutes a format: make fuzz FORMATS="sms slack" SECONDS_EACH=60 SEED=2
	@.ci/install build
	@$(MAKE) --no-print-directory release
	$(PYTHON) Benchmarks/fuzz.py $(FORMATS) $(if $(SECONDS_EACH),--seconds $(SECONDS_EACH)) $(if $(SEED),--seed $(SEED))

house: ## count sizes, comments and names in the sources: make house LIST=1 SINCE=REVISION
	@$(PYTHON) Benchmarks/house.py $(if $(SINCE),--since $(SINCE)) $(if $(LIST),--list)

docs: ## make a website of the documents, in .build/docs
	@.ci/install docs
	@$(PYTHON) .ci/docs.py

generate: ## write a generated conversation: make generate COUNT=10000 OUT=big.json
	$(PYTHON) Benchmarks/generate.py --count $(or $(COUNT),10000) --seed $(or $(SEED),1) --out "$(or $(OUT),conversation.json)"

screenshots: ## take pictures of the pages, in .build/screenshots and docs/images
	@.ci/install build demo test
	@$(MAKE) --no-print-directory release
	$(PYTHON) Tests/Browser/screenshots.py

format: ## format the Swift sources
	swift format -r -i $(SOURCES)

clean: ## remove build products and the example site
	rm -rf .build dist site
