#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds rust_peer, and runs a command with its path in RUST_PEER. Where there is no cargo that is new enough or no registry
# of crates, says so and exits with 77, which ctest shows as "Skipped".
#
# usage: with_peer.sh TARGET_DIRECTORY COMMAND…
set -eu

CARGO_TARGET_DIR=$1
shift
export CARGO_TARGET_DIR
manifest=$(dirname "$0")/Cargo.toml
. "$(dirname "$0")/../../../../tools/cargo.sh"
prepare_cargo 1.88 "$manifest" # ros2-client's
"$cargo" build --quiet --locked --offline --manifest-path "$manifest"
RUST_PEER=$CARGO_TARGET_DIR/debug/rust_peer
export RUST_PEER
exec "$@"
