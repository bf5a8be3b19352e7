#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Makes the root folder of a small Debian for 64-bit ARM on a machine with another CPU. The second stage of debootstrap would unpack
# each package under qemu. This machine's dpkg does it instead, so that only the packages' scripts are emulated: those of
# Python, which compile its library, take longest. Needs root, debootstrap and qemu-user-static.
#
# usage: arm64_root.sh RELEASE ROOT [PACKAGE,…]
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
release=$1 root=$2 packages=${3:+,$3}
kernel=/proc/sys/fs/binfmt_misc
[ -e $kernel/register ] || mount -t binfmt_misc none $kernel
# Without systemd the kernel does not know which programs qemu runs.
[ -e $kernel/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$kernel/register

archive=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian|Debian|//p' | head -1)
debootstrap --foreign --arch=arm64 --variant=minbase --include="ca-certificates$packages" "$release" "$root" "$archive"
. "$here/python/test/mount_in.sh"
mount_in "$root" proc
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
echo arm64 >"$root/var/lib/dpkg/arch"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
# The list leaves out script-chrootless, which would run the scripts of packages on this machine.
host_dpkg() {
  dpkg --root="$root" --force-architecture,depends,confnew,unsafe-io "$@" >>"$root/debootstrap/dpkg.log" 2>&1 || {
    tail -20 "$root/debootstrap/dpkg.log" >&2
    echo "arm64_root: dpkg $1 failed (above)" >&2
    exit 1
  }
}
host_dpkg --unpack "$root"/var/cache/apt/archives/*.deb
host_dpkg --configure --pending
rm -r "$root/var/lib/dpkg/arch" "$root/debootstrap"  # there arm64 is the dpkg's own
rm "$root"/var/cache/apt/archives/*.deb
echo "deb $archive $release main" >"$root/etc/apt/sources.list"
printf '%s\n' 'APT::Sandbox::User "root";' 'Acquire::Languages "none";' >"$root/etc/apt/apt.conf.d/emulated"
