#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Compiles arm64.cpp for 64-bit ARM and runs it under qemu. Skipped without the compiler. The whole tree: preset arm64.
# usage: arm64_test.sh SOURCE_DIR OUTPUT_DIR
set -eu
for program in aarch64-linux-gnu-g++ qemu-aarch64-static; do
  if ! command -v $program >/dev/null; then
    echo "skipped: $program is not installed; tools/arm64_sysroot.sh installs it"
    exit 77
  fi
done
mkdir -p "$2"
aarch64-linux-gnu-g++ -std=c++20 -O2 -Wall -Wextra -Wpedantic -Werror -static -pthread \
  -I"$1/base/include" -I"$1/rx/include" -I"$1/rxros2/include" "$1/tools/test/arm64.cpp" -o "$2/arm64"
exec qemu-aarch64-static "$2/arm64"
