#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Makes the Python environment of the tests in DIR from REQUIREMENTS, by default tools/requirements-test.txt; called by
# ctest's fixture `python_env`. Does nothing if DIR already has these packages; safe to run twice at a time.
#
# usage: python_test_env.sh DIR [REQUIREMENTS]
set -eu

if [ $# -ne 1 ] && [ $# -ne 2 ]; then
  echo "usage: $0 DIR [REQUIREMENTS]" >&2
  exit 2
fi
dir=$1
requirements=${2:-$(dirname "$0")/requirements-test.txt}
python=${RXROS2_PYTHON:-/usr/bin/python3}

mkdir -p "$dir"
exec 9> "$dir/lock"
flock 9

stamp=$dir/installed
wanted=$("$python" --version; cat "$requirements" "$(dirname "$0")/requirements-docs.txt")
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && "$dir/bin/python" -c '' 2> /dev/null; then
  exit 0
fi
rm -f "$stamp"
echo "installing the tests' Python packages into $dir"
"$python" -m venv "$dir" || {
  echo "error: '$python -m venv $dir' failed; expected Debian's package python3-venv" >&2
  exit 1
}
"$dir/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements"
printf '%s\n' "$wanted" > "$stamp"
