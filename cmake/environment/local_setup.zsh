# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# local_setup.sh for zsh, which knows where this file is.
AMENT_CURRENT_PREFIX="$(builtin cd "$(dirname "${(%):-%x}")" > /dev/null && pwd)"
. "$AMENT_CURRENT_PREFIX/local_setup.sh"
unset AMENT_CURRENT_PREFIX
