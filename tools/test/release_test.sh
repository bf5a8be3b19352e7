#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Makes a release, without wheels and the sources of other projects, of the last commit and TREE, and uses it as somebody who has nothing else: a program is
# built and run with what the Debian package holds, and CMake configures what the source archive holds.
# usage: release_test.sh TREE FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
tree=$1 folder=$2
git -C "$root" rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: $root is not a git repository"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder/program" "$folder/source"

git clone --quiet "$root" "$folder/clone"  # has no changes that are not committed
"$folder/clone/tools/release.py" "$tree" "$folder/release" --quick
(cd "$folder/release" && sha256sum --quiet --check SHA256SUMS)
grep -q 'apt-get install ./rxros2_' "$folder"/release/rxros2-*-notes.md

touch "$folder/clone/forgotten"
if "$folder/clone/tools/release.py" "$tree" "$folder/refused" --quick >"$folder/refused.log" 2>&1; then
  echo "a release was made although a file is not committed; expected that it is refused"
  exit 1
fi
grep -q forgotten "$folder/refused.log"

dpkg-deb -f "$folder"/release/*.deb Package Version Depends
dpkg-deb -x "$folder"/release/*.deb "$folder/root"
"$root/tools/test/hardening.py" "$folder/root"
for each in LICENSE licenses; do
  diff -r "$root/$each" "$folder/root/opt/rxros2/share/doc/rxros2/$each"
done
/usr/bin/python3 - "$folder"/release/*.cdx.json <<'EOF'
import json, sys
parts = json.load(open(sys.argv[1]))['components']
names = {part['name'] for part in parts}
assert {'libyaml-0-2', 'numpy', 'openssl', 'uplot'} <= names, names
assert any(name.startswith('libddsc0') for name in names), names  # Debian 13 calls it otherwise than 12
EOF
cat >"$folder/program/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.22)
project(tide LANGUAGES CXX)
find_package(rxros2 REQUIRED)
find_package(std_msgs REQUIRED)
add_executable(tide tide.cpp)
target_link_libraries(tide rxros2::rxros2 ${std_msgs_TARGETS})
EOF
cat >"$folder/program/tide.cpp" <<'EOF'
#include <cstdio>
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float64.hpp"
using namespace rxros2;
using namespace rx::operators;
using namespace rxros2::operators;
using rxros2::observable::from_topic;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("tide");
  auto subscription = from_topic<std_msgs::msg::Float64>(node, "level")
    | take(1)
    | subscribe([](const std_msgs::msg::Float64 & level) {
        std::printf("the water stands at %.1f m\n", level.data);
        rclcpp::shutdown();
      });
  auto level = node->create_publisher<std_msgs::msg::Float64>("level", 1);
  std_msgs::msg::Float64 message;
  message.data = 2.5;
  level->publish(message);
  rclcpp::spin(node);
}
EOF
cat >"$folder/build.sh" <<EOF
set -e
. "$folder/root/opt/rxros2/setup.bash"
cmake -G Ninja -S "$folder/program" -B "$folder/program/build" -DCMAKE_BUILD_TYPE=Debug >"$folder/program.log"
cmake --build "$folder/program/build" >>"$folder/program.log"
"$folder/program/build/tide"
EOF
said=$(env -i PATH=/usr/lib/ccache:/usr/bin:/bin HOME="$HOME" ROS_DOMAIN_ID="${ROS_DOMAIN_ID:-0}" CYCLONEDDS_URI="${CYCLONEDDS_URI:-}" \
  bash "$folder/build.sh") || { cat "$folder/program.log"; exit 1; }
[ "$said" = "the water stands at 2.5 m" ] || { echo "the program said: $said"; exit 1; }

tar -xzf "$folder"/release/*.tar.gz -C "$folder/source" --strip-components=1
cmake -S "$folder/source" -B "$folder/source/build" -G Ninja -DPython3_EXECUTABLE=/usr/bin/python3 >"$folder/source.log" 2>&1 \
  || { cat "$folder/source.log"; exit 1; }
echo "a program was built with the Debian package; the source archive configures"
