#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs the demo of examples/teleop with its nodes in Python inside a root folder in which wheel_in_root.sh has installed a wheel,
# also of another CPU under qemu. The demo itself, which plays a recorded drive and measures, is the program of a release tree.
# Needs root.
#
# usage: teleop_in_root.sh ROOT [TREE]
#   TREE  by default build/release
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
root=$(realpath "$1") tree=$(realpath "${2:-$here/build/release}")
scratch=$(mktemp -d)
. "$here/python/test/mount_in.sh"
mount_in "$root" proc sys dev tmp  # the demo's pseudo devices are in /tmp
mkdir -p "$root/root/wheel/teleop"
cp "$here"/examples/teleop/*.py "$root/root/wheel/teleop/"
for node in keyboard_publisher joystick_publisher velocity_publisher; do
  cat > "$scratch/$node" <<EOF
#!/bin/sh
exec chroot '$root' /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root ROS_DOMAIN_ID=\$ROS_DOMAIN_ID \\
  ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST /root/wheel/env/bin/python -B /root/wheel/teleop/$node.py "\$@"
EOF
  chmod +x "$scratch/$node"
done
ln -s "$tree/examples/teleop/pseudo_device" "$scratch/"
export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
"$tree/examples/teleop/teleop_demo" --nodes "$scratch" --output "$scratch/output" --drive "$here/examples/teleop/drives/two_curves.drive"
