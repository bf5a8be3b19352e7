// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A service that asks another service before it answers, on one thread, and who asks it. Nothing
// waits, so nothing deadlocks.
#include <rxros/rxros2.h>

#include <cstdio>

#include "example_interfaces/srv/add_two_ints.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::serve;
using Add = example_interfaces::srv::AddTwoInts;

namespace
{

Add::Request numbers(long a, long b)
{
  Add::Request request;
  request.a = a;
  request.b = b;
  return request;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("services");

  serve<Add>(node, "add").subscribe([](const rxros2::service_request<Add> & request) {
    Add::Response response;
    response.sum = request->a + request->b;
    request.respond(response);
  });

  // "twice_the_sum" asks "add" with the sum that "add" gave it, and has several requests in work at
  // a time.
  (serve<Add>(node, "twice_the_sum") |
   flat_map([node](const rxros2::service_request<Add> & request) {
     const auto add = [node](long a, long b) {
       return rxros2::observable::send_request<Add>(node, "add", numbers(a, b), {.timeout = 5s});
     };
     return add(request->a, request->b) |
            flat_map([add](const Add::Response::SharedPtr & r) { return add(r->sum, r->sum); }) |
            tap([request](const Add::Response::SharedPtr & r) { request.respond(*r); });
   }))
    .subscribe([](const auto &) {});

  (rxcpp::observable<>::range(1L, 4L) | map([](long i) { return numbers(i, 10 * i); }) |
   send_request<Add>(node, "twice_the_sum", {.timeout = 10s, .max_in_flight = 2}))
    .subscribe(
      [](const Add::Response::SharedPtr & r) { std::printf("%ld\n", static_cast<long>(r->sum)); },
      [node] {
        // Nobody serves this one: without a server a request fails at its time limit.
        rxros2::observable::send_request<Add>(node, "divide", numbers(1, 0), {.timeout = 50ms})
          .subscribe(
            [](const auto &) {},
            [](std::exception_ptr error) {
              std::printf("%s\n", rxcpp::what(error).c_str());
              rclcpp::shutdown();
            });
      });

  rclcpp::spin(node);
  return 0;
}
