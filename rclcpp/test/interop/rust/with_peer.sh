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
oldest=1.88 # ros2-client's

skip() {
  echo "SKIPPED: $1"
  exit 77
}

# Debian's first, which the bootstrap installs; else whatever is there.
for cargo in /usr/bin/cargo cargo; do
  version=$("$cargo" --version 2>/dev/null | cut -d' ' -f2) || version=
  if [ -n "$version" ] && [ "$(printf '%s\n' $oldest "$version" | sort -V | head -n 1)" = $oldest ]; then
    break
  fi
  cargo=
done
[ -n "$cargo" ] || skip "no cargo $oldest or newer (Debian's package cargo-web)"
if [ "$cargo" = /usr/bin/cargo ]; then
  RUSTC=/usr/bin/rustc
  export RUSTC
fi

if ! reason=$("$cargo" fetch --quiet --locked --manifest-path "$manifest" 2>&1); then
  case $reason in
    *--locked*) echo "$reason"; exit 1 ;;
  esac
  skip "crates cannot be fetched: $reason"
fi
"$cargo" build --quiet --locked --offline --manifest-path "$manifest"
RUST_PEER=$CARGO_TARGET_DIR/debug/rust_peer
export RUST_PEER
exec "$@"
