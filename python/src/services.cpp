// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// client and server for Python, of service types that are known by name.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

using bytes_ptr = std::shared_ptr<rclcpp::SerializedMessage>;

/// What the executor's thread brings and the loop takes.
template <typename Item>
class inbox : public source
{
public:
  /// `most`: beyond it the oldest is dropped; 0: no bound.
  void put(Item item, std::size_t most)
  {
    {
      const std::lock_guard lock(mutex_);
      if (most != 0 && items_.size() == most) {
        items_.pop_front();
      }
      items_.push_back(std::move(item));
    }
    announce();
  }

  std::deque<Item> take()
  {
    taking();
    const std::lock_guard lock(mutex_);
    return std::exchange(items_, {});
  }

private:
  std::mutex mutex_;
  std::deque<Item> items_;
};

/// Ready when responses wait; there are no more than requests were sent.
class client
{
public:
  client(
    const node & owner, const std::string & service, const std::string & type,
    const qos_values & qos)
  {
    client_.set(owner.get()->create_generic_client(service, type, make_qos(qos)));
  }
  ~client()
  {
    const nb::gil_scoped_release released;
    close();
  }

  void close()
  {
    if (const auto kept = client_.take()) {
      inbox_->listen(nullptr, 0);
    }
  }

  std::shared_ptr<rclcpp::GenericClient> get() const { return client_.get(); }

  /// The request's number; `token` comes back with the response.
  std::int64_t send(nb::handle request, std::int64_t token) const
  {
    const std::shared_ptr<rclcpp::GenericClient> kept = get();
    return with_bytes(request, [&](const rclcpp::SerializedMessage & sample) {
      return kept
        ->async_send_request(
          sample,
          [inbox = inbox_, token](const rclcpp::GenericClient::SharedFuture & future) {
            inbox->put(
              {token, std::static_pointer_cast<rclcpp::SerializedMessage>(future.get())}, 0);
          })
        .request_id;
    });
  }

  nb::list take() const
  {
    nb::list found;
    for (auto & [token, sample] : inbox_->take()) {
      found.append(nb::make_tuple(token, to_python(std::move(*sample))));
    }
    return found;
  }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    inbox_->listen(std::move(to), key);
    inbox_->announce();  // responses may have come before
  }

private:
  using responses = inbox<std::pair<std::int64_t, bytes_ptr>>;
  const std::shared_ptr<responses> inbox_ = std::make_shared<responses>();
  handle<rclcpp::GenericClient> client_{"client"};
};

/// Who asked; the response goes there.
struct request_id
{
  rmw_request_id_t id;
};

/// Ready when requests wait.
class server
{
public:
  server(
    const node & owner, const std::string & service, const std::string & type,
    const qos_values & qos)
  {
    service_.set(owner.get()->create_generic_service(
      service, type,
      [inbox = inbox_](
        const std::shared_ptr<rmw_request_id_t> & id,
        const std::shared_ptr<rclcpp::SerializedMessage> & request) {
        inbox->put({request_id{*id}, request}, most_requests);
      },
      make_qos(qos)));
  }
  ~server()
  {
    const nb::gil_scoped_release released;
    close();
  }

  void close()
  {
    if (const auto kept = service_.take()) {
      inbox_->listen(nullptr, 0);
    }
  }

  std::shared_ptr<rclcpp::GenericService> get() const { return service_.get(); }

  nb::list take() const
  {
    nb::list found;
    for (auto & [id, sample] : inbox_->take()) {
      found.append(nb::make_tuple(id, to_python(std::move(*sample))));
    }
    return found;
  }

  void respond(request_id to, nb::handle response) const
  {
    const std::shared_ptr<rclcpp::GenericService> kept = get();
    with_bytes(response, [&](const rclcpp::SerializedMessage & sample) {
      std::shared_ptr<void> copy = std::make_shared<rclcpp::SerializedMessage>(sample);
      kept->send_response(to.id, copy);
    });
  }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    inbox_->listen(std::move(to), key);
    inbox_->announce();  // requests may have come before
  }

private:
  static constexpr std::size_t most_requests = 1000;  // that wait while the loop is busy

  using requests = inbox<std::pair<request_id, bytes_ptr>>;
  const std::shared_ptr<requests> inbox_ = std::make_shared<requests>();
  handle<rclcpp::GenericService> service_{"service"};
};

}  // namespace

void bind_services(nb::module_ & module)
{
  using released = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<request_id>(module, "RequestId")
    .def_prop_ro(
      "writer_guid",
      [](const request_id & self) {
        return nb::bytes(self.id.writer_guid, sizeof(self.id.writer_guid));
      })
    .def_prop_ro(
      "sequence_number", [](const request_id & self) { return self.id.sequence_number; });
  nb::class_<client>(module, "Client")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("service"), nb::arg("type"),
      nb::arg("qos") = values_of(rclcpp::ServicesQoS()), released())
    .def("close", &client::close, released())
    .def("name", [](const client & self) { return std::string(self.get()->get_service_name()); })
    .def(
      "is_ready", [](const client & self) { return self.get()->service_is_ready(); }, released())
    .def("send", &client::send, nb::arg("request"), nb::arg("token"))
    .def(
      "forget",
      [](const client & self, std::int64_t number) {
        return self.get()->remove_pending_request(number);
      },
      nb::arg("number"), released())
    .def("take", &client::take)
    .def("listen", &client::listen, nb::arg("notifier").none(), nb::arg("key"), released());
  nb::class_<server>(module, "Server")
    .def(
      nb::init<const node &, const std::string &, const std::string &, const qos_values &>(),
      nb::arg("node"), nb::arg("service"), nb::arg("type"),
      nb::arg("qos") = values_of(rclcpp::ServicesQoS()), released())
    .def("close", &server::close, released())
    .def("name", [](const server & self) { return std::string(self.get()->get_service_name()); })
    .def("take", &server::take)
    .def("respond", &server::respond, nb::arg("to"), nb::arg("response"))
    .def("listen", &server::listen, nb::arg("notifier").none(), nb::arg("key"), released());
}

}  // namespace rxros2_python
