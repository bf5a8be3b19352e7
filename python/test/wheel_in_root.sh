#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Uses a wheel as somebody who has nothing else, in the root folder of another system, also of another CPU under qemu: installs it
# in a bare environment, looks for faults, and runs the README's program. Needs root; python3 with venv is in the system, such as
# that of `debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates trixie ROOT`.
#
# usage: wheel_in_root.sh ROOT WHEEL
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
root=$1 wheel=$2
. "$here/python/test/mount_in.sh"
mount_in "$root" proc sys dev
cp /etc/resolv.conf "$root/etc/"
folder=/root/wheel
rm -rf "${root:?}$folder"
mkdir -p "$root$folder"
cp "$wheel" "$here/examples/quickstart/keep_distance.py" "$here/python/test/drive_keep_distance.py" "$root$folder/"
inside() {
  chroot "$root" /usr/bin/env -i -C "$folder" PATH=/usr/bin:/bin HOME=/root ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST \
    ROS_DOMAIN_ID="${ROS_DOMAIN_ID:-0}" "$@"
}
inside python3 -m venv env
began=$(date +%s)
inside env/bin/pip install --quiet --disable-pip-version-check "$(basename "$wheel")[rx]"
echo "pip installed the wheel and what it needs in $(($(date +%s) - began)) s"
inside env/bin/rxros2 doctor || echo "rxros2 doctor found errors"  # qemu offers no multicast, and everything else works
inside env/bin/python -B drive_keep_distance.py
