#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# demo_view.sh PYTHON COMMAND…: runs COMMAND, the teleop demo, with its streams traced and `rxros2 view` of PYTHON's environment beside
# it, which ends with it. `VIEW=1 make demo` uses it. The page's address is printed, and opened where there is a desktop; at a
# terminal, of which the demo takes the whole screen, it waits for Enter first.
set -eu

[ $# -ge 2 ] || {
  echo 'usage: demo_view.sh PYTHON COMMAND…' >&2
  exit 1
}
python=$1
shift
"$python" -c 'import websockets' 2>/dev/null || {
  echo "demo_view: rxros2 view needs the package websockets: $python -m pip install websockets" >&2
  exit 1
}

# The demo keeps to these if they are there.
export ROS_DOMAIN_ID="${ROS_DOMAIN_ID:-$((222 + $$ % 8))}"
export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-LOCALHOST}"

open=
[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || open=--open
folder=$(mktemp -d)
"$python" -m rxros2.cli view --port 0 $open >"$folder/address" &
view=$!
trap 'kill "$view" 2>/dev/null || true; wait "$view" 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
while ! grep -q '^http' "$folder/address"; do
  kill -0 "$view" 2>/dev/null || {
    echo 'demo_view: rxros2 view ended; it says why above' >&2
    exit 1
  }
  sleep 0.1
done
echo "view: $(head -n 1 "$folder/address")"
if [ -t 0 ] && [ -t 1 ]; then
  printf 'Open it, then press Enter to drive. '
  read -r _
fi
RXROS2_TRACE=1 "$@"
