// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes the header of Debian's libreaderwriterqueue-dev at the path of ROS 2's
// shared_queues_vendor.
#pragma once

#include <readerwriterqueue/readerwriterqueue.h>
