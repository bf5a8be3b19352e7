#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"
#include "tutorial_interfaces/msg/num.hpp"

using namespace std::chrono_literals;

class MinimalPublisher : public rclcpp::Node
{
public:
  MinimalPublisher()
  : Node("minimal_publisher"), count_(0)
  {
    texts_ = this->create_publisher<std_msgs::msg::String>("topic", 10);
    numbers_ = this->create_publisher<tutorial_interfaces::msg::Num>("numbers", 10);
    timer_ = this->create_wall_timer(100ms, std::bind(&MinimalPublisher::timer_callback, this));
  }

private:
  void timer_callback()
  {
    auto text = std_msgs::msg::String();
    text.data = "Hello, world! " + std::to_string(count_);
    auto number = tutorial_interfaces::msg::Num();
    number.num = count_++;
    RCLCPP_INFO(this->get_logger(), "Publishing: '%s'", text.data.c_str());
    texts_->publish(text);
    numbers_->publish(number);
  }

  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr texts_;
  rclcpp::Publisher<tutorial_interfaces::msg::Num>::SharedPtr numbers_;
  int64_t count_;
};

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<MinimalPublisher>());
  rclcpp::shutdown();
  return 0;
}
