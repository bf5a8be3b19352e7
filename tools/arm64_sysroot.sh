#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Prepares what `cmake --preset arm64` needs: installs the cross compiler and qemu, and unpacks the libraries of
# tools/packages.txt for arm64, with all that they depend on, into build/arm64-sysroot. It does not install those packages,
# because libyaml-cpp-dev cannot be installed for two architectures. It asks nothing, and does nothing when all is there.
# The packages come from the apt sources of this machine, which must have arm64; those of Debian 12 and 13 do.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$here/../build/arm64-sysroot
packages=$(grep -E '^(lib.*|cyclonedds)-dev$' "$here/packages.txt")
# On a machine of this architecture rosidl-generator-c-cpp brings these headers. Their package needs Python, they do not.
headers=librosidl-typesupport-introspection-c-cpp-dev

"$here/bootstrap.sh" g++-aarch64-linux-gnu qemu-user-static

[ "$(cat "$root/packages" 2>/dev/null)" != "$packages $headers" ] || exit 0

rm -rf "$root"
mkdir -p "$root/usr/lib" "$root/usr/bin" "$root/usr/sbin" "$root/apt/state/lists/partial" "$root/apt/cache/archives/partial"
root=$(cd "$root" && pwd)
for folder in lib bin sbin; do  # as on every Debian since 12
  ln -s "usr/$folder" "$root/$folder"
done

# A state of apt's own, in which no package is installed: nothing here reads or changes the one of this machine.
: >"$root/apt/status"
cat >"$root/apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "$(id -un)";
Dir::State "$root/apt/state";
Dir::State::status "$root/apt/status";
Dir::Cache "$root/apt/cache";
END
log=$root/apt/log
# apt_get COMMAND…: its output is shown only if it fails.
apt_get() {
  printf 'arm64_sysroot: apt-get %s\n' "$1"
  APT_CONFIG=$root/apt/apt.conf apt-get -q -y "$@" </dev/null >"$log" 2>&1 || {
    cat "$log" >&2
    printf 'arm64_sysroot: apt-get %s failed (above); is this machine online, and do its apt sources have arm64?\n' "$1" >&2
    exit 1
  }
}
apt_get update
apt_get install --download-only --no-install-recommends $packages
(cd "$root/apt/cache/archives" && apt_get download "$headers")

# The database in which dpkg-shlibdeps, which cpack calls, looks up the package of a library: with the paths from here.
printf 'arm64_sysroot: unpack into %s\n' "$root"
dpkg=$root/var/lib/dpkg
mkdir -p "$dpkg/info" "$dpkg/updates"
printf 'arm64\n' >"$dpkg/arch"
printf '1\n' >"$dpkg/info/format"  # names of files with the architecture
for archive in "$root"/apt/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$root" --keep-directory-symlink --no-same-owner
  package=$(dpkg-deb -f "$archive" Package)
  [ "$(dpkg-deb -f "$archive" Multi-Arch)" != same ] || package=$package:arm64
  dpkg-deb --fsys-tarfile "$archive" | tar -t | sed -n "s|^\./\(usr/\)\?\(lib/.*[^/]\)\$|$root/usr/\2|p" >"$dpkg/info/$package.list"
  dpkg-deb -e "$archive" "$root/apt/control"
  for file in symbols shlibs; do
    [ ! -f "$root/apt/control/$file" ] || cp "$root/apt/control/$file" "$dpkg/info/$package.$file"
  done
  { dpkg-deb -f "$archive" | sed 's/^Package: .*/&\nStatus: install ok installed/'; echo; } >>"$dpkg/status"
  rm -r "$root/apt/control"
done
# A link to an absolute path would leave the folder.
find "$root" -type l -lname '/*' | while read -r link; do
  ln -sfrn "$root$(readlink "$link")" "$link"
done
rm -rf "$root/apt"
: >"$root/COLCON_IGNORE"  # its packages are not those of a workspace
printf '%s\n' "$packages $headers" >"$root/packages"
printf 'arm64_sysroot: all there\n'
