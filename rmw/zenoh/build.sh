#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds the crate of this folder into a library. Crates come from third_party/archives/zenoh_crates.tar.xz, which the source
# archive of a release contains and `tools/crates.py pack` makes: then no network is needed. Without that file cargo fetches those
# that are not in its cache.
#
# usage: [CARGO_BUILD_TARGET=TRIPLE] build.sh TARGET_DIRECTORY LIBRARY
#        build.sh TARGET_DIRECTORY PROGRAM EXAMPLE   builds one of examples/ instead
set -eu

CARGO_TARGET_DIR=$1
export CARGO_TARGET_DIR
output=$2
example=${3:-}
cd "$(dirname "$0")"
. ../../tools/cargo.sh
archive=../../third_party/archives/zenoh_crates.tar.xz
if [ -f "$archive" ]; then
  find_cargo 1.85
  if [ ! -d "$CARGO_TARGET_DIR/zenoh_crates" ] || [ "$archive" -nt "$CARGO_TARGET_DIR/zenoh_crates" ]; then
    rm -rf "$CARGO_TARGET_DIR/zenoh_crates"
    mkdir -p "$CARGO_TARGET_DIR"
    tar -C "$CARGO_TARGET_DIR" -xJf "$archive"
    touch "$CARGO_TARGET_DIR/zenoh_crates"
  fi
  crates=$(cd "$CARGO_TARGET_DIR/zenoh_crates" && pwd)
  set -- --config 'source.crates-io.replace-with="archive"' --config "source.archive.directory='$crates'"
else
  prepare_cargo 1.85 Cargo.toml
  set --
fi
"$cargo" build --release --locked --offline ${example:+--example "$example"} "$@"
made=${example:+examples/$example}
cp "$CARGO_TARGET_DIR/${CARGO_BUILD_TARGET:+$CARGO_BUILD_TARGET/}release/${made:-librxros2_zenoh.so}" "$output"
