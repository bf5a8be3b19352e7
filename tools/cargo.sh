# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# For scripts that build Rust programs: finds a cargo that is new enough and fetches the crates of a manifest. Sets $cargo. Where
# there is no such cargo or no registry of crates, says so and ends the script with 77, which ctest shows as "Skipped".
#
# usage: . tools/cargo.sh; prepare_cargo OLDEST MANIFEST
#        find_cargo OLDEST fetches nothing.
skip_without_cargo() {
  echo "SKIPPED: $1"
  exit 77
}

find_cargo() {
  # Debian's first, which the bootstrap installs; else whatever is there.
  for cargo in /usr/bin/cargo cargo; do
    version=$("$cargo" --version 2>/dev/null | cut -d' ' -f2) || version=
    if [ -n "$version" ] && [ "$(printf '%s\n' "$1" "$version" | sort -V | head -n 1)" = "$1" ]; then
      break
    fi
    cargo=
  done
  [ -n "$cargo" ] || skip_without_cargo "no cargo $1 or newer (Debian's package cargo-web)"
  if [ "$cargo" = /usr/bin/cargo ]; then
    RUSTC=/usr/bin/rustc
    export RUSTC
  fi
}

prepare_cargo() {
  find_cargo "$1"
  if ! reason=$("$cargo" fetch --quiet --locked --manifest-path "$2" 2>&1); then
    case $reason in
      *--locked*) echo "$reason"; exit 1 ;;
    esac
    skip_without_cargo "crates cannot be fetched: $reason"
  fi
}
