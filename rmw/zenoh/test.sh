#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests the crate of this folder, also with sessions that meet over the loopback device. Where there is no cargo that is new
# enough or no registry of crates, exits with 77, which ctest shows as "Skipped".
#
# usage: test.sh TARGET_DIRECTORY
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
manifest=$(dirname "$0")/Cargo.toml
. "$(dirname "$0")/../../tools/cargo.sh"
prepare_cargo 1.85 "$manifest"
exec "$cargo" test --release -j2 --locked --offline --manifest-path "$manifest"
