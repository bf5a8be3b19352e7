#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Makes the source distribution, unpacks it in FOLDER/source, and checks that a wheel could be made from it alone: CMake
# must find each source that it names, and no header of the rooms may be missing. other_python.sh makes wheels from it.
# With --wheel the wheel is made, too, which compiles all of rclcpp, and imported.
#
# usage: sdist.sh PYTHON FOLDER [--wheel]
#   PYTHON: an interpreter with the packages that pyproject.toml requires
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
python=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/source"
name=$(cd "$root/python/backend" && "$python" -B -c "import rxros2_build; print(rxros2_build.build_sdist('$folder'))" | tail -1)
tar -xmf "$folder/$name" -C "$folder/source" --strip-components=1
for room in base interfaces cdr rmw thin_packages rclcpp rclcpp_action rclcpp_lifecycle bag frames replay; do
  headers() { (cd "$1/$room" && find . -not -path './test/*' '(' -name '*.hpp' -o -name '*.msg' -o -name '*.srv' -o -name '*.action' ')' | sort); }
  headers "$root" > "$folder/ours"
  headers "$folder/source" > "$folder/theirs"
  diff "$folder/ours" "$folder/theirs"
done
# pip names the Python of its environment by both variables.
cmake -G Ninja -S "$folder/source/python/src" -B "$folder/build" "-DPython_EXECUTABLE=$python" "-DPython3_EXECUTABLE=$python" \
  > "$folder/configure.log" 2>&1 || { cat "$folder/configure.log"; exit 1; }
files=$(ninja -C "$folder/build" -t commands _core | grep -c ' -c ')
echo "$name: $(du -k "$folder/$name" | cut -f1) kB; a wheel is compiled of $files files"
[ "${3:-}" = --wheel ] || exit 0
"$python" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$folder" "$folder/$name"
"$python" -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check "$folder"/*.whl
cd "$folder"
"$folder/env/bin/python" -c 'from rxros2.aio import ros2; ros2.Node("from_sdist").close(); print("a node ran")'
