# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# What users source: `source <prefix>/setup.zsh`. An RxROS2 prefix builds on no other, so this is local_setup.zsh.
source "$(builtin cd "$(dirname "${(%):-%x}")" > /dev/null && pwd)/local_setup.zsh"
