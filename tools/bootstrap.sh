#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages of tools/packages.txt, and those named as arguments, that are missing. The Makefile calls it
# before it builds; it asks nothing, and does nothing (in some milliseconds) when all are there.
set -eu

[ "${RXROS2_BOOTSTRAP:-yes}" != no ] || exit 0

here=$(cd "$(dirname "$0")" && pwd)
packages="$(grep -v '^#' "$here/packages.txt") $*"

fail() {
  printf 'bootstrap: %s\n' "$@" >&2
  exit 1
}

id=unknown
if [ -r /etc/os-release ]; then
  id=$(. /etc/os-release && printf '%s %s' "${ID:-unknown}" "${VERSION_ID:-}")
fi

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
  fail "this system ($id) has no apt-get; the packages can be installed by themselves on Debian only." \
    "Install what stands for these here, and set RXROS2_BOOTSTRAP=no to skip this step:" $packages
fi

# One query for all: a package counts as there when dpkg says "installed" (not "config-files").
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $packages 2>/dev/null || true)
missing=
for package in $packages; do
  case "
$installed
" in
    *"
installed $package
"*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

case $id in
  "debian 12" | "debian 13") ;;
  *) printf 'bootstrap: this is %s; RxROS2 is tested on Debian 12 and 13, trying all the same\n' "$id" >&2 ;;
esac

if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  fail "these Debian packages are missing:$missing" \
    "installing them needs root, which neither this user nor sudo (without a password) has here; once, as root:" \
    "  apt-get update && apt-get install --no-install-recommends$missing"
fi

printf 'bootstrap: missing:%s\n' "$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# apt_get COMMAND…: waits for another apt to end; its output is shown only if it fails.
apt_get() {
  printf 'bootstrap: apt-get %s\n' "$1"
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >"$log" 2>&1 || {
    cat "$log" >&2
    fail "apt-get $1 failed (above); is this machine online, and is it $id with its standard sources?"
  }
}
apt_get update
apt_get install --no-install-recommends $missing
printf 'bootstrap: all there\n'
