// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every half second the lamp grows dim by `step`, until it is off; `brightness` can be set anew.
#include <algorithm>
#include <chrono>
#include <vector>

#include <rclcpp/rclcpp.hpp>

class Lamp : public rclcpp::Node
{
public:
  Lamp() : Node("lamp")
  {
    rcl_interfaces::msg::ParameterDescriptor percent;
    percent.description = "of what the lamp can give";
    percent.integer_range.resize(1);
    percent.integer_range[0].to_value = 100;
    percent.integer_range[0].step = 1;
    const auto brightness = declare_parameter<int>("brightness", 50, percent);
    declare_parameter("step", 25);

    checked_ =
      add_on_set_parameters_callback([this](const std::vector<rclcpp::Parameter> & wanted) {
        rcl_interfaces::msg::SetParametersResult result;
        result.successful = std::none_of(wanted.begin(), wanted.end(), [](const auto & each) {
          return each.get_name() == "step" && each.as_int() < 0;
        });
        result.reason = result.successful ? "" : "step is below 0; expected a lamp that grows dim";
        return result;
      });
    RCLCPP_INFO(get_logger(), "lamp at %ld %%", brightness);
    dusk_ = create_wall_timer(std::chrono::milliseconds(500), [this] { dim(); });
  }

private:
  void dim()
  {
    const auto before = get_parameter("brightness").as_int();
    const auto after = std::max<std::int64_t>(0, before - get_parameter("step").as_int());
    if (after == before) {
      return;
    }
    const auto result = set_parameter({"brightness", after});
    RCLCPP_INFO(
      get_logger(), "lamp from %ld to %ld %%: %s", before, after,
      result.successful ? "done" : result.reason.c_str());
  }

  OnSetParametersCallbackHandle::SharedPtr checked_;
  rclcpp::TimerBase::SharedPtr dusk_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Lamp>());
  rclcpp::shutdown();
}
