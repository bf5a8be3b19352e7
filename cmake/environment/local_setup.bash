# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# local_setup.sh for bash, which knows where this file is.
AMENT_CURRENT_PREFIX="$(builtin cd "$(dirname "${BASH_SOURCE[0]}")" > /dev/null && pwd)"
. "$AMENT_CURRENT_PREFIX/local_setup.sh"
unset AMENT_CURRENT_PREFIX
