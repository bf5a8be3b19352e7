#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Uses a wheel as somebody who has nothing else, in the root folder of another system, also of another CPU under qemu: installs it
# in a bare environment, looks for faults, and runs the README's program. Needs root; python3 with venv is in the system, such as
# that of `debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates trixie ROOT`, or for 64-bit ARM of
# `arm64_root.sh trixie ROOT python3,python3-venv`.
#
# usage: wheel_in_root.sh ROOT WHEEL [UV]
#   UV  the program uv for that system's CPU: it installs the wheel instead of pip, and venv need not be there
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
root=$1 wheel=$2 uv=${3:-}
. "$here/python/test/mount_in.sh"
mount_in "$root" proc sys dev
cp /etc/resolv.conf "$root/etc/"
# This machine's registry of packages may have a certificate that Debian does not know, and uv brings authorities of its own.
authorities=/etc/ssl/certs/ca-certificates.crt
cp "$authorities" "$root$authorities"
folder=/root/wheel
rm -rf "${root:?}$folder"
mkdir -p "$root$folder"
cp "$wheel" "$here/examples/quickstart/keep_distance.py" "$here/python/test/drive_keep_distance.py" "$root$folder/"
inside() {
  chroot "$root" /usr/bin/env -i -C "$folder" PATH=/usr/bin:/bin HOME=/root ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST \
    SSL_CERT_FILE=$authorities ROS_DOMAIN_ID="${ROS_DOMAIN_ID:-0}" "$@"
}
if [ -n "$uv" ]; then
  install -m 755 "$uv" "$root$folder/uv"
  inside ./uv venv --quiet env
  set -- ./uv pip install --quiet --python env
else
  inside python3 -m venv env
  set -- env/bin/pip install --quiet --disable-pip-version-check
fi
began=$(date +%s)
inside "$@" "$(basename "$wheel")[rx]"
echo "the wheel and what it needs were installed in $(($(date +%s) - began)) s"
inside env/bin/rxros2 doctor
inside env/bin/python -B drive_keep_distance.py
