// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes all of RxROS2, except the headers that need optional packages.

#ifndef RXROS2__RXROS2_HPP_
#define RXROS2__RXROS2_HPP_

#include "rclcpp/rclcpp.hpp"
#include "rxcpp/rx.hpp"
#include "rxros2/async/coroutine_callback.hpp"
#include "rxros2/async/from_future.hpp"
#include "rxros2/async/start.hpp"
#include "rxros2/devices/from_device.hpp"
#include "rxros2/devices/to_device.hpp"
#include "rxros2/nodes/node.hpp"
#include "rxros2/nodes/on_callback_group.hpp"
#include "rxros2/nodes/on_stream_error.hpp"
#include "rxros2/parameters/from_parameter.hpp"
#include "rxros2/recordings/from_bag.hpp"
#include "rxros2/recordings/to_bag.hpp"
#include "rxros2/recordings/to_black_box.hpp"
#include "rxros2/services/send_request.hpp"
#include "rxros2/services/serve.hpp"
#include "rxros2/time/from_timer.hpp"
#include "rxros2/time/max_age.hpp"
#include "rxros2/time/sample_with_frequency.hpp"
#include "rxros2/time/synchronize.hpp"
#include "rxros2/topics/from_topic.hpp"
#include "rxros2/topics/item.hpp"
#include "rxros2/topics/publish_loaned.hpp"
#include "rxros2/topics/publish_to_topic.hpp"
#include "rxros2/topics/qos_events.hpp"
#include "rxros2/tracing/log.hpp"
#include "rxros2/tracing/trace.hpp"

#endif  // RXROS2__RXROS2_HPP_
