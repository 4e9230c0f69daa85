# socketplay: what to type. `make help` lists it.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# Found when a rule needs it: `make help` works without a toolchain.
SWIFT_FOUND = $(shell scripts/find-swift)
PROGRAM = .build/release/socketplay
RUNTIME = DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)"

.DEFAULT_GOAL := help
.PHONY: help demo test build install uninstall check bench fuzz clean

help: ## Lists these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Two ends on this machine find each other, exchange preferences, a text and a song
	@scripts/demo

test: ## Installs what is missing, runs the scenarios and the tests
	@scripts/test

build: ## Builds the program for release, Swift's own libraries inside it
	@scripts/install-dependencies
	$(SWIFT_FOUND) build -c release --product socketplay --static-swift-stdlib

install: ## Installs program and completions under PREFIX (/usr/local); build first
	@$(RUNTIME) scripts/install "$(PROGRAM)"

uninstall: ## Removes what install put under PREFIX
	@$(RUNTIME) scripts/install --remove

check: ## Format, layers, scripts, tests, sanitizers, scenarios, kept fuzz failures
	@scripts/check

bench: ## Measures against a bare C program and socat, as ratios of one run
	@scripts/install-dependencies --test
	@Benchmarks/run

fuzz: ## Fuzzes the readers of a peer's bytes for a minute each (FUZZ_SECONDS)
	@scripts/fuzz

clean: ## Removes everything that was built
	rm -rf .build Benchmarks/.build Fuzz/.build
