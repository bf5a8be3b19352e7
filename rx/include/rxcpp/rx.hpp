// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's header and namespace, for programs written for RxCpp: rxcpp is another name of rx.

#ifndef RXCPP__RX_HPP_
#define RXCPP__RX_HPP_

// The standard headers that RxCpp's header includes; programs rely on them.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rx/rx.hpp"
#include "rxcpp/names.hpp"

// RxCpp's macros about the compiler; programs use them in #if.
#define RXCPP_USE_EXCEPTIONS 1
#define RXCPP_USE_RTTI 1
#define RXCPP_USE_RVALUEREF 1
#define RXCPP_USE_VARIADIC_TEMPLATES 1
#define RXCPP_USE_WINRT 0

namespace rx
{
namespace rxu = util;
namespace rxs = sources;
namespace rxo = operators;
namespace rxsub = subjects;
namespace rxsc = schedulers;
namespace rxn = notifications;
}  // namespace rx

namespace rxcpp = rx;

#endif  // RXCPP__RX_HPP_
