# `make demo` shows what Heddle does; `make test` checks everything. Both install what is missing.

HEDDLE := target/release/heddle
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PROGRAMS := bench/programs

.PHONY: build demo test soak lint bench tools spin clean

build:
	cargo build --release --workspace

# The program alone, in the same place, built in half the time and a little slower than a release.
CHEAPER := --config 'profile.release.lto="off"' --config profile.release.codegen-units=16 --config profile.release.debug=0
.PHONY: program
program:
	cargo build --release --package heddle $(CHEAPER)

# A JDK for the class library and javac; JUnit, whose tests Heddle runs. A newer JDK, for the tests
# that run on two, if the distribution has one.
JUNIT := junit4 junit5 libhamcrest-java libopentest4j-java libapiguardian-java
.PHONY: tools-to-run
tools-to-run:
	@command -v javac >/dev/null 2>&1 || [ -n "$$JAVA_HOME" ] || $(MAKE) --no-print-directory install PACKAGE=openjdk-17-jdk-headless

tools: tools-to-run
	@[ -e /usr/share/java/junit-jupiter-params.jar ] || $(MAKE) --no-print-directory install PACKAGE="$(JUNIT)"
	@ls -d /usr/lib/jvm/*-25-* >/dev/null 2>&1 || ! apt-cache show openjdk-25-jdk-headless >/dev/null 2>&1 || $(MAKE) --no-print-directory install PACKAGE=openjdk-25-jdk-headless

# SPIN, to compare with.
spin:
	@command -v spin >/dev/null 2>&1 || $(MAKE) --no-print-directory install PACKAGE=spin

# Others that translate formulas, to compare with: lbt, and Spot, which the Python package stormpy brings.
# Where they can't be had, the tests that ask them say so.
TRANSLATORS := target/translators
.PHONY: translators
translators:
	@command -v lbt >/dev/null 2>&1 || $(MAKE) --no-print-directory install PACKAGE=lbt || true
	@$(TRANSLATORS)/bin/python -c 'import stormpy' 2>/dev/null \
		|| { python3 -m venv $(TRANSLATORS) && $(TRANSLATORS)/bin/pip install --quiet stormpy; } || true

.PHONY: install
install:
	$(SUDO) apt-get update -qq
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGE)

demo: tools-to-run program
	@echo
	@echo "Three dining philosophers, each taking the left fork first:"
	@echo
	$(HEDDLE) check $(PROGRAMS)/Philosophers.java --expect deadlock -- 3 dead
	@echo
	@echo "The same, but the last one takes the right fork first:"
	@echo
	$(HEDDLE) check $(PROGRAMS)/Philosophers.java --expect holds -- 3 safe
	@echo
	@echo "Heddle is $(HEDDLE). To call it by its name:"
	@echo
	@echo "    export PATH=\"$(CURDIR)/target/release:\$$PATH\""
	@echo
	@echo "Then:"
	@echo
	@echo "    heddle check Main.java              every schedule of a program of yours; -- ARGS for its arguments"
	@echo "    heddle check -cp classes pkg.Main   the same for compiled classes or jars"
	@echo "    heddle test -cp classes:junit.jar   every JUnit test, each under every schedule"
	@echo "    heddle replay TOKEN                 a schedule that a report names, step by step"
	@echo "    heddle help                         all commands and options"

# The extension that has JUnit 5 give tests to Heddle.
JUPITER := /usr/share/java/junit-jupiter-api.jar:/usr/share/java/junit-platform-commons.jar:/usr/share/java/apiguardian-api.jar:/usr/share/java/opentest4j.jar
.PHONY: junit-jar
junit-jar: tools
	javac --release 11 -Werror -d target/junit5 -cp $(JUPITER) integrations/junit5/heddle/junit/HeddleTest.java
	jar --create --file target/heddle-junit.jar -C target/junit5 .

test: tools spin translators lint
	HEDDLE_PYTHON=$(CURDIR)/$(TRANSLATORS)/bin/python cargo test --profile quick --workspace

# Thousands of generated programs: every search against the one that leaves nothing out, and against the
# JVM. A program of which something is wrong is made smaller and left in target/soak. Then all of tests/java,
# where make test looks at a part.
ORACLE_PROGRAMS ?= 3000
ORACLE_SEED ?= 1000000
ORACLE_RUNS ?= 300
soak: tools
	ORACLE_PROGRAMS=$(ORACLE_PROGRAMS) ORACLE_SEED=$(ORACLE_SEED) ORACLE_RUNS=$(ORACLE_RUNS) ORACLE_REPORT=$(CURDIR)/target/soak \
		ENDLESS_PROGRAMS=2000 ORDERING_PROGRAMS=2000 cargo test --profile quick -p oracle --no-fail-fast -- --nocapture
	SUITE_ALL=1 cargo test --profile quick -p heddle --test suite
	CONFIRM_ALL=1 CONFIRM_REPEATS=20 cargo test --profile quick -p heddle --test confirm -- --nocapture --test-threads 1
	DEBUG_ALL=1 PAGE_TIMES=1 cargo test --profile quick -p heddle --test debug --test page -- --nocapture --test-threads 1
	DRIVE_ALL=1 cargo test --profile quick -p heddle --test drive
	ENVIRONMENT_PROGRAMS=500 cargo test --profile quick -p heddle --test environment --test environment_soundness
	JUNIT_ALL=1 cargo test --profile quick -p heddle --test junit
	PROVE_PROGRAMS=300 PROVE_ALL=1 cargo test --profile quick -p heddle --test prove
	STATICS_EVERY=1 cargo test --profile quick -p heddle --test statics --test analyze
	SPIN_SUITE_STEP=1 SPIN_PROGRAMS=100 cargo test --profile quick -p heddle --test spin
	AUDIT_EVERY=1 AUDIT_STATES=150 REMEMBERED_EVERY=1 cargo test --profile quick -p explore --test independence --test remembered

lint:
	cargo fmt --all --check
	cargo clippy --profile quick --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
		cargo doc --quiet --profile quick --no-deps --workspace --document-private-items

# A table of what exploring costs, beside SPIN, target/bench.json and the plot target/bench.svg.
bench: tools spin
	cargo bench -p heddle --bench programs

# The papers' tables beside ours, and target/tables.md. SECONDS is the time for one cell; with
# CLASSES=directory MAIN=class ARGS='…', configurations on another program.
TABLES :=
SECONDS := 20
CLASSES :=
MAIN :=
ARGS :=
.PHONY: tables
tables: tools spin
	cargo bench -p heddle --bench tables -- $(TABLES) seconds=$(SECONDS) classes=$(CLASSES) main=$(MAIN) args="$(ARGS)"

# The parts: what a stored state costs, and the like.
.PHONY: bench-parts
bench-parts:
	cargo bench -p explore

clean:
	cargo clean
