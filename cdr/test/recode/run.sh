#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs test_rosbags.py in the Python environment DIR, made if it is missing; called by ctest, which sets what it needs.
#
# usage: run.sh DIR
set -eu
here=$(dirname "$0")
"$here/../../../tools/python_test_env.sh" "$1"
exec "$1/bin/python" -m pytest -q -p no:cacheprovider "$here/test_rosbags.py"
