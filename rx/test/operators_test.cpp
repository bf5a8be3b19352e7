// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// See operators_test.hpp.

#include "operators_test.hpp"

std::string text_of(const rx::observable<std::string> & stream)
{
  std::string text;
  stream.subscribe(
    [&](const std::string & item) { text += item + ' '; },
    [&](const std::exception_ptr & e) { text += "X " + rx::what(e); }, [&] { text += '|'; });
  return text;
}

std::string drawn(const marbles & m, const chars & stream)
{
  return m.of(stream);
}
