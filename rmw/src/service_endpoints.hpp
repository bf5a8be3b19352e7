// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What rmw::Client and rmw::Service have in common: a reader and a writer that belong together.

#ifndef SERVICE_ENDPOINTS_HPP_
#define SERVICE_ENDPOINTS_HPP_

#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

#include "rmw/graph.hpp"
#include "rmw/listener.hpp"
#include "rmw/participant.hpp"
#include "rmw/request.hpp"

namespace rmw::detail
{

/// The two endpoints of a client or service. The derived class is told of samples, of changes of
/// matching, and of peers that do not fit; each by any thread of the engine, from open() until
/// close() has returned.
class ServiceEndpoints
{
public:
  ServiceEndpoints(const ServiceEndpoints &) = delete;
  ServiceEndpoints & operator=(const ServiceEndpoints &) = delete;

  const std::string & service() const { return options_.service; }
  Reader & reader() { return *reader_; }
  Writer & writer() { return *writer_; }

protected:
  enum class Side
  {
    client,
    service
  };

  ServiceEndpoints(Side side, NodeHandle & node, const ServiceOptions & options);
  ~ServiceEndpoints();

  /// To be called last in a constructor, as close() first in a destructor: calls come between the
  /// two.
  void open(Participant & participant);
  void close();

  virtual void on_sample(Sample && sample, const SampleInfo & info) noexcept = 0;
  /// What the reader or the writer is matched with changed. Calls do not overlap; mutex_ is held.
  virtual void on_peers_changed() noexcept = 0;
  virtual void on_incompatible(const std::string & message) noexcept = 0;
  /// After on_peers_changed(), without the lock.
  virtual void peers_changed() noexcept {}

  /// False, and one line in the log for each, if the peer's bodies have no request ids.
  bool understands(const Endpoint & peer);

  std::mutex mutex_;

private:
  struct ReaderEvents : ReaderListener
  {
    explicit ReaderEvents(ServiceEndpoints & to) : owner(to) {}
    void on_sample(Sample && sample, const SampleInfo & info) noexcept override
    {
      owner.on_sample(std::move(sample), info);
    }
    void on_matched(const rmw_matched_status_t &) noexcept override { owner.update(); }
    void on_incompatible_qos(const IncompatibleQosStatus & status) noexcept override
    {
      owner.report(status);
    }
    void on_incompatible_type(const IncompatibleTypeStatus & status) noexcept override
    {
      owner.report(status);
    }
    ServiceEndpoints & owner;
  };
  struct WriterEvents : WriterListener
  {
    explicit WriterEvents(ServiceEndpoints & to) : owner(to) {}
    void on_matched(const rmw_matched_status_t &) noexcept override { owner.update(); }
    void on_incompatible_qos(const IncompatibleQosStatus & status) noexcept override
    {
      owner.report(status);
    }
    void on_incompatible_type(const IncompatibleTypeStatus & status) noexcept override
    {
      owner.report(status);
    }
    ServiceEndpoints & owner;
  };

  void update() noexcept;
  void report(const IncompatibleQosStatus & status) noexcept;
  void report(const IncompatibleTypeStatus & status) noexcept;

  const Side side_;
  NodeHandle & node_;
  const ServiceOptions options_;
  ReaderEvents reader_events_{*this};
  WriterEvents writer_events_{*this};
  bool open_ = false;  // mutex_
  std::unordered_set<Gid, GidHash> strangers_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace rmw::detail

#endif  // SERVICE_ENDPOINTS_HPP_
