// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Marble diagrams as test input and output, in virtual time; for tests of pipes, ours and users'.

#ifndef RX__TESTING__MARBLES_HPP_
#define RX__TESTING__MARBLES_HPP_

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rx/environment.hpp"
#include "rx/observable.hpp"
#include "rx/outlet.hpp"
#include "rx/schedulers/virtual_time.hpp"

namespace rx::testing
{

// One character is one frame of time:
//   -       nothing happens
//   a, 1 …  an item, the character itself
//   |       completion        X   an error (std::runtime_error "X")
//   (ab|)   all of that in one frame (the group takes one frame, not five)
//   space   ignored
struct marble
{
  std::size_t frame;
  char what;
};

inline std::vector<marble> parse_marbles(std::string_view diagram)
{
  std::vector<marble> marbles;
  std::size_t frame = 0;
  bool group = false;
  for (const char c : diagram) {
    if (c == ' ') {
      continue;
    }
    if ((c == '(' && group) || (c == ')' && !group)) {
      throw std::invalid_argument(
        "rx::testing: unbalanced parentheses in \"" + std::string(diagram) + '"');
    }
    if (c == '(') {
      group = true;
      continue;
    }
    if (c == ')') {
      group = false;
    } else if (c != '-') {
      marbles.push_back({frame, c});
    }
    if (!group) {
      ++frame;
    }
  }
  if (group) {
    throw std::invalid_argument(
      "rx::testing: unbalanced parentheses in \"" + std::string(diagram) + '"');
  }
  return marbles;
}

namespace detail
{

template <class Out>
class marble_task final : public outlet<char, Out, task>,
                          public std::enable_shared_from_this<marble_task<Out>>
{
public:
  marble_task(Out out, std::vector<marble> marbles, duration frame, environment clock)
  : outlet<char, Out, task>(std::move(out)),
    marbles_(std::move(marbles)),
    frame_(frame),
    clock_(std::move(clock)),
    start_(clock_.now())
  {
  }

  void run() noexcept override
  {
    const std::size_t now = marbles_[next_].frame;
    for (; next_ < marbles_.size() && marbles_[next_].frame == now; ++next_) {
      switch (marbles_[next_].what) {
        case '|':
          this->completed();
          return;
        case 'X':
          this->error(std::make_exception_ptr(std::runtime_error("X")));
          return;
        default:
          if (!this->next(marbles_[next_].what)) {
            return;
          }
      }
    }
    schedule();
  }

  void schedule()
  {
    if (next_ < marbles_.size()) {
      clock_->schedule(
        this->shared_from_this(),
        start_ + static_cast<duration::rep>(marbles_[next_].frame) * frame_, duration::zero());
    }
  }

protected:
  void released() noexcept override { clock_->cancel(*this); }

private:
  std::vector<marble> marbles_;
  duration frame_;
  environment clock_;
  time_point start_;
  std::size_t next_ = 0;
};

struct marble_source
{
  using value_type = char;

  template <class Out>
  subscription start(Out && out) const
  {
    auto stream = std::make_shared<marble_task<std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), marbles, frame, clock);
    stream->schedule();
    return stream;
  }
  environment env() const { return clock; }

  std::vector<marble> marbles;
  duration frame;
  environment clock;
};

}  // namespace detail

// A virtual clock with sources made of marbles, and what a pipe emits as marbles.
//   marbles m;
//   EXPECT_EQ(m.of(m.cold("-a-b|").map(upper)), "-A-B|");
class marbles
{
public:
  explicit marbles(duration frame = std::chrono::milliseconds(1)) : frame_(frame) {}

  const std::shared_ptr<schedulers::virtual_time> & clock() const { return clock_; }
  environment env() const { return environment(clock_); }
  duration frames(std::size_t n) const { return static_cast<duration::rep>(n) * frame_; }

  // A source that plays the diagram from each subscription on.
  auto cold(std::string_view diagram) const
  {
    return make_observable(detail::marble_source{parse_marbles(diagram), frame_, env()});
  }

  // Subscribes to a pipe of characters, runs the clock for some frames (or until the pipe ends), and draws
  // what came. Disposes the pipe then.
  template <any_observable Observable>
  std::string of(const Observable & pipe, std::size_t frames = 100) const
  {
    std::vector<std::string> drawn(frames + 1);
    const time_point start = clock_->now();
    bool ended = false;
    std::size_t last = 0;
    auto draw = [&](char c) {
      last = static_cast<std::size_t>((clock_->now() - start) / frame_);
      drawn.at(last) += c;
    };
    subscription stream = pipe.subscribe(
      [&](char c) { draw(c); },
      [&](const std::exception_ptr &) {
        draw('X');
        ended = true;
      },
      [&] {
        draw('|');
        ended = true;
      });
    for (std::size_t i = 0; i < frames && !ended; ++i) {
      clock_->advance_to(start + static_cast<duration::rep>(i) * frame_);
    }
    stream.dispose();
    std::string text;
    for (std::size_t i = 0; i <= last; ++i) {
      const std::string & f = drawn[i];
      text += f.empty() ? "-" : f.size() == 1 ? f : '(' + f + ')';
    }
    return text;
  }

private:
  duration frame_;
  std::shared_ptr<schedulers::virtual_time> clock_ = std::make_shared<schedulers::virtual_time>();
};

}  // namespace rx::testing

#endif  // RX__TESTING__MARBLES_HPP_
