// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// test_scheduler: marble diagrams as test input and output, in virtual time. For tests of pipes.

#ifndef RX__TESTING__MARBLES_HPP_
#define RX__TESTING__MARBLES_HPP_

#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rx/environment.hpp"
#include "rx/observable.hpp"
#include "rx/schedulers/virtual_time.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/subjects/subject.hpp"
#include "rx/testing/marble_drawing.hpp"

namespace rx::testing
{

// One event of a marble diagram. One character is one frame of time:
//   -       nothing happens
//   a, 1 …  an item, the character itself
//   |       completion        X   an error (std::runtime_error "X")
//   (ab|)   all of that in one frame (the group takes one frame, not five)
//   space   ignored
struct marble
{
  // The frame in which the event happens, from 0.
  std::size_t frame;
  // The character that shows the event.
  char what;
};

// Returns the events of a diagram. Throws std::invalid_argument if its parentheses are unbalanced.
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
class marble_task final : public serialized_observer<char, Out, schedulable>,
                          public std::enable_shared_from_this<marble_task<Out>>
{
public:
  marble_task(Out out, std::vector<marble> marbles, duration frame, environment clock)
  : serialized_observer<char, Out, schedulable>(std::move(out)),
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

// A source that plays with or without subscribers and exposes the clock as its environment.
struct hot_source
{
  using value_type = char;

  template <class Out>
  subscription start(Out && out) const
  {
    return player.get_observable().source().start(std::forward<Out>(out));
  }
  environment env() const { return clock; }

  subject<char> player;
  environment clock;
};

}  // namespace detail

// Thrown by to_be(). If the environment variable RX_TEST_DRAWINGS names a folder, both diagrams are
// also drawn there, one above the other, and the message ends with the name of the file.
struct unexpected_marbles : std::logic_error
{
  using std::logic_error::logic_error;
};

// A virtual clock with sources that play marble diagrams; it also draws the items of a pipe as a
// diagram. In any test framework:
//   rx::testing::test_scheduler t;
//   t.expect(t.cold("--a-b|").map(upper)).to_be("--A-B|");
// or with the framework's own comparison:
//   EXPECT_EQ(t.of(t.cold("--a-b|").map(upper)), "--A-B|");
class marbles
{
public:
  // `frame` is the duration of one character.
  explicit marbles(duration frame = std::chrono::milliseconds(1)) : frame_(frame) {}

  // The clock of all its sources; advance it to let time pass.
  const std::shared_ptr<schedulers::virtual_time> & clock() const { return clock_; }
  // Returns the environment of that clock.
  environment env() const { return environment(clock_); }
  // Returns the duration of n frames.
  duration frames(std::size_t n) const { return static_cast<duration::rep>(n) * frame_; }

  // Returns a source that plays the diagram from each subscription on.
  auto cold(std::string_view diagram) const
  {
    return make_observable(detail::marble_source{parse_marbles(diagram), frame_, env()});
  }

  // Returns a source that plays the diagram from now on, with or without subscribers.
  auto hot(std::string_view diagram) const
  {
    rx::subject<char> player;
    cold(diagram).subscribe(player);
    return make_observable(detail::hot_source{std::move(player), env()});
  }

  // Returns a source whose items are not characters: `items` maps each character to an item.
  template <class T>
  auto cold(std::string_view diagram, std::map<char, T> items) const
  {
    return cold(diagram).map([items = std::move(items)](char c) { return items.at(c); });
  }

  // expect(pipe).to_be(diagram): subscribes to the pipe now and throws unexpected_marbles, with
  // both diagrams, unless the pipe emits what the diagram shows. For items that are not characters,
  // `items` maps each character to an item; an item without a character is drawn as ?.
  template <any_observable Observable>
  auto expect(const Observable & pipe) const
  {
    return expectation<Observable>(*this, pipe);
  }
  // The same for items that are not characters.
  template <any_observable Observable>
  auto expect(const Observable & pipe, std::map<char, typename Observable::value_type> items) const
  {
    auto as_characters = pipe.map([items = std::move(items)](const auto & item) {
      for (const auto & [c, meaning] : items) {
        if (meaning == item) {
          return c;
        }
      }
      return '?';
    });
    return expectation<decltype(as_characters)>(*this, std::move(as_characters));
  }

  // Subscribes to a pipe of characters, runs the clock for some frames (or until the pipe ends),
  // disposes the subscription and returns a diagram of the items.
  std::string of(const observable<char> & pipe, std::size_t frames = 100) const
  {
    return text_of(frames_of(pipe, frames));
  }

private:
  // Returns the events of each frame, up to the last frame with an event.
  detail::frames_of_marbles frames_of(const observable<char> & pipe, std::size_t frames) const
  {
    detail::frames_of_marbles drawn(frames + 1);
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
    drawn.resize(last + 1);
    return drawn;
  }

  static std::string text_of(const detail::frames_of_marbles & frames)
  {
    std::string text;
    for (const std::string & f : frames) {
      text += f.empty() ? "-" : f.size() == 1 ? f : '(' + f + ')';
    }
    return text;
  }

  template <class Observable>
  class expectation
  {
  public:
    expectation(const marbles & by, Observable pipe) : by_(by), pipe_(std::move(pipe)) {}

    void to_be(std::string_view diagram) const
    {
      const std::string expected = normal(diagram);
      const auto frames = by_.frames_of(pipe_, expected.size() + 100);
      const std::string got = text_of(frames);
      if (got != expected) {
        const detail::marble_drawing drawing(frames_in(diagram), frames, by_.frame_);
        throw unexpected_marbles(
          "expected " + expected + "\n  but got " + got + detail::written(drawing));
      }
    }

  private:
    // The diagram as of() draws it: without spaces, and without dashes after the last marble.
    static std::string normal(std::string_view diagram)
    {
      parse_marbles(diagram);
      std::string text;
      for (const char c : diagram) {
        if (c != ' ') {
          text += c;
        }
      }
      const std::size_t last = text.find_last_not_of('-');
      text.resize(last == std::string::npos ? 1 : last + 1);
      return text;
    }

    static detail::frames_of_marbles frames_in(std::string_view diagram)
    {
      detail::frames_of_marbles frames;
      for (const marble & each : parse_marbles(diagram)) {
        frames.resize(each.frame + 1);
        frames[each.frame] += each.what;
      }
      return frames;
    }

    const marbles & by_;
    Observable pipe_;
  };

  duration frame_;
  std::shared_ptr<schedulers::virtual_time> clock_ = std::make_shared<schedulers::virtual_time>();
};

// Another name of marbles.
using test_scheduler = marbles;

}  // namespace rx::testing

#endif  // RX__TESTING__MARBLES_HPP_
