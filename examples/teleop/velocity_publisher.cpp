// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// velocity_publisher: the events of /joystick and /keyboard as geometry_msgs/msg/Twist on /cmd_vel.
#include <rxros/rxros2.h>
#include <rxros2_teleop_msgs/Joystick.h>
#include <rxros2_teleop_msgs/Keyboard.h>
#include <geometry_msgs/Twist.h>
#include "JoystickPublisher.h"
#include "KeyboardPublisher.h"
using namespace rxcpp::operators;
using namespace rxros2::operators;

int main(int argc, char** argv) {
    rclcpp::init(argc, argv);
    auto velocity_publisher = rxros2::create_node("velocity_publisher");

    double frequencyInHz;
    velocity_publisher->declare_parameter("/velocity_publisher/frequency", 10.0); // Hz
    velocity_publisher->get_parameter("/velocity_publisher/frequency", frequencyInHz);
    double minVelLinear;
    velocity_publisher->declare_parameter("/velocity_publisher/min_vel_linear", 0.10); // m/s
    velocity_publisher->get_parameter("/velocity_publisher/min_vel_linear", minVelLinear);
    double maxVelLinear;
    velocity_publisher->declare_parameter("/velocity_publisher/max_vel_linear", 1.00); // m/s
    velocity_publisher->get_parameter("/velocity_publisher/max_vel_linear", maxVelLinear);
    double minVelAngular;
    velocity_publisher->declare_parameter("/velocity_publisher/min_vel_angular", 0.20); // rad/s
    velocity_publisher->get_parameter("/velocity_publisher/min_vel_angular", minVelAngular);
    double maxVelAngular;
    velocity_publisher->declare_parameter("/velocity_publisher/max_vel_angular", 2.00); // rad/s
    velocity_publisher->get_parameter("/velocity_publisher/max_vel_angular", maxVelAngular);
    double deltaVelLinear = (maxVelLinear - minVelLinear) / 10.0;
    double deltaVelAngular = (maxVelAngular - minVelAngular) / 10.0;

    RCLCPP_INFO(velocity_publisher->get_logger(), "frequency: %f", frequencyInHz);
    RCLCPP_INFO(velocity_publisher->get_logger(), "min_vel_linear: %f m/s", minVelLinear);
    RCLCPP_INFO(velocity_publisher->get_logger(), "max_vel_linear: %f m/s", maxVelLinear);
    RCLCPP_INFO(velocity_publisher->get_logger(), "min_vel_angular: %f rad/s", minVelAngular);
    RCLCPP_INFO(velocity_publisher->get_logger(), "max_vel_angular: %f rad/s", maxVelAngular);

    auto adaptVelocity = [=] (auto newVel, auto minVel, auto maxVel, auto isIncrVel) {
        if (newVel > maxVel)
            return maxVel;
        else if (newVel < -maxVel)
            return -maxVel;
        else if (newVel > -minVel && newVel < minVel)
            return (isIncrVel) ? minVel : -minVel;
        else
            return newVel;};

    auto teleop2VelTuple = [=](const auto& prevVelTuple, const int event) {
        const auto prevVelLinear = std::get<0>(prevVelTuple);  // use previous linear and angular velocity
        const auto prevVelAngular = std::get<1>(prevVelTuple); // to calculate the new linear and angular velocity.
        if (event == JS_EVENT_BUTTON0_DOWN || event == JS_EVENT_BUTTON1_DOWN || event == KB_EVENT_SPACE)
            return std::make_tuple(0.0, 0.0); // Stop the robot
        else if (event == JS_EVENT_AXIS_UP || event == KB_EVENT_UP)
            return std::make_tuple(adaptVelocity((prevVelLinear + deltaVelLinear), minVelLinear, maxVelLinear, true), prevVelAngular); // move forward
        else if (event == JS_EVENT_AXIS_DOWN || event == KB_EVENT_DOWN)
            return std::make_tuple(adaptVelocity((prevVelLinear - deltaVelLinear), minVelLinear, maxVelLinear, false), prevVelAngular); // move backward
        else if (event == JS_EVENT_AXIS_LEFT || event == KB_EVENT_LEFT)
            return std::make_tuple(prevVelLinear, adaptVelocity((prevVelAngular + deltaVelAngular), minVelAngular, maxVelAngular, true)); // move left
        else if (event == JS_EVENT_AXIS_RIGHT || event == KB_EVENT_RIGHT)
            return std::make_tuple(prevVelLinear, adaptVelocity((prevVelAngular - deltaVelAngular), minVelAngular, maxVelAngular, false)); // move right
        else
            return std::make_tuple(prevVelLinear, prevVelAngular);}; // do nothing

    auto velTuple2TwistMsg = [](auto velTuple) {
        geometry_msgs::Twist vel;
        vel.linear.x = std::get<0>(velTuple);
        vel.angular.z = std::get<1>(velTuple);
        return vel;};

    auto joyObsrv = rxros2::observable::from_topic<teleop_msgs::msg::Joystick>(velocity_publisher, "/joystick") // create an Observable stream from "/joystick" topic
        | map([](teleop_msgs::Joystick joy) { return joy.event; });
    auto keyObsrv = rxros2::observable::from_topic<teleop_msgs::msg::Keyboard>(velocity_publisher, "/keyboard") // create an Observable stream from "/keyboard" topic
        | map([](teleop_msgs::Keyboard key) { return key.event; });
    joyObsrv.merge(keyObsrv)                                                           // merge the joystick and keyboard messages into an Observable teleop stream.
        | scan(std::make_tuple(0.0, 0.0), teleop2VelTuple)                             // turn the teleop stream into a linear and angular velocity stream.
        | map(velTuple2TwistMsg)                                                       // turn the linear and angular velocity stream into a Twist stream.
        | sample_with_frequency(frequencyInHz)                                         // take latest Twist msg and populate it with the specified frequency.
        | publish_to_topic<geometry_msgs::msg::Twist>(velocity_publisher, "/cmd_vel"); // publish the Twist messages to the topic "/cmd_vel"

    RCLCPP_INFO(velocity_publisher->get_logger(), "Spinning velocity_publisher ...");
    rclcpp::spin(velocity_publisher);
    rclcpp::shutdown();
    return 0;
}
