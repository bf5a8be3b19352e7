// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The goals of an action server for Python: the table of rclcpp_action, with encoded responses.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cdr/encapsulation.hpp"
#include "gil.hpp"
#include "goal_table.hpp"
#include "node.hpp"
#include "packed.hpp"
#include "python_api.hpp"

namespace nb = nanobind;

namespace nanobind::detail
{

template <>
struct type_caster<rclcpp_action::detail::GoalId>
{
  NB_TYPE_CASTER(rclcpp_action::detail::GoalId, const_name("bytes"))

  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept
  {
    if (
      !PyBytes_Check(source.ptr()) ||
      static_cast<std::size_t>(rxros2_python::bytes_size(source.ptr())) != value.size()) {
      return false;
    }
    std::memcpy(value.data(), rxros2_python::bytes_data(source.ptr()), value.size());
    return true;
  }

  static handle from_cpp(
    const rclcpp_action::detail::GoalId & id, rv_policy, cleanup_list *) noexcept
  {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(id.data()), id.size());
  }
};

}  // namespace nanobind::detail

namespace rxros2_python
{
namespace
{

using rclcpp_action::detail::GoalId;
using rclcpp_action::detail::GoalTable;
using rclcpp_action::detail::RequestIds;
using rclcpp_action::detail::ServerGoal;
using rclcpp_action::detail::ServerGoals;
using Goal = GoalTable::Goal;

std::vector<request_id> to_vector(const RequestIds & requests)
{
  std::vector<request_id> ids;
  for (const rmw_request_id_t & request : requests) {
    ids.push_back({request});
  }
  return ids;
}

/// Returns an encoded action_msgs/msg/GoalStatusArray.
packed status_of(const GoalTable & table)
{
  std::vector<std::byte> sample{std::byte{0}, cdr::native_order, std::byte{0}, std::byte{0}};
  const auto write = [&sample](const auto & value) {
    const auto * const begin = reinterpret_cast<const std::byte *>(&value);
    sample.insert(sample.end(), begin, begin + sizeof(value));
  };
  table.with_listed([&](const ServerGoals & goals) {
    sample.reserve(sample.size() + sizeof(std::uint32_t) + 28 * goals.size());
    write(static_cast<std::uint32_t>(goals.size()));
    for (const Goal & goal : goals) {
      write(goal->id);
      sample.resize(cdr::align_up(sample.size(), sizeof(std::int32_t)));
      write(goal->stamp_sec);
      write(goal->stamp_nanosec);
      write(goal->status.load());
    }
  });
  return {std::move(sample)};
}

}  // namespace

void bind_actions(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<ServerGoal>(module, "ServedGoal")
    .def_ro("id", &ServerGoal::id)
    .def_prop_ro("accepted_at", &ServerGoal::stamp)
    .def_prop_ro("state", [](const ServerGoal & self) { return self.status.load(); })
    .def_prop_ro("is_active", &ServerGoal::is_active)
    .def("change", &ServerGoal::change, nb::arg("state"))
    .def("drop", [](ServerGoal & self) { return self.drop(true); })
    .def("refusal", &ServerGoal::refusal, nb::arg("state"));
  nb::class_<GoalTable>(module, "GoalTable")
    .def(nb::init<std::int64_t>(), nb::arg("result_timeout"))
    .def("__len__", &GoalTable::size, released())
    .def("knows", &GoalTable::knows, nb::arg("goal"), released())
    .def("add", &GoalTable::add, nb::arg("id"), released())
    .def(
      "accept", &GoalTable::accept, nb::arg("goal"), nb::arg("executes"), nb::arg("stamp"),
      released())
    .def(
      "remove", [](GoalTable & self, const Goal & goal) { return to_vector(self.remove(goal)); },
      nb::arg("goal"), released())
    .def(
      "cancel_candidates",
      [](const GoalTable & self, const GoalId & id, std::int64_t stamp) {
        std::int8_t code;
        auto candidates = self.cancel_candidates(id, stamp, code);
        return std::pair(std::move(candidates), code);
      },
      nb::arg("id"), nb::arg("stamp"), released())
    .def(
      "end",
      [](GoalTable & self, const Goal & goal, nb::handle response, std::int64_t now) {
        return with_bytes(response, [&](const rclcpp::SerializedMessage & sample) {
          const shared_response shared{std::make_shared<rclcpp::SerializedMessage>(sample)};
          RequestIds waiting;
          self.end(goal, shared.sample, now, waiting);
          return std::pair(shared, to_vector(waiting));
        });
      },
      nb::arg("goal"), nb::arg("response"), nb::arg("now"))
    .def("fetched", &GoalTable::fetched, nb::arg("goal"), released())
    .def(
      "request_result",
      [](GoalTable & self, const GoalId & id, const request_id & request) {
        const auto response = self.ask_result(id, request.id);
        return std::pair(
          !response,
          response && *response ? std::optional(shared_response{*response}) : std::nullopt);
      },
      nb::arg("id"), nb::arg("request"), released())
    .def("status", &status_of, released())
    .def(
      "expire",
      [](GoalTable & self, std::int64_t now) {
        self.expire(now);
        return self.until_expiry(now);
      },
      nb::arg("now"), released())
    .def("shut_down", &GoalTable::shut_down, released())
    .def("close", [](GoalTable & self) { return to_vector(self.close()); }, released());
}

}  // namespace rxros2_python
