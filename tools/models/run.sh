#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Explores the models of the lock-free structures, all of them or one (drain_lock, ring, …), and prints the number of executions
# of each. Where there is no cargo that is new enough or no registry of crates, exits with 77, which ctest shows as "Skipped".
#
# usage: run.sh TARGET_DIRECTORY [MODEL]
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
manifest=$(dirname "$0")/Cargo.toml
. "$(dirname "$0")/../cargo.sh"
prepare_cargo 1.88 "$manifest"
if [ $# -gt 1 ]; then
  set -- --test "$2"
else
  set -- --tests
fi
exec "$cargo" test -j1 --locked --offline --manifest-path "$manifest" "$@" -- --nocapture --test-threads=1
