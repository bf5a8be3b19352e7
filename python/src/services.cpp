// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// client and server for Python, for service types that are known by name.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

template <typename Key>
nb::list to_pairs(std::vector<std::pair<Key, rclcpp::SerializedMessage>> && taken)
{
  nb::list pairs;
  for (auto & [key, sample] : taken) {
    pairs.append(nb::make_tuple(std::move(key), to_python(std::move(sample))));
  }
  return pairs;
}

/// A client. Ready when a response waits in rclcpp's queue. No executor serves it: the listener
/// takes the responses.
class client
{
public:
  client(
    const node & owner, const std::string & service, const std::string & type,
    const qos_values & qos)
  {
    client_.set(
      owner.get()->create_generic_client(service, type, make_qos(qos), owner.manual_group()));
  }
  ~client()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (const auto kept = client_.take()) {
      kept->clear_on_new_response_callback();
      source_->listen(nullptr, 0);
    }
  }

  rclcpp::GenericClient::SharedPtr get() const { return client_.get(); }

  /// Sends a request and returns its number; `token` is returned with the response.
  std::int64_t send(nb::handle request, std::int64_t token) const
  {
    const rclcpp::GenericClient::SharedPtr kept = get();
    return with_bytes(request, [&](const rclcpp::SerializedMessage & sample) {
      return kept
        ->async_send_request(
          sample,
          [completed = completed_, token](const rclcpp::GenericClient::SharedFuture & future) {
            completed->add(
              token, std::static_pointer_cast<rclcpp::SerializedMessage>(future.get()));
          })
        .request_id;
    });
  }

  /// Returns tokens and responses.
  nb::list take() const
  {
    responses arrived;
    {
      const gil_released released;
      source_->taking();
      if (const auto kept = client_.if_open()) {
        rclcpp::SerializedMessage sample;
        rmw_request_id_t id;
        while (kept->take_serialized_response(sample, id)) {
          kept->handle_response(
            std::make_shared<rmw_request_id_t>(id),
            std::make_shared<rclcpp::SerializedMessage>(
              std::exchange(sample, rclcpp::SerializedMessage())));
        }
        arrived = completed_->take();
      }
    }
    return to_pairs(std::move(arrived));
  }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    const bool begins = to != nullptr;
    source_->listen(std::move(to), key);
    const auto kept = client_.if_open();
    if (!kept) {
      return;
    }
    if (begins) {
      kept->set_on_new_response_callback([source = source_](std::size_t) { source->announce(); });
    } else {
      kept->clear_on_new_response_callback();
    }
  }

  /// The id of this client in the ids of its requests.
  nb::bytes writer_guid() const
  {
    const auto header = get()->create_request_header();
    return nb::bytes(header->writer_guid, sizeof(header->writer_guid));
  }

  /// Returns the counts, like subscription::statistics(). Malformed responses are detected where
  /// they are decoded.
  statistics_values statistics() const
  {
    const rclcpp::ClientStatistics counts = get()->statistics();
    return {counts.received, counts.delivered, counts.dropped, counts.malformed, counts.waiting};
  }

private:
  using responses = std::vector<std::pair<std::int64_t, rclcpp::SerializedMessage>>;

  /// Passes responses from the callbacks of requests, which run within take(), to its caller.
  class completed
  {
  public:
    void add(std::int64_t token, const rclcpp::SerializedMessage::SharedPtr & response)
    {
      const std::lock_guard lock(mutex_);
      responses_.emplace_back(token, std::move(*response));
    }
    responses take()
    {
      const std::lock_guard lock(mutex_);
      return std::exchange(responses_, {});
    }

  private:
    std::mutex mutex_;  // guards responses_
    responses responses_;
  };

  const std::shared_ptr<source> source_ = std::make_shared<source>();
  const std::shared_ptr<completed> completed_ = std::make_shared<completed>();
  handle<rclcpp::GenericClient> client_{"client"};
};

/// A server. Ready when a request waits in rclcpp's queue. No executor serves it: the listener
/// takes the requests.
class server
{
public:
  server(
    const node & owner, const std::string & service, const std::string & type,
    const qos_values & qos)
  {
    using bytes = rclcpp::SerializedMessage::SharedPtr;
    service_.set(owner.get()->create_generic_service(
      service, type, [](const std::shared_ptr<rmw_request_id_t> &, const bytes &) {}, make_qos(qos),
      owner.manual_group()));
  }
  ~server()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (const auto kept = service_.take()) {
      kept->clear_on_new_request_callback();
      source_->listen(nullptr, 0);
    }
  }

  rclcpp::GenericService::SharedPtr get() const { return service_.get(); }

  nb::list take() const
  {
    std::vector<std::pair<request_id, rclcpp::SerializedMessage>> requests;
    {
      const gil_released released;
      source_->taking();
      if (const auto kept = service_.if_open()) {
        rclcpp::SerializedMessage sample;
        request_id from;
        while (kept->take_serialized_request(sample, from.id)) {
          requests.emplace_back(from, std::exchange(sample, rclcpp::SerializedMessage()));
        }
      }
    }
    return to_pairs(std::move(requests));
  }

  void respond(request_id to, nb::handle response) const
  {
    with_bytes(response, [&](rclcpp::SerializedMessage & sample) {
      respond_shared(to, {std::shared_ptr<void>(std::shared_ptr<void>(), &sample)});  // not owned
    });
  }
  void respond_shared(request_id to, shared_response response) const
  {
    get()->send_response(to.id, response.sample);
  }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    const bool begins = to != nullptr;
    source_->listen(std::move(to), key);
    const auto kept = service_.if_open();
    if (!kept) {
      return;
    }
    if (begins) {
      kept->set_on_new_request_callback([source = source_](std::size_t) { source->announce(); });
    } else {
      kept->clear_on_new_request_callback();
    }
  }

  /// Returns the counts, like subscription::statistics(). Malformed requests are detected where
  /// they are decoded.
  statistics_values statistics() const
  {
    const rclcpp::ServiceStatistics counts = get()->statistics();
    return {counts.received, counts.delivered, counts.dropped, counts.malformed, counts.waiting};
  }

private:
  const std::shared_ptr<source> source_ = std::make_shared<source>();
  handle<rclcpp::GenericService> service_{"service"};
};

}  // namespace

void bind_services(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<request_id>(module, "RequestId")
    .def_prop_ro(
      "writer_guid",
      [](const request_id & self) {
        return nb::bytes(self.id.writer_guid, sizeof(self.id.writer_guid));
      })
    .def_prop_ro(
      "sequence_number", [](const request_id & self) { return self.id.sequence_number; });
  nb::class_<shared_response>(module, "SharedResponse")
    .def("__bytes__", [](const shared_response & self) {
      const auto & sample =
        static_cast<rclcpp::SerializedMessage *>(self.sample.get())->get_rcl_serialized_message();
      return nb::bytes(sample.buffer, sample.buffer_length);
    });
  nb::class_<client>(module, "Client")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("service"), nb::arg("type"),
      nb::arg("qos") = values_of(rclcpp::ServicesQoS()), released())
    .def("close", &client::close, released())
    .def("name", [](const client & self) { return std::string(self.get()->get_service_name()); })
    .def(
      "is_ready", [](const client & self) { return self.get()->service_is_ready(); }, released())
    .def("writer_guid", &client::writer_guid)
    .def("send", &client::send, nb::arg("request"), nb::arg("token"))
    .def(
      "forget",
      [](const client & self, std::int64_t number) {
        return self.get()->remove_pending_request(number);
      },
      nb::arg("number"), released())
    .def("take", &client::take)
    .def("statistics", &client::statistics, released())
    .def("listen", &client::listen, nb::arg("notifier").none(), nb::arg("key"), released());
  nb::class_<server>(module, "Server")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("service"), nb::arg("type"),
      nb::arg("qos") = values_of(rclcpp::ServicesQoS()), released())
    .def("close", &server::close, released())
    .def("name", [](const server & self) { return std::string(self.get()->get_service_name()); })
    .def("take", &server::take)
    .def("statistics", &server::statistics, released())
    .def("respond", &server::respond_shared, nb::arg("to"), nb::arg("response"), released())
    .def("respond", &server::respond, nb::arg("to"), nb::arg("response"))
    .def("listen", &server::listen, nb::arg("notifier").none(), nb::arg("key"), released());
}

}  // namespace rxros2_python
