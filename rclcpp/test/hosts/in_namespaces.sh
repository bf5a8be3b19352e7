#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs a command where it may make network namespaces: as root, else as root of a user namespace. Where the system
# allows neither, says why and exits with 77, which ctest shows as "Skipped".
#
# usage: in_namespaces.sh COMMAND…
# The namespaces stand for hosts, which share no memory.
export RXROS2_SHARED_MEMORY=off
probe='ip link add probe0 type veth peer name probe1 && ip link add probe2 type bridge && ip tuntap add probe3 mode tap'

if reason=$(unshare --net sh -c "$probe" 2>&1); then
  exec "$@"
elif reason="$reason; $(unshare --user --map-root-user --net sh -c "$probe" 2>&1)"; then
  exec unshare --user --map-root-user "$@"
fi
echo "SKIPPED: network namespaces with veth, bridge and tap devices are not allowed here: $reason"
exit 77
