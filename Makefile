END_TO_END := cmd/foredeck/e2e
COUNT ?= 1
HOSTILE ?= -all
ROUNDS ?= 500
REAL ?= 1h
STEPS ?= 1000000
SESSIONS ?= 5000
AGAINST ?= fb289fd8
GORELEASER ?= $(or $(shell command -v goreleaser),go run github.com/goreleaser/goreleaser/v2@v2.14.3)

.PHONY: help run test frames mutate bench bench-process soak walk lint build e2e flood crash dist hostile visitors pictures module

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## open the deck on the simulated network
	go run ./cmd/foredeck

test: ## run all tests; FOREDECK_LONG_TESTS=1 checks more sizes and random keys
	go test ./...

frames: ## update the frames of all screens, and print each change once with the number of frames that have it
	go test ./tui ./tui/screens/*/ -run '^TestFrames$$' -update
	@bash .ci/frames

# To compare two runs:
#   make bench COUNT=10 > old.txt    (change something)    make bench COUNT=10 > new.txt
#   go tool -modfile=.ci/go.mod benchstat old.txt new.txt
bench: ## run the benchmarks; COUNT=10 repeats them for benchstat
	@go test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

# The other program is built from a commit in a work tree that is removed afterwards. Use it on a quiet machine.
bench-process: build ## start, keys, memory and idle cost of the built program beside that of AGAINST=COMMIT
	@old=$$(mktemp -d) && trap 'git worktree remove --force "$$old/tree"; rm -rf "$$old"' EXIT && \
	git worktree add -q --detach "$$old/tree" $(AGAINST) && \
	go build -C "$$old/tree" -trimpath -ldflags "-s -w" -o "$$old/foredeck" ./cmd/foredeck && \
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test -C $(END_TO_END) -run '^$$' -bench '^BenchmarkProcess$$' -benchtime 1x -timeout 0 . -against "$$old/foredeck"

# The first half takes some minutes, the second one REAL.
soak: build ## follow 72 simulated hours, then a localnet process for REAL=1h
	go test ./tui/soak -count 1 -timeout 0 -v -run Simulated -hours 72
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test ./tui/soak -count 1 -timeout 0 -v -run Process -real $(REAL)

walk: ## use the deck at random for STEPS=1000000 steps, some 20 minutes; prints a failure's seed
	go test ./tui -count 1 -timeout 0 -v -run '^TestWalk$$' -steps $(STEPS) -rapid.checks 1000 -rapid.nofailfile

# It takes some seconds for each of 40 mutants. Many survivors are holes in the tests, some are equal to the original.
mutate: ## change the code of PACKAGES=./tui/pane, or of those changed SINCE=HEAD~3, in small ways and print what no test notices
	go run -C .ci ./mutate $(if $(SEED),-seed $(SEED)) $(if $(SINCE),-since $(SINCE)) $(PACKAGES)

lint: ## check the format, go vet and staticcheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "run gofmt -w on: $$unformatted"; exit 1; }
	go vet ./...
	go vet -C $(END_TO_END) ./...
	go tool -modfile=.ci/go.mod staticcheck ./...
	cd $(END_TO_END) && go tool -modfile=$(CURDIR)/.ci/go.mod staticcheck ./...

build: ## build bin/foredeck
	.ci/go build -o bin/foredeck ./cmd/foredeck

# Archives and packages of all systems, as a release has them; syft, cosign, docker and nix-hash are needed only there.
dist: ## build the archives and packages of a release into dist/ with goreleaser
	$(GORELEASER) release --snapshot --clean --skip=sbom,sign,docker,nix

e2e: build ## run the end-to-end tests in a pseudo terminal
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test -C $(END_TO_END) -count 1 ./...

flood: ## keep 200 hostile connections to a race build of localnet busy for a minute
	go build -race -o bin/foredeck-race ./cmd/foredeck
	FOREDECK_BIN=$(CURDIR)/bin/foredeck-race go test -C $(END_TO_END) -count 1 -v -run TestFlood . -flood 1m -flood-memory 512

crash: build ## kill programs that write ROUNDS=500 times, and check what they saved
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test -C $(END_TO_END) -count 1 -v -timeout 0 -run TestCrash . -rounds $(ROUNDS)

hostile: build ## run the program against a hostile node; HOSTILE='-seed 7 -cases 500' runs a sample
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test -C $(END_TO_END) -count 1 -timeout 0 ./hostile -args $(HOSTILE)
	FOREDECK_BIN=$(CURDIR)/bin/foredeck go test -C $(END_TO_END) -count 20 -timeout 0 -run 'TestVisitorsEscapes' .
	FOREDECK_LONG_TESTS=1 go test -count 3 -timeout 0 -run 'TestReadersOfFastSaves|TestClockJumps' ./config ./tui
	go test ./cmd/foredeck -count 1 -timeout 0 -run TestNoFactDisappears -audit-cases 5000

visitors: ## check that SESSIONS=5000 ended sessions of foredeck serve leave no memory in use
	go test ./cmd/foredeck -count 1 -timeout 0 -v -run '^TestEndedSessionsAreFreed$$' -sessions $(SESSIONS)

pictures: build ## redraw the pictures of the README in .github/pictures
	go run -C $(END_TO_END) ./picture -program $(CURDIR)/bin/foredeck -to $(CURDIR)/.github/pictures

# PATH on the command line hides the search path, which the recipe needs too.
SEARCH = $(if $(wildcard /proc/self/environ),$(shell /usr/bin/tr '\0' '\n' </proc/$$PPID/environ | /usr/bin/sed -n 's/^PATH=//p'),$(shell /usr/bin/printenv PATH))

module: ## move the project to another module path: make module PATH=github.com/you/foredeck
	@PATH='$(SEARCH)' bash .ci/module $(if $(filter command line,$(origin PATH)),'$(PATH)')
