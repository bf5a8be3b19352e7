// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "rmw/types.h"

rmw_message_info_t rmw_get_zero_initialized_message_info()
{
  return {};
}
