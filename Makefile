# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# What a user types. Each command installs what is missing (Debian 12), builds what it needs, asks nothing.
# The build itself is CMake's: `cmake --preset release && cmake --build --preset release` does the same by hand.
SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: help bootstrap build demo check test soak zenoh live bench format tidy reference docs release

help:
	@echo 'make demo    drive a simulated robot: arrow keys and space at a terminal, else a recorded drive'
	@echo '             DEVICE=/dev/input/eventN  a real keyboard     DRIVE=file  a recorded drive, at a terminal too'
	@echo '             PYTHON=1  with the same nodes in Python       VIEW=1  with rxros2 view beside it, in the browser'
	@echo '             RUNTIME=/opt/ros/jazzy  on the ROS 2 installed there'
	@echo 'make test    build and run every test (release, then what parses under asan, what crosses threads under tsan)'
	@echo '             AGAIN=1  also where nothing changed           JOBS=n      parallel jobs (default: one a core)'
	@echo 'make check   after a change: the short tests of the rooms that changed, and of those that use them; 3 minutes'
	@echo '             SINCE=commit  what changed since it'
	@echo 'make soak    the long tests: soak, fuzzing, and how much of the Python package tests run'
	@echo '             PEER=/opt/ros/jazzy  also the live suite: our nodes with those of the ROS 2 installed there'
	@echo '             FUZZ_SECONDS=7200  how long each fuzzer runs (default: 300)'
	@echo 'make zenoh   build everything with the Zenoh engine, which needs cargo, and run its tests and those that other rooms run on it'
	@echo 'make live PEER=/opt/ros/jazzy   the live suite alone; prints what was found, lost and late'
	@echo 'make bench   measure everything, in turn with peers, about 45 minutes; a report with plots in build/bench/report.html'
	@echo '             ONLY=suite[,suite or case]  only these     PEER=prefix  also against the ROS 2 installed there'
	@echo '             KEEP=1  into benchmarks/report, the one that is kept with the sources'
	@echo 'make build   the release tree, build/release'
	@echo 'make format  format the C++ sources; `make test` fails on what is not formatted'
	@echo 'make release  build/packages: source archive, Debian packages (arm64 after tools/arm64_sysroot.sh), wheels, SBOM, notes, checksums'
	@echo '             QUICK=1  without wheels and the sources of other projects'
	@echo 'make tidy    look for faults in all C++, tests too, by clang-tidy; `make test` does it for libraries and examples'
	@echo 'make docs    the documentation as a site to open in a browser, build/docs/site/index.html'
	@echo 'make reference   the reference of the public headers, build/reference/html'
	@echo 'Where to read on: README.md, docs/README.md'

bootstrap:
	@tools/bootstrap.sh

# Configured once; ninja re-configures when a CMakeLists.txt changes. The presets name Debian's Python, which its rosidl
# belongs to: python3 on the PATH may be another.
build/release/build.ninja: | bootstrap
	@echo 'build: configure build/release'
	@mkdir -p build && cmake --preset release >build/release.configure.log 2>&1 \
	  || { cat build/release.configure.log; exit 1; }

build: build/release/build.ninja
	@cmake --build --preset release

# The package rxros2 in build/release/python_env, as its tests and benchmarks use it.
python_package = ctest --test-dir build/release -R '^python_package$$' --output-on-failure >build/python_package.log \
  || { cat build/python_package.log; exit 1; }

rclpy_package = ctest --test-dir build/release -R '^python_rclpy_package$$' --output-on-failure >build/rclpy_package.log \
  || { cat build/rclpy_package.log; exit 1; }

ifdef RUNTIME
demo:
	@tools/on_system.sh '$(RUNTIME)' build/system teleop build/system/examples/teleop/teleop_demo --output build/demo
else
demo: build/release/build.ninja
	@cmake --build --preset release --target teleop $(if $(PYTHON)$(VIEW),rxros2_python_libraries)
	@$(if $(PYTHON)$(VIEW),$(python_package))
	@$(if $(VIEW),tools/demo_view.sh build/release/python_env/bin/python) build/release/examples/teleop/teleop_demo --output build/demo $(if $(PYTHON),--nodes build/release/python/teleop_nodes)
endif

test:
	@tools/bootstrap.sh clang-tidy chromium doxygen valgrind
	@tools/test.sh test

check: build/release/build.ninja
	@/usr/bin/python3 -B tools/check.py build/release $(SINCE)

# The fuzzers are clang's libFuzzer.
soak:
	@tools/bootstrap.sh clang libclang-rt-14-dev cargo-web
	@PEER="$(if $(PEER),$(abspath $(PEER)))" FUZZ_SECONDS="$(FUZZ_SECONDS)" tools/test.sh soak

# The option stays on in build/release: `make test` then runs these tests too.
zenoh: build/release/build.ninja
	@tools/bootstrap.sh cargo-web
	@cmake -B build/release -DRXROS2_ZENOH=ON >build/zenoh.configure.log 2>&1 || { cat build/zenoh.configure.log; exit 1; }
	@cmake --build --preset release
	@ctest --test-dir build/release -R '^rmw_zenoh_|_on_zenoh$$' --output-on-failure

# rclcpp/test/live/README.md
live: build/release/build.ninja
	@cmake -B build/release -DRXROS2_PEER="$(if $(PEER),$(abspath $(PEER)))" >build/live.configure.log 2>&1 \
	  || { cat build/live.configure.log; exit 1; }
	@cmake --build --preset release --target rclcpp_live
	@ctest --test-dir build/release -L live --verbose

bench: build/release/build.ninja
	@tools/bootstrap.sh cyclonedds-tools chromium
	@cmake --build --preset release --target benchmarks rxros2_python_libraries
	@$(python_package)
	@$(rclpy_package)
	@benchmarks/iceoryx2/build.sh build/release/iceoryx2 || echo 'bench: without iceoryx2'
	@/usr/bin/python3 benchmarks/bench.py run $(if $(ONLY),--only '$(ONLY)') $(if $(PEER),--peer '$(PEER)') \
	  $(if $(KEEP),--keep)

format:
	@mkdir -p build && grep '^clang-format=' tools/requirements-test.txt >build/format.txt
	@tools/python_test_env.sh build/format build/format.txt
	@build/format/bin/python tools/format.py

# A tree without tests installs the same files and takes half as long. It is for those who have not built one with tests.
release_tree := build/$(if $(wildcard build/release/build.ninja),release,release_files)
arm64_tree := $(if $(wildcard build/arm64-sysroot/packages),build/arm64)

build/release_files/build.ninja build/arm64/build.ninja: | bootstrap
	@mkdir -p build
	@cmake --preset $(if $(findstring arm64,$@),arm64,release) -B $(@D) -DBUILD_TESTING=OFF >$(@D).configure.log 2>&1 \
	  || { cat $(@D).configure.log; exit 1; }

release: $(addsuffix /build.ninja,$(release_tree) $(arm64_tree))
	@$(if $(QUICK),,tools/bootstrap.sh cargo-web perl)
	@$(if $(arm64_tree),,echo 'release: no Debian package for arm64; tools/arm64_sysroot.sh brings the compiler and libraries for it')
	@for tree in $(release_tree) $(arm64_tree); do cmake --build $$tree || exit 1; done
	@tools/release.py $(release_tree) build/packages $(addprefix --arm64 ,$(arm64_tree)) $(if $(QUICK),--quick)

tidy: build/release/build.ninja
	@tools/bootstrap.sh clang-tidy
	@cmake --build --preset release --target rxros2_interfaces_generated
	@/usr/bin/python3 tools/tidy.py --all build/release

reference:
	@tools/bootstrap.sh doxygen
	@tools/reference.py

docs: reference
	@tools/python_test_env.sh build/docs/env tools/requirements-docs.txt
	@build/docs/env/bin/python tools/docs.py
