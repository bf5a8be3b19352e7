#include <cinttypes>
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"
#include "tutorial_interfaces/msg/num.hpp"

class MinimalSubscriber : public rclcpp::Node
{
public:
  MinimalSubscriber()
  : Node("minimal_subscriber")
  {
    auto text_callback = [this](std_msgs::msg::String::UniquePtr msg) -> void {
        RCLCPP_INFO(this->get_logger(), "I heard: '%s'", msg->data.c_str());
      };
    texts_ = this->create_subscription<std_msgs::msg::String>("topic", 10, text_callback);
    numbers_ = this->create_subscription<tutorial_interfaces::msg::Num>(
      "numbers", 10, [this](const tutorial_interfaces::msg::Num & msg) {
        RCLCPP_INFO_STREAM(this->get_logger(), "I counted: " << msg.num);
      });
  }

private:
  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr texts_;
  rclcpp::Subscription<tutorial_interfaces::msg::Num>::SharedPtr numbers_;
};

int main(int argc, char * argv[])
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<MinimalSubscriber>());
  rclcpp::shutdown();
  return 0;
}
