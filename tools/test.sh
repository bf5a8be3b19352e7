#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Builds and runs every test: the release tree, then the asan and tsan trees (which hold only the tests that ask for them).
# `make test` and CI call it. A tree whose inputs are the same as when it last passed is not run again: AGAIN=1 runs it.
# With PEER=PREFIX, `soak` holds the live suite (rclcpp/test/live), which talks to the ROS 2 installed there, and it runs each
# fuzzer for FUZZ_SECONDS.
# A stalled virtual machine can fail a test that meets the real time of other processes. So up to three tests whose checks
# failed run once more, alone. The end of the output names them. A crash, a timeout or a report of a sanitizer is final.
# usage: [PEER=PREFIX] [FUZZ_SECONDS=n] tools/test.sh [test|soak] [preset…]
set -u

mode=${1:-test}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- release asan tsan
cd "$(dirname "$0")/.." || exit 1
mkdir -p build
jobs=${JOBS:-$(nproc)}
# Tests wait for processes and discovery longer than they compute, so ctest of the release tree runs twice as many as there are
# cores. Of those that compute on all cores it runs one at a time (RESOURCE_LOCK cores). Those of the sanitizer trees compute.
tests_of_release=$((jobs * 2))

case $mode in
  test) soak=OFF; select="-LE soak" ;;
  soak) soak=ON; select="-L soak --no-tests=ignore" ;;
  *) echo "tools/test.sh: '$mode' is neither test nor soak" >&2; exit 2 ;;
esac

# Everything a test can depend on: the sources as they are (committed or not), the compiler and the packages.
inputs() {
  {
    if git rev-parse --git-dir >/dev/null 2>&1; then
      git ls-files -z --cached --others --exclude-standard
    else
      find . -path ./build -prune -o -type f -print0
    fi | sort -zu | xargs -0 sha256sum 2>/dev/null
    g++ --version
    dpkg-query -W $(grep -v '^#' tools/packages.txt) 2>/dev/null
    uname -r
    echo "${PEER:-} ${FUZZ_SECONDS:-}"
  } | sha256sum | cut -d' ' -f1
}

seconds() { date +%s; }
began=$(seconds)
stamp_now=$(inputs)
passed=
failed=
unsteady=
trap 'echo "test: stopped" >&2; exit 130' INT TERM

# The phases after those of tree $1, for tools/progress.py.
later_phases() {
  current=$1
  shift
  passed_current=
  for name in "$@"; do
    [ -z "$passed_current" ] || printf '%s ' "$name:build" "$name:tests"
    [ "$name" != "$current" ] || passed_current=yes
  done
}
# Runs a command. In `test`, tools/progress.py adds to its output how long the phase $1 and those after it, $2, still take.
with_progress() {
  phases="$1 $2"
  shift 2
  if [ "$mode" != test ]; then
    "$@"
    return
  fi
  { "$@" 2>&1; echo $? >build/$mode.$$.status; } | /usr/bin/python3 -B tools/progress.py $phases
  code=$(cat "build/$mode.$$.status")
  rm -f "build/$mode.$$.status"
  return "$code"
}

# Words in the output of a test that started a program which crashed or hung, by gtest, pytest or the program.
crashes='Sanitizer: |runtime error: |Segmentation fault|terminate called|Fatal Python error|Assertion .* failed'
crashes="$crashes|SIG(SEGV|ABRT|BUS|FPE|ILL)|Which is: (-1|13[2-9])\$|assert -(4|6|7|8|11) ==|TimeoutExpired"
# Whether the run that wrote log $1 may be repeated: a few tests failed, each by its checks and not by a crash.
only_checks_failed() {
  count=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Failed' "$1") &&
    [ "$count" -le 3 ] &&
    ! grep -q '^ *[0-9]*/[0-9]* Test .*\*\*\*\(Exception\|Timeout\)' "$1" &&
    ! grep -qE "$crashes" "$1"
}

for preset in "$@"; do
  later=$(later_phases "$preset" "$@")
  tree=build/$preset
  log=$tree/$mode.log
  stamp=$tree/$mode.passed
  if [ -z "${AGAIN:-}" ] && [ "$(sed -n 1p "$stamp" 2>/dev/null)" = "$stamp_now" ]; then
    echo "== $preset: nothing changed since it $(sed -n 2p "$stamp"); AGAIN=1 make $mode runs it again"
    passed="$passed $preset"
    continue
  fi
  rm -f "$stamp"
  from=$(seconds)
  echo "== $preset: configure"
  if ! cmake --preset "$preset" -DRXROS2_SOAK=$soak -DRXROS2_FUZZ=$soak -DRXROS2_PEER="${PEER:-}" \
      -DRXROS2_FUZZ_SECONDS="${FUZZ_SECONDS:-300}" \
      >build/$preset.configure.log 2>&1; then
    cat build/$preset.configure.log
    failed="$failed $preset"
    continue
  fi
  echo "== $preset: build ($jobs jobs)"
  if ! with_progress "$preset:build" "$preset:tests $later" cmake --build "$tree" -j "$jobs"; then
    failed="$failed $preset"
    continue
  fi
  built=$(seconds)
  tests=$jobs
  [ "$preset" != release ] || tests=$tests_of_release
  echo "== $preset: ctest ($tests at once)"
  rm -f "$log"  # of the run before, which closing() must not show
  run_tests() { ctest --preset "$preset" $select --output-log "$@"; }
  result=failed
  if with_progress "$preset:tests" "$later" run_tests "$log" -j "$tests"; then
    result=passed
  elif [ "$mode" = test ] && only_checks_failed "$log"; then
    mv "$log" "$tree/first.log"
    echo "== $preset: what failed runs once more, alone; the first run is in $tree/first.log"
    if run_tests "$log" -j 1 --rerun-failed; then
      result=passed
      unsteady="$unsteady
$preset: $(grep '\*\*\*Failed' "$tree/first.log")"
    fi
  fi
  if [ $result = passed ]; then
    when="passed at $(date -u '+%Y-%m-%d %H:%M:%S UTC'), commit $(git rev-parse --short HEAD 2>/dev/null || echo '?')"
    printf '%s\n%s\n' "$stamp_now" "$when" >"$stamp"
    passed="$passed $preset"
  else
    failed="$failed $preset"
  fi
  echo "== $preset: built in $((built - from)) s, tested in $(($(seconds) - built)) s"
done

# ctest's own closing lines of each tree, the first tree last, and any that failed after those that passed.
closing() {
  echo "-- $1"
  if [ -f "build/$1/$mode.log" ]; then
    sed -n '/tests passed, .* tests failed out of\|No tests were found/,$p' "build/$1/$mode.log"
  fi
}
reversed() {
  for preset in "$@"; do printf '%s\n' "$preset"; done | tac
}
if [ "$mode" = soak ]; then
  echo
  if [ -z "${PEER:-}" ]; then
    echo "== live: skipped, it needs an installed ROS 2: make soak PEER=/opt/ros/jazzy"
  else
    cat build/release/live/figures.txt 2>/dev/null || echo "== live: no figures in build/release/live"
  fi
fi
echo
echo "== all: $(($(seconds) - began)) s"
if [ -n "$unsteady" ]; then
  echo "-- failed at first, passed alone (a test that is here twice is broken):$unsteady"
fi
for preset in $(reversed $passed); do closing "$preset"; done
for preset in $(reversed $failed); do
  closing "$preset"
  echo "-- $preset FAILED"
done
[ -z "$failed" ]
