// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Answers test_rosbags.py: reads requests from standard input, writes answers to standard output.
//
// Numbers are 32 bits, little endian; text and bytes are preceded by their length. A request has a
// type name, a seed, and bytes. Without bytes it requests a random message from the seed; otherwise
// the bytes are a sample to decode and encode again. The answer is 0 and the sample, or 1 and the
// text of the error.

#include "recode.hpp"

#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

namespace
{

/// Returns false at the end of the input.
bool read(void * to, std::size_t size)
{
  return std::fread(to, 1, size, stdin) == size;
}

template <typename Bytes>
bool read_block(Bytes & to)
{
  std::uint32_t size = 0;
  if (!read(&size, 4)) {
    return false;
  }
  to.resize(size);
  return read(to.data(), size);
}

void answer(std::uint32_t status, const void * data, std::size_t size)
{
  const std::uint32_t head[] = {status, static_cast<std::uint32_t>(size)};
  std::fwrite(head, 1, sizeof(head), stdout);
  std::fwrite(data, 1, size, stdout);
  std::fflush(stdout);
}

}  // namespace

int main()
{
  std::map<std::string, recoder> types;
  for (const auto & list : {types_0(), types_1(), types_2(), types_3()}) {
    for (const recoder & type : list) {
      types.emplace(type.name, type);
    }
  }
  std::string name;
  std::uint32_t seed = 0;
  std::vector<std::byte> sample;
  while (read_block(name) && read(&seed, 4) && read_block(sample)) {
    try {
      const auto type = types.find(name);
      if (type == types.end()) {
        throw std::runtime_error("no such type: " + name);
      }
      const auto out = sample.empty() ? type->second.random(seed) : type->second.recode(sample);
      answer(0, out.data(), out.size());
    } catch (const std::exception & error) {
      answer(1, error.what(), std::strlen(error.what()));
    }
  }
  return 0;
}
