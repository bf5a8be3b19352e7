#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds the crate of this folder into a library. Crates are fetched if they are not in cargo's cache; folders that `cargo vendor`
# made are used if cargo's configuration names them.
#
# usage: build.sh TARGET_DIRECTORY LIBRARY
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
cd "$(dirname "$0")"
. ../../tools/cargo.sh
prepare_cargo 1.85 Cargo.toml
"$cargo" build --release --locked --offline
cp "$CARGO_TARGET_DIR/release/librxros2_zenoh.so" "$2"
