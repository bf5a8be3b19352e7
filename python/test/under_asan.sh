#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds the extension module with AddressSanitizer and UBSan in FOLDER, and runs the bindings' and the codec's tests on it.
# It leaves out the tests that measure memory, because the sanitizer uses memory itself, and the comparison with rosbags,
# which the release build runs.
#
# usage: under_asan.sh PYTHON RCLCPP_CMAKE FOLDER
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
python=$1 built=$2 folder=$3
cmake -G Ninja -S "$here/src" -B "$folder/build" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" \
  "-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined -fno-omit-frame-pointer -Wno-maybe-uninitialized" \
  "-DRXROS2_BUILT=$built" "-DPython_EXECUTABLE=$python" >"$folder.log"
cmake --build "$folder/build" >>"$folder.log" || { cat "$folder.log"; exit 1; }
cmake --install "$folder/build" --prefix "$folder/package" >>"$folder.log"
cp -r "$here/rxros2/." "$folder/package/rxros2/"
LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so) $(g++ -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 PYTHONMALLOC=malloc PYTHONPATH="$folder/package" \
  exec "$python" -B -m pytest -q -p no:cacheprovider "$here/test/core/test_codec.py" \
  "$here/test/core/test_topics.py" "$here/test/core/test_topic_samples.py" "$here/test/core/test_busy_loop.py" \
  "$here/test/core/test_topic_qos.py" "$here/test/core/test_services.py" "$here/test/core/test_sessions.py" \
  "$here/test/core/test_node.py" -k 'not rosbags and not memory'
