#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds the fuzzer of this folder with clang's libFuzzer, and runs it. Where there is no cargo that is new enough or no registry of
# crates, exits with 77, which ctest shows as "Skipped".
#
# usage: run.sh TARGET_DIRECTORY CLANGXX [OPTION of libFuzzer]...
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
clangxx=$2
shift 2
folder=$(cd "$(dirname "$0")" && pwd)
. "$folder/../../../tools/cargo.sh"
prepare_cargo 1.85 "$folder/Cargo.toml"
# The instrumentation that libFuzzer reads: which code ran, and what was compared.
RUSTFLAGS='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
 -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares'
RUSTFLAGS=$(echo "$RUSTFLAGS" | tr -d '\n')
export RUSTFLAGS
# With a target, cargo does not instrument what runs while it builds.
target=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
"$cargo" build --quiet --release --locked --offline --target "$target" --manifest-path "$folder/Cargo.toml"
"$clangxx" -fsanitize=fuzzer "$CARGO_TARGET_DIR/$target/release/libzenoh_wire_fuzz.a" -o "$CARGO_TARGET_DIR/zenoh_wire_fuzz"
mkdir -p "$CARGO_TARGET_DIR/found"
exec "$CARGO_TARGET_DIR/zenoh_wire_fuzz" "$CARGO_TARGET_DIR/found" "$folder/corpus" -max_len=4200 "$@"
