// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The header of Debian's libreaderwriterqueue-dev, where ROS 2's shared_queues_vendor has it.
#pragma once

#include <readerwriterqueue/readerwriterqueue.h>
