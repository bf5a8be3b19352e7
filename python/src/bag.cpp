// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recordings of bag/ for Python: reader and writer.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bag/damage.hpp"
#include "bag/reader.hpp"
#include "bag/writer.hpp"
#include "bag_topic.hpp"
#include "gil.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

/// An iteration over messages. Thread-safe, one thread at a time.
class bag_messages
{
public:
  explicit bag_messages(bag::Messages messages) : messages_(std::move(messages)) {}

  /// Returns at most `most` messages, and no more after `most_bytes` of them: log time, publish
  /// time, topic's index, sample. Empty at the end. Damage is raised after all messages before it
  /// were returned.
  nb::list take(std::size_t most, std::size_t most_bytes)
  {
    std::unique_lock lock(mutex_, std::defer_lock);
    {
      const gil_released released;
      lock.lock();
    }
    nb::list taken;
    if (damage_) {
      std::rethrow_exception(std::exchange(damage_, nullptr));
    }
    bag::Message message;
    std::size_t bytes = 0;
    while (taken.size() < most && bytes < most_bytes && next(message, taken.size() == 0)) {
      bytes += message.data.size();
      taken.append(nb::make_tuple(
        message.log_time, message.publish_time, message.topic,
        nb::bytes(message.data.data(), message.data.size())));
    }
    return taken;
  }

private:
  bool next(bag::Message & message, bool first)
  {
    const gil_released released;
    try {
      return messages_.next(message);
    } catch (const bag::Error &) {
      if (first) {
        throw;
      }
      damage_ = std::current_exception();
      return false;
    }
  }

  std::mutex mutex_;  // guards the members below
  bag::Messages messages_;
  std::exception_ptr damage_;
};

/// A writer. Thread-safe, one thread at a time.
struct bag_writer
{
  template <typename Function>
  auto use(const Function & function)
  {
    const std::lock_guard lock(mutex);
    return function(writer);
  }

  std::mutex mutex;  // guards the writer
  bag::Writer writer;
};

bag_writer * make_writer(
  const std::string & path, const std::string & storage, const std::string & compression, int level,
  bool chunks, std::size_t chunk_size, const std::string & mode, std::uint64_t max_size,
  std::int64_t max_duration, std::size_t max_files, std::map<std::string, std::string> custom_data)
{
  bag::WriteOptions options;
  options.storage = static_cast<bag::Storage>(one_of("storage", storage, "mcap", "sqlite3"));
  options.compression = to_compression(compression);
  options.mode =
    static_cast<bag::Mode>(one_of("compression mode", mode, "none", "file", "message"));
  options.level = level;
  options.chunks = chunks;
  options.checksums = chunks;
  options.chunk_size = chunk_size;
  options.max_size = max_size;
  options.max_duration = max_duration;
  options.max_files = max_files;
  options.custom_data = std::move(custom_data);
  return new bag_writer{{}, bag::Writer(path, std::move(options))};
}

// A text of a file may be invalid UTF-8.
nb::object python_text(const std::string & bytes)
{
  return nb::steal(
    PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

nb::tuple open_damaged(const std::string & path)
{
  std::vector<std::string> faults;
  auto reader = [&] {
    const gil_released released;
    return bag::open_damaged(path, faults);
  }();
  nb::list texts;
  for (const std::string & fault : faults) {
    texts.append(python_text(fault));
  }
  return nb::make_tuple(std::move(reader), texts);
}

nb::list topics_of(const bag::Reader & reader)
{
  nb::list topics;
  for (const bag::Topic & topic : reader.topics()) {
    std::vector<qos_values> qos;
    for (const bag::Qos & each : topic.qos) {
      qos.push_back(to_values(each));
    }
    topics.append(nb::make_tuple(
      python_text(topic.name), python_text(topic.type), python_text(topic.hash),
      python_text(topic.format), python_text(topic.definition),
      python_text(topic.definition_encoding), qos, topic.count));
  }
  return topics;
}

std::vector<std::string> names_of(const std::vector<std::filesystem::path> & paths)
{
  return {paths.begin(), paths.end()};
}

}  // namespace

void bind_bag(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::exception<bag::Error>(module, "BagError", PyExc_RuntimeError);
  nb::class_<bag_messages>(module, "BagMessages")
    .def("take", &bag_messages::take, nb::arg("most"), nb::arg("most_bytes"));
  nb::class_<bag::Reader>(module, "BagReader")
    .def(
      "__init__",
      [](bag::Reader * self, const std::string & path) { new (self) bag::Reader(path); },
      nb::arg("path"), released())
    .def_static("open_damaged", &open_damaged, nb::arg("path"))
    .def("topics", &topics_of)
    .def("files", [](const bag::Reader & self) { return names_of(self.files()); })
    .def("storage", &bag::Reader::storage)
    .def("size", &bag::Reader::size)
    .def("count", &bag::Reader::count)
    .def("begin", &bag::Reader::begin)
    .def("end", &bag::Reader::end)
    .def("is_cut_off", &bag::Reader::is_cut_off)
    .def("custom_data", &bag::Reader::custom_data)
    .def(
      "messages",
      [](
        const bag::Reader & self, std::vector<std::string> topics, std::int64_t begin,
        std::int64_t end, bool in_file_order) {
        bag::Selection selection;
        selection.topics = std::move(topics);
        selection.begin = begin;
        selection.end = end;
        selection.order = in_file_order ? bag::Order::file : bag::Order::time;
        return new bag_messages(self.messages(std::move(selection)));
      },
      nb::arg("topics"), nb::arg("begin") = std::numeric_limits<std::int64_t>::min(),
      nb::arg("end") = std::numeric_limits<std::int64_t>::max(), nb::arg("in_file_order") = false,
      released());
  nb::class_<bag_writer>(module, "BagWriter")
    .def(
      nb::new_(&make_writer), nb::arg("path"), nb::kw_only(), nb::arg("storage") = "mcap",
      nb::arg("compression") = "none", nb::arg("level") = 1, nb::arg("chunks") = true,
      nb::arg("chunk_size") = std::size_t(1) << 20, nb::arg("mode") = "none",
      nb::arg("max_size") = 0, nb::arg("max_duration") = 0, nb::arg("max_files") = 0,
      nb::arg("custom_data") = std::map<std::string, std::string>(), released())
    .def(
      "add_topic",
      [](
        bag_writer & self, const std::string & name, const std::string & type,
        const std::string & hash, const std::string & format, const std::string & definition,
        const std::string & encoding, const std::vector<qos_values> & qos) {
        bag::Topic topic = bag_topic(name, type, hash, format, definition, encoding, qos);
        return self.use([&](bag::Writer & writer) { return writer.add_topic(std::move(topic)); });
      },
      nb::arg("name"), nb::arg("type"), nb::arg("hash"), nb::arg("format"), nb::arg("definition"),
      nb::arg("encoding"), nb::arg("qos"), released())
    .def(
      "write",
      [](
        bag_writer & self, std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
        nb::handle sample) {
        with_bytes(sample, [&](const rclcpp::SerializedMessage & message) {
          const rcl_serialized_message_t & raw = message.get_rcl_serialized_message();
          const std::span bytes(raw.buffer, raw.buffer_length);
          self.use([&](bag::Writer & writer) {
            writer.write(topic, log_time, publish_time, std::as_bytes(bytes));
          });
        });
      },
      nb::arg("topic"), nb::arg("log_time"), nb::arg("publish_time"), nb::arg("sample"))
    .def(
      "flush", [](bag_writer & self) { self.use([](bag::Writer & writer) { writer.flush(); }); },
      released())
    .def(
      "finish", [](bag_writer & self) { self.use([](bag::Writer & writer) { writer.finish(); }); },
      released())
    .def(
      "files",
      [](bag_writer & self) {
        return self.use([](bag::Writer & writer) { return names_of(writer.files()); });
      },
      released())
    .def(
      "count",
      [](bag_writer & self) {
        return self.use([](bag::Writer & writer) { return writer.count(); });
      },
      released())
    .def(
      "size",
      [](bag_writer & self) {
        return self.use([](bag::Writer & writer) { return writer.size(); });
      },
      released());
}

}  // namespace rxros2_python
