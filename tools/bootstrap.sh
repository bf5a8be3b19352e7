#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Installs the packages of tools/packages.txt, and those named as arguments, that are missing: on Debian, and on Ubuntu, whose
# packages have the same names. The Makefile calls it before it builds; it asks nothing, and does nothing (in some
# milliseconds) when all are there. Where the system has no such package, or an old one, it says how to build without it.
set -eu

[ "${RXROS2_BOOTSTRAP:-yes}" != no ] || exit 0

here=$(cd "$(dirname "$0")" && pwd)
packages="$(grep -v '^#' "$here/packages.txt") $*"

fail() {
  printf 'bootstrap: %s\n' "$@" >&2
  exit 1
}

# Says how to build with the sources in the archive of a release, by the command $1 that installs a compiler.
own_sources() {
  printf '%s\n' "RxROS2 can be built without them, from the sources in the archive of a release. That needs only a C++20 compiler (GCC" \
    "11 or later), CMake 3.22 or later and Python 3.10 or later:" \
    "  $1" \
    "  cmake -G Ninja -S . -B build/bundled -DCMAKE_BUILD_TYPE=Release -DRXROS2_BUNDLED=ON && cmake --build build/bundled" \
    "For Python alone, install the wheel of the release instead. Set RXROS2_BOOTSTRAP=no to skip this step."
}

# The tests have a description of another system.
system=${RXROS2_OS_RELEASE:-/etc/os-release}
id=unknown
like=
if [ -r "$system" ]; then
  id=$(. "$system" && printf '%s %s' "${ID:-unknown}" "${VERSION_ID:-}")
  like=$(. "$system" && printf '%s %s' "${ID:-}" "${ID_LIKE:-}")
fi

case " $like " in
  *" fedora "* | *" rhel "*) tools="dnf install gcc-c++ cmake ninja-build python3" ;;
  *" arch "*) tools="pacman -S --needed gcc cmake ninja python" ;;
  *" suse "* | *" opensuse "*) tools="zypper install gcc-c++ cmake ninja python3" ;;
  *" alpine "*) tools="apk add g++ cmake ninja python3" ;;
  *) tools="apt-get install g++ cmake ninja-build python3" ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
  fail "this system ($id) has no apt-get, and the packages that a build needs have other names here, if it has them." \
    "$(own_sources "$tools")"
fi
case $id in
  "debian 10" | "debian 11" | "ubuntu 18.04" | "ubuntu 20.04")
    fail "this is $id, whose compiler is older than GCC 11 and lacks parts of C++20. Build in a container of a newer system, for" \
      "instance \`docker run -it -v \"\$PWD:/rxros2\" -w /rxros2 debian:12\`, or install the wheel of the release." ;;
esac

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
  *) printf 'bootstrap: this is %s; RxROS2 is tested on Debian 12 and 13, continuing with packages of the same names\n' "$id" >&2 ;;
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

# Packages that this system lacks, or has in an older version than Debian 12, which is the oldest that works.
oldest() {
  case $1 in
    cyclonedds-dev) echo 0.10 ;;
    rosidl-generator-c-cpp | python3-rosidl | librosidl-runtime-c-cpp-dev | rosidl-cmake) echo 3.3 ;;
    *) echo 0 ;;
  esac
}
unavailable=
available=
for package in $missing; do
  candidate=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null | sed -n 's/^  Candidate: //p')
  case $candidate in
    "" | "(none)")
      if [ "$package" = libfastrtps-dev ]; then  # a peer of tests, which are skipped without it
        printf 'bootstrap: %s has no %s; tests with it are skipped\n' "$id" "$package" >&2
        continue
      fi
      unavailable="$unavailable $package" ;;
    *)
      dpkg --compare-versions "$candidate" ge "$(oldest "$package")" || unavailable="$unavailable $package($candidate)" ;;
  esac
  available="$available $package"
done
[ -n "$unavailable$available" ] || exit 0
if [ -n "$unavailable" ]; then
  case " $like " in
    *" ubuntu "*) hint=" Are they in the component universe, which is not enabled (add-apt-repository universe)?" ;;
    *) hint= ;;
  esac
  fail "$id lacks these packages, or has older ones than Debian 12:$unavailable.$hint" "$(own_sources "$tools")"
fi
apt_get install --no-install-recommends $available
printf 'bootstrap: all there\n'
