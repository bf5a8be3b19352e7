// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages with known content for the tests.

#ifndef SAMPLES_HPP_
#define SAMPLES_HPP_

#include "structs.hpp"

/// The state of a robot arm with this many joints.
inline demo::JointState joint_state(int joints)
{
  demo::JointState m;
  m.header = {{1, 2}, "base_link"};
  for (int i = 1; i <= joints; ++i) {
    m.name.push_back("joint_" + std::to_string(i));
    m.position.push_back(i);
    m.velocity.push_back(0.1 * i);
    m.effort.push_back(-i);
  }
  return m;
}

/// Distinct content in every field.
inline demo::Everything everything()
{
  using namespace demo;
  Everything m;
  m.flag = true;
  m.i8 = -8;
  m.u8 = 8;
  m.i16 = -16;
  m.u16 = 16;
  m.i32 = -32;
  m.u32 = 32;
  m.i64 = -64;
  m.u64 = 64;
  m.f32 = 0.5F;
  m.f64 = -0.25;
  m.text = "text";
  m.short_text = "fives";
  m.wide = u"a\u00e9";
  m.short_wide = u"abc";
  m.padded = {1, 2.0, true, 3};
  m.flags = {true, false, true};
  m.numbers = {1, 2, 3};
  m.texts = {"", "one"};
  m.wides = {u"", u"w"};
  m.paddeds = {Padded{4, 5.0, false, 6}, Padded{7, 8.0, true, 9}};
  m.headers = {Header{{1, 2}, "h"}, Header{{3, 4}, "hh"}};
  m.flag_list = {true, false, true, true, false};
  m.byte_list = {-1, 0, 1};
  m.number_list = {1.5, 2.5};
  m.text_list = {"x", "", "a longer text than fits in place"};
  m.wide_list = {u"wide"};
  m.padded_list = {{10, 11.0, true, 12}, {13, 14.0, false, 15}, {16, 17.0, true, 18}};
  m.header_list = {{{5, 6}, "frame"}, {{7, 8}, ""}};
  m.point_list = {{1, 2, 3}, {4, 5, 6}};
  m.few_flags = {true, true, false, true};
  m.few_numbers = {1, 2, 3};
  m.few_texts = {"four", ""};
  m.few_headers = {Header{{9, 10}, "z"}};
  m.last = 0x0102030405060708;
  return m;
}

#endif  // SAMPLES_HPP_
