# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# What users source: `source <prefix>/setup.bash`. An RxROS2 prefix builds on no other, so this is local_setup.bash.
source "$(builtin cd "$(dirname "${BASH_SOURCE[0]}")" > /dev/null && pwd)/local_setup.bash"
