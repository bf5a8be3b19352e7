// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Pseudo input devices of the teleop demo: FIFOs that carry the records a Linux keyboard or
// joystick delivers.
#ifndef TELEOP__DEMO__DEVICE_HPP_
#define TELEOP__DEMO__DEVICE_HPP_

#include <cstddef>
#include <cstdint>
#include <string>

namespace teleop_demo
{

enum class Device
{
  keyboard,
  joystick
};

// An action of the user on a device: presses KEY_UP, pushes axis 1, … `value` is the kernel's: 1
// pressed, 2 repeated, 0 released; an axis -32767…32767.
struct Action
{
  enum class Control
  {
    key,
    axis,
    button
  };
  Device device;
  Control control;
  std::uint16_t code;
  std::int32_t value;
};

// A FIFO to which actions are written as `struct input_event` (keyboard: the key and the EV_SYN
// that ends each report) or `struct js_event` (joystick), stamped at the moment of writing. Made at
// `path` if nothing is there, and then removed again by the destructor. Never blocks: like the
// kernel, it drops (and counts) what a reader that stands still has no room for. One thread. Throws
// std::system_error, or std::invalid_argument if `path` is something else than a FIFO.
class PseudoDevice
{
public:
  PseudoDevice(std::string path, Device device);
  ~PseudoDevice();
  PseudoDevice(const PseudoDevice &) = delete;
  PseudoDevice & operator=(const PseudoDevice &) = delete;

  void write(const Action & action);
  // A record that moves nothing: an EV_SYN, or the joystick's JS_EVENT_INIT.
  void write_nothing();

  Device device() const { return device_; }
  const std::string & path() const { return path_; }
  std::size_t records() const { return records_; }  // written since construction
  std::size_t dropped() const { return dropped_; }

private:
  void send(const void * records, std::size_t size, std::size_t count);

  std::string path_;
  Device device_;
  bool made_ = false;
  int fd_ = -1;
  std::size_t records_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__DEVICE_HPP_
