#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds libiceoryx2_pair.so in TARGET_DIRECTORY/release, for the benchmark iceoryx2_pair. Where there is no cargo that is new
# enough or no registry of crates, says so and exits with 77.
#
# usage: build.sh TARGET_DIRECTORY
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
manifest=$(dirname "$0")/Cargo.toml
. "$(dirname "$0")/../../tools/cargo.sh"
prepare_cargo 1.85 "$manifest"
exec "$cargo" build --release --locked --offline --quiet --manifest-path "$manifest"
