// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Random trees: compares the answers of a buffer with those of a simple model.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "frames/buffer.hpp"

namespace
{

using frames::Answer;
using frames::Buffer;
using frames::Error;
using frames::Time;
using frames::Transform;

/// Points moved by 4 × 4 matrices; independent of the library's arithmetic.
using Matrix = std::array<std::array<double, 4>, 4>;

Matrix matrix_of(const Transform & t)
{
  const auto [x, y, z, w] = t.rotation;
  // Of a quaternion of about unit length, q·v·q*.
  return {
    {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y), t.translation.x},
     {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x), t.translation.y},
     {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z, t.translation.z},
     {0, 0, 0, 1}}};
}
Matrix product(const Matrix & a, const Matrix & b)
{
  Matrix c{};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 4; ++k) {
        c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return c;
}
Matrix inverted(const Matrix & m)  // of a rotation and a translation
{
  Matrix r{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      r[i][j] = m[j][i];
      r[i][3] -= m[j][i] * m[j][3];
    }
  }
  r[3][3] = 1;
  return r;
}

/// The rotation from a to b as one about an axis, scaled by the ratio.
Transform between(const Transform & a, const Transform & b, double ratio)
{
  using Complex = std::complex<double>;
  const auto times = [](std::array<Complex, 2> p, std::array<Complex, 2> q) {
    return std::array<Complex, 2>{
      p[0] * q[0] - p[1] * std::conj(q[1]), p[0] * q[1] + p[1] * std::conj(q[0])};
  };
  const auto pair = [](const frames::Quaternion & q, double sign) {
    return std::array<Complex, 2>{Complex(q.w, sign * q.x), Complex(sign * q.y, sign * q.z)};
  };
  auto turn = times(pair(a.rotation, -1), pair(b.rotation, 1));
  if (turn[0].real() < 0) {
    turn = {-turn[0], -turn[1]};
  }
  const double sine = std::sqrt(std::norm(turn[0].imag()) + std::norm(turn[1]));
  const double half = std::atan2(sine, turn[0].real());
  const double scale = sine > 0 ? std::sin(ratio * half) / sine : 0;
  const std::array<Complex, 2> part{
    Complex(std::cos(ratio * half), scale * turn[0].imag()), scale * turn[1]};
  const auto r = times(pair(a.rotation, 1), part);
  const auto mix = [ratio](double p, double q) { return p + (q - p) * ratio; };
  return {
    {mix(a.translation.x, b.translation.x), mix(a.translation.y, b.translation.y),
     mix(a.translation.z, b.translation.z)},
    {r[0].imag(), r[1].real(), r[1].imag(), r[0].real()}};
}

class Model
{
public:
  struct Kept
  {
    Time stamp;
    int parent;
    Transform transform;
  };
  struct Frame
  {
    bool named = false;
    bool had_parent = false;  // whether it had a transform to a parent
    bool is_static = false;
    std::vector<Kept> kept;  // the newest first
  };

  Model(int count, Time length) : frames(count), length_(length) {}

  void insert(int parent, int child, Time stamp, const Transform & t, bool is_static)
  {
    Frame & frame = frames[child];
    frame.named = frames[parent].named = true;
    if (!frame.had_parent || frame.is_static != is_static || is_static) {
      frame.kept.clear();
    }
    frame.had_parent = true;
    frame.is_static = is_static;
    if (is_static) {
      frame.kept = {{stamp, parent, t}};
      return;
    }
    if (!frame.kept.empty()) {
      const Time limit = frame.kept.front().stamp - length_;
      std::erase_if(frame.kept, [limit](const Kept & k) { return k.stamp < limit; });
      if (stamp < limit) {
        return;
      }
    }
    for (const Kept & k : frame.kept) {
      if (k.stamp == stamp && k.parent == parent && k.transform == t) {
        return;
      }
    }
    const auto place = std::find_if(
      frame.kept.begin(), frame.kept.end(), [stamp](const Kept & k) { return k.stamp <= stamp; });
    frame.kept.insert(place, {stamp, parent, t});
  }

  struct Result
  {
    Error error = Error::none;
    Matrix matrix{};
    Time stamp = 0;
  };

  Result lookup(int target, int source, Time time) const
  {
    if (!frames[target].named || !frames[source].named) {
      return {Error::lookup};
    }
    if (time == 0) {
      std::vector<int> up, down;
      if (!newest_way(source, {target}, up) || !newest_way(target, up, down)) {
        return {Error::lookup};
      }
      const auto meeting = std::find_first_of(down.begin(), down.end(), up.begin(), up.end());
      if (meeting == down.end()) {
        return {Error::connectivity};
      }
      std::optional<Time> common;
      const auto note = [&](const std::vector<int> & way) {
        for (const int frame : way) {
          if (frame == *meeting) {
            return;
          }
          if (!frames[frame].is_static) {
            const Time newest = frames[frame].kept.front().stamp;
            common = std::min(common.value_or(newest), newest);
          }
        }
      };
      note(up);
      note(down);
      time = common.value_or(0);
    }
    std::vector<Matrix> ups, downs;
    std::vector<int> up{source}, down{target};
    Error lack_up = Error::none, lack_down = Error::none;
    while (up.back() != target && step(up, time, ups, lack_up)) {
      if (up.size() > 1001) {
        return {Error::lookup};
      }
    }
    while (down.back() != up.back() && step(down, time, downs, lack_down)) {
      if (down.size() > 1001) {
        return {Error::lookup};
      }
    }
    if (down.back() != up.back()) {
      return {
        lack_down != Error::none ? lack_down
        : lack_up != Error::none ? lack_up
                                 : Error::connectivity};
    }
    const Matrix one = matrix_of({});
    Matrix to_top = one, from_top = one;
    for (const Matrix & m : ups) {
      to_top = product(m, to_top);
    }
    for (const Matrix & m : downs) {
      from_top = product(m, from_top);
    }
    return {Error::none, product(inverted(from_top), to_top), time};
  }

  std::vector<Frame> frames;

private:
  /// Returns false for a loop.
  bool newest_way(int from, const std::vector<int> & until, std::vector<int> & way) const
  {
    const auto position = [&] { return std::find(until.begin(), until.end(), way.back()); };
    for (way = {from}; position() == until.end() && !frames[way.back()].kept.empty();) {
      if (way.size() > 1001) {
        return false;
      }
      way.push_back(frames[way.back()].kept.front().parent);
    }
    return true;
  }

  bool step(std::vector<int> & way, Time time, std::vector<Matrix> & matrices, Error & lack) const
  {
    const Frame & frame = frames[way.back()];
    if (!frame.had_parent) {
      return false;
    }
    const auto & kept = frame.kept;
    const Kept * found = nullptr;
    Transform t;
    if (kept.empty()) {
      lack = Error::no_data_for_extrapolation;
    } else if (frame.is_static || time == 0) {
      found = &kept.front();
      t = found->transform;
    } else {
      for (std::size_t i = 0; i < kept.size() && !found; ++i) {
        if (kept[i].stamp <= time) {
          found = &kept[i];
          t = found->transform;
          if (found->stamp == time && time == kept.back().stamp && time != kept.front().stamp) {
            t = kept.back().transform;  // the first one that was inserted with the oldest stamp
            found = &kept.back();
          } else if (found->stamp < time && i > 0 && kept[i - 1].parent == found->parent) {
            const auto whole = static_cast<double>(kept[i - 1].stamp - found->stamp);
            t = between(t, kept[i - 1].transform, static_cast<double>(time - found->stamp) / whole);
          } else if (found->stamp < time && i == 0) {
            found = nullptr;
            lack =
              kept.size() == 1 ? Error::no_data_for_extrapolation : Error::forward_extrapolation;
            return false;
          }
        }
      }
      if (!found) {
        lack = kept.size() == 1 ? Error::no_data_for_extrapolation : Error::backward_extrapolation;
      }
    }
    if (!found) {
      return false;
    }
    matrices.push_back(matrix_of(t));
    way.push_back(found->parent);
    return true;
  }

  Time length_;
};

class RandomTrees : public testing::TestWithParam<unsigned>
{
};

TEST_P(RandomTrees, GiveTheAnswersOfTheModel)
{
  std::mt19937 random(GetParam());
  const auto below = [&random](int n) { return static_cast<int>(random() % unsigned(n)); };
  const auto real = [&random] { return std::uniform_real_distribution<>(-1, 1)(random); };
  const int count = 4 + below(12);
  constexpr Time length = 100;
  Buffer buffer(length);
  Model model(count, length);
  std::vector<int> parents(count);
  for (int i = 1; i < count; ++i) {
    parents[i] = below(i);
  }
  const auto name = [](int i) { return "frame_" + std::to_string(i); };
  Time now = 1000;
  int answered = 0, refused = 0;
  for (int step = 0; step < 4000; ++step) {
    now += below(3);
    if (below(400) == 0) {
      buffer.clear();
      for (auto & frame : model.frames) {
        if (!frame.is_static) {
          frame.kept.clear();
        }
      }
    }
    const int child = 1 + below(count - 1);
    int parent = parents[child];
    if (below(50) == 0) {
      parent = parents[child] = below(child);
    }
    if (below(300) == 0 && child + 1 < count) {
      parent = child + 1 + below(count - child - 1);  // once: may close a loop
    }
    const bool is_static = child % 4 == 3 ? below(20) != 0 : below(200) == 0;
    const Time stamp = now - (below(8) == 0 ? below(150) : below(3));
    Transform t{{real(), real(), real()}, {real(), real(), real(), real()}};
    t.rotation = frames::normalized(t.rotation);
    for (int copies = 1 + (below(10) == 0); copies > 0; --copies) {
      buffer.insert({name(parent), name(child), stamp, t, is_static});
      model.insert(parent, child, stamp, t, is_static);
    }
    for (int i = 0; i < 4; ++i) {
      const int target = below(count), source = below(count);
      const Time time = below(4) == 0 ? 0 : now - below(120);
      if (target == source) {
        continue;
      }
      const Answer answer = buffer.lookup(name(target), name(source), time);
      const Model::Result expected = model.lookup(target, source, time);
      ASSERT_EQ(answer.error, expected.error)
        << "step " << step << ": " << name(source) << " to " << name(target) << " at " << time
        << ": " << buffer.explain(answer);
      if (!answer) {
        EXPECT_FALSE(buffer.explain(answer).empty());
        ++refused;
        continue;
      }
      ++answered;
      ASSERT_EQ(answer.stamp, expected.stamp);
      const Matrix found = matrix_of(answer.transform);
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
          ASSERT_NEAR(found[row][column], expected.matrix[row][column], 1e-6)
            << "step " << step << ": " << name(source) << " to " << name(target) << " at " << time;
        }
      }
    }
  }
  EXPECT_GT(answered, 1000);
  EXPECT_GT(refused, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTrees, testing::Range(1U, 17U));

// A waiting request gets the answer of a lookup, in the step in which a lookup would first give it.
TEST_P(RandomTrees, NotifyRequestsAsSoonAsALookupWouldSucceed)
{
  struct Waiting : frames::Request
  {
    void ready(const Answer & a) noexcept override { answer = a; }
    std::optional<Answer> answer;
    std::string target, source;
    Time time = 0;
  };
  std::mt19937 random(GetParam() + 1000);
  const auto below = [&random](int n) { return static_cast<int>(random() % unsigned(n)); };
  constexpr Time length = 60;
  const int count = 7;
  Buffer buffer(length);
  std::vector<std::shared_ptr<Waiting>> waiting;
  const auto name = [](int i) { return "frame_" + std::to_string(i); };
  Time now = 1000;
  int notified = 0;
  for (int step = 0; step < 3000; ++step) {
    now += below(3);
    auto request = std::make_shared<Waiting>();
    request->target = name(below(count));
    request->source = name(below(count));
    request->time = below(5) == 0 ? 0 : now + below(30) - 20;
    if (!buffer.lookup_or_wait(request->target, request->source, request->time, request)) {
      waiting.push_back(request);
    }
    const int child = 1 + below(count - 1);
    const int parent = below(100) == 0 ? below(child) : (child - 1) / 2;
    const Time stamp = now - (below(6) == 0 ? below(80) : 0);
    buffer.insert({name(parent), name(child), stamp, {}, below(100) == 0});
    for (const auto & each : waiting) {
      const Answer direct = buffer.lookup(each->target, each->source, each->time);
      ASSERT_FALSE(direct && !each->answer) << "step " << step << ": " << each->source << " to "
                                            << each->target << " at " << each->time;
      if (each->answer) {
        ASSERT_EQ(direct.error, each->answer->error);
        ASSERT_EQ(direct.stamp, each->answer->stamp);
        ++notified;
      }
    }
    std::erase_if(waiting, [](const auto & each) { return each->answer.has_value(); });
  }
  EXPECT_GT(notified, 100);
  EXPECT_LT(waiting.size(), 500U);  // the others were notified that it is too late
}

}  // namespace
