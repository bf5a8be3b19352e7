// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Copies a recording into another storage, compression or order, for tests with other programs.
// usage: bag_recode IN OUT [mcap|sqlite3] [none|lz4|zstd] [file|time]
#include <cstdio>
#include <string>
#include <vector>

#include "bag/reader.hpp"
#include "bag/writer.hpp"

int main(int count, char ** words)
{
  if (count < 3) {
    std::fprintf(stderr, "usage: bag_recode IN OUT [mcap|sqlite3] [none|lz4|zstd] [file|time]\n");
    return 2;
  }
  const std::vector<std::string> options(words + 3, words + count);
  bag::WriteOptions write_options;
  bag::Selection selection;
  for (const std::string & option : options) {
    write_options.storage = option == "sqlite3" ? bag::Storage::sqlite3 : write_options.storage;
    write_options.compression = option == "lz4"    ? bag::Compression::lz4
                                : option == "zstd" ? bag::Compression::zstd
                                                   : write_options.compression;
    write_options.chunks = option != "no_chunks" && write_options.chunks;
    selection.order = option == "file" ? bag::Order::file : selection.order;
  }
  try {
    const bag::Reader reader(words[1]);
    bag::Writer writer(words[2], write_options);
    for (const bag::Topic & topic : reader.topics()) {
      writer.add_topic(topic);
    }
    auto messages = reader.messages(selection);
    for (bag::Message message; messages.next(message);) {
      writer.write(
        message.topic, message.log_time, message.publish_time, message.data, message.sequence);
    }
    writer.finish();
  } catch (const std::exception & error) {
    std::fprintf(stderr, "bag_recode: %s\n", error.what());
    return 1;
  }
  return 0;
}
