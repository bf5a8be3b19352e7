#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds the wheel for another CPython from the source distribution, installs it in its own environment in FOLDER, and
# runs the core's tests there. If the interpreter has no headers or cannot make environments, it prints that and exits with
# code 77.
#
# usage: other_python.sh PYTHON RCLCPP_CMAKE FOLDER [CONFIG_SETTING…]
#   CONFIG_SETTING: name=value, passed to pip
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
python=$1 built=$2 folder=$3
shift 3
"$python" -c 'import sys, sysconfig; sys.exit(not __import__("os").path.exists(sysconfig.get_path("include") + "/Python.h"))' \
  || { echo "skipped: $python has no Python.h; it comes with the interpreter's development package"; exit 77; }
"$python" -c 'import venv, ensurepip' 2> /dev/null \
  || { echo "skipped: $python has no venv and ensurepip; they come with the interpreter's venv package"; exit 77; }
RXROS2_PYTHON=$python "$here/../tools/python_test_env.sh" "$folder/env" "$here/test/requirements-other-pythons.txt"
for setting in "$@"; do
  set -- "$@" "--config-settings=$setting"
  shift
done
# It is always unpacked in the same place, so that the compiler's cache finds the files again.
rm -rf "$folder/source"
mkdir "$folder/source"
name=$(cd "$here/backend" && "$folder/env/bin/python" -B -c "import rxros2_build; print(rxros2_build.build_sdist('$folder'))" | tail -1)
tar -xmf "$folder/$name" -C "$folder/source" --strip-components=1
"$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
  "--config-settings=build-dir=$folder/wheel" "--config-settings=cmake.define.RXROS2_BUILT=$built" "$@" "$folder/source"
"$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall \
  "$here/rclpy_compat"
"$folder/env/bin/python" --version
cd "$folder"
exec "$folder/env/bin/python" -B -m pytest -q -p no:cacheprovider "$here/test/aio/test_sub.py" "$here/test/aio/test_scope.py" "$here/test/aio/test_soft.py" \
  "$here/test/core/test_blocking.py" "$here/test/core/test_codec_of_classes.py" "$here/test/core/test_node.py" \
  "$here/test/core/test_topics.py" "$here/test/core/test_topic_samples.py" "$here/test/core/test_busy_loop.py" \
  "$here/test/core/test_topic_qos.py" "$here/test/core/test_services.py" "$here/test/core/test_sessions.py" \
  "$here/test/messages/test_classes.py" "$here/test/rclpy_api/test_finder.py"
