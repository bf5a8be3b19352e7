// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of clients and services on DDS: a reader and a writer that belong together.

#ifndef CYCLONEDDS__SERVICE_ENDPOINTS_HPP_
#define CYCLONEDDS__SERVICE_ENDPOINTS_HPP_

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

/// The two endpoints of a client or service. Threads of the engine notify the derived class of
/// samples, of changes of matching, and of incompatible peers, from open() until close() has
/// returned.
class ServiceEndpoints
{
public:
  ServiceEndpoints(const ServiceEndpoints &) = delete;
  ServiceEndpoints & operator=(const ServiceEndpoints &) = delete;

  const std::string & service() const { return options_.service; }
  Reader & reader() const { return *reader_; }
  Writer & writer() const { return *writer_; }

protected:
  enum class Side
  {
    client,
    service
  };

  ServiceEndpoints(Side side, NodeHandle & node, const ServiceOptions & options);
  ~ServiceEndpoints();

  /// Call it last in a constructor, and close() first in a destructor: notifications come between
  /// the two.
  void open(Participant & participant);
  void close();

  virtual void on_sample(Sample && sample, const SampleInfo & info) noexcept = 0;
  /// Called when the matches of the reader or the writer changed. Calls do not overlap; mutex_ is
  /// held.
  virtual void on_peers_changed() noexcept = 0;
  virtual void on_incompatible(const std::string & message) noexcept = 0;
  /// Called after on_peers_changed(), without the lock.
  virtual void peers_changed() noexcept {}

  /// Returns false, and logs one line per peer, if the peer's bodies have no request ids.
  bool understands(const Endpoint & peer);

  mutable std::mutex mutex_;  // guards open_, reported_peers_ and members of derived classes

private:
  struct ReaderEvents : ReaderListener
  {
    explicit ReaderEvents(ServiceEndpoints & to) : owner(to) {}
    void on_sample(Sample && sample, const SampleInfo & info) noexcept override
    {
      owner.on_sample(std::move(sample), info);
    }
    void on_matched(const rmw_matched_status_t &) noexcept override { owner.update(); }
    void on_mismatch(const MismatchReport & report) noexcept override
    {
      owner.on_incompatible(report.text);
    }
    ServiceEndpoints & owner;
  };
  struct WriterEvents : WriterListener
  {
    explicit WriterEvents(ServiceEndpoints & to) : owner(to) {}
    void on_matched(const rmw_matched_status_t &) noexcept override { owner.update(); }
    void on_mismatch(const MismatchReport & report) noexcept override
    {
      owner.on_incompatible(report.text);
    }
    ServiceEndpoints & owner;
  };

  void update() noexcept;

  const Side side_;
  NodeHandle & node_;
  const ServiceOptions options_;
  ReaderEvents reader_events_{*this};
  WriterEvents writer_events_{*this};
  bool open_ = false;  // guarded by mutex_
  std::unordered_set<Gid, GidHash> reported_peers_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__SERVICE_ENDPOINTS_HPP_
