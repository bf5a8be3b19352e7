// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes all of RxROS2, except the headers that need optional packages.

#ifndef RXROS2__RXROS2_HPP_
#define RXROS2__RXROS2_HPP_

#include "rclcpp/rclcpp.hpp"
#include "rxcpp/rx.hpp"
#include "rxros2/coroutine_callback.hpp"
#include "rxros2/from_bag.hpp"
#include "rxros2/from_device.hpp"
#include "rxros2/from_future.hpp"
#include "rxros2/from_parameter.hpp"
#include "rxros2/from_timer.hpp"
#include "rxros2/from_topic.hpp"
#include "rxros2/item.hpp"
#include "rxros2/log.hpp"
#include "rxros2/max_age.hpp"
#include "rxros2/node.hpp"
#include "rxros2/on_callback_group.hpp"
#include "rxros2/publish_loaned.hpp"
#include "rxros2/publish_to_topic.hpp"
#include "rxros2/qos_events.hpp"
#include "rxros2/sample_with_frequency.hpp"
#include "rxros2/send_request.hpp"
#include "rxros2/serve.hpp"
#include "rxros2/start.hpp"
#include "rxros2/synchronize.hpp"
#include "rxros2/to_bag.hpp"
#include "rxros2/to_black_box.hpp"
#include "rxros2/to_device.hpp"
#include "rxros2/trace.hpp"

#endif  // RXROS2__RXROS2_HPP_
