# discoveryd: `make` lists the targets.

TOOLS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/discoveryd/tools
export PATH := $(TOOLS):$(PATH)
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION)
FUZZTIME ?= 30s

.DEFAULT_GOAL := help
.PHONY: help run test golden lint fmt gen gen-check breaking bench bench-peers fuzz eval cachesim build ci

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

run: build ## start the server with an embedded store and the sample catalog
	@scripts/run

build: ## build bin/discoveryd
	@CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/discoveryd ./cmd/discoveryd

test: ## run every test with the race detector, on a throw-away PostgreSQL and on SQLite
	@scripts/test

golden: ## write down anew how the sample catalog answers its golden set
	@go test -run TestGoldenFigures -count=1 ./examples -update

lint: $(TOOLS)/golangci-lint $(TOOLS)/buf ## run the linters
	@golangci-lint run ./...
	@cd bench && golangci-lint run ./...
	@buf lint
	@buf format --diff --exit-code --path proto/discovery

fmt: $(TOOLS)/golangci-lint $(TOOLS)/buf ## format Go and proto files
	@golangci-lint fmt ./...
	@cd bench && golangci-lint fmt ./...
	@buf format -w --path proto/discovery

gen: $(TOOLS)/buf ## regenerate gen/ from proto/
	@buf generate

gen-check: gen ## fail when gen/ is not what proto/ gives
	@git diff --exit-code --stat -- gen && test -z "$$(git status --porcelain -- gen)"

breaking: $(TOOLS)/buf ## fail when proto/ breaks callers of the main branch
	@buf breaking --against '.git#branch=main'

bench: ## run every benchmark once, with allocations
	@go test -run '^$$' -bench . -benchmem ./...

bench-peers: ## measure search beside other engines (docs/benchmarks.md)
	@scripts/orama
	@go run -C bench -tags sqlite_fts5 . $(BENCHFLAGS)

fuzz: ## fuzz every target for FUZZTIME each (default 30s)
	@scripts/fuzz $(FUZZTIME)

eval: build ## measure how well tools are found (needs DISCOVERYD_EVAL_DIR; docs/evaluating.md)
	@go run ./eval $(EVALFLAGS)

cachesim: ## measure what a working set costs a provider's prompt cache
	@go run ./cachesim

ci: ## what continuous integration runs
	@.ci/run

# A cold build of the linter takes minutes, so the tools live outside the tree
# and are rebuilt only when their pins change.
$(TOOLS)/buf: tools/go.mod
	@echo "building buf and the protoc plugins (once)" && GOBIN=$(TOOLS) go -C tools install tool && touch $@

$(TOOLS)/golangci-lint: tools/lint/go.mod
	@echo "building golangci-lint (once, some minutes)" && GOBIN=$(TOOLS) go -C tools/lint install tool && touch $@
