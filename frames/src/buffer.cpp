// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The buffer: insertion, lookup, and waiting requests.

#include "frames/buffer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/pi_mutex.hpp"
#include "explain.hpp"
#include "frame.hpp"
#include "walk.hpp"

namespace frames
{

namespace
{

constexpr Time any_time = std::numeric_limits<Time>::min();
constexpr int undisturbed_tries = 8;

std::string_view without_slash(std::string_view name) noexcept
{
  return name.starts_with('/') ? name.substr(1) : name;
}

Inserted check(const Insertion & i, std::string_view parent, std::string_view child) noexcept
{
  const auto & [t, r] = i.transform;
  if (child.empty()) {
    return Inserted::no_child;
  }
  if (parent.empty()) {
    return Inserted::no_parent;
  }
  if (child == parent) {
    return Inserted::same_frame;
  }
  if (!std::isfinite(t.x + t.y + t.z + r.x + r.y + r.z + r.w)) {
    for (const double value : {t.x, t.y, t.z, r.x, r.y, r.z, r.w}) {
      if (!std::isfinite(value)) {  // the sum of finite values may be infinite, too
        return Inserted::not_a_number;
      }
    }
  }
  if (!std::isnormal(dot(r, r))) {
    return Inserted::no_rotation;
  }
  return Inserted::kept;
}

/// Returns true if the name of a frame to look up is valid.
bool is_valid(std::string_view name) noexcept
{
  return !name.empty() && !name.starts_with('/');
}

Answer invalid(std::string_view name, const char * argument)
{
  Answer answer;
  answer.error = Error::invalid_argument;
  answer.argument = invalid_name_text(name, argument);
  return answer;
}

Answer unknown(std::string_view name, const char * argument)
{
  Answer answer;
  answer.error = Error::lookup;
  answer.argument = unknown_name_text(name, argument);
  return answer;
}

Answer answer_of(const Walk & walk, const Frame & target, const Frame & source)
{
  Answer answer;
  answer.transform = walk.transform;
  answer.stamp = walk.stamp;
  answer.error = walk.error;
  if (walk.error != Error::none) {
    answer.available = walk.available;
    answer.at = walk.at;
    answer.target = &target;
    answer.source = &source;
  }
  return answer;
}

constexpr const char * target_argument = "target_frame";
constexpr const char * source_argument = "source_frame";
constexpr const char * fixed_argument = "fixed_frame";

}  // namespace

class Buffer::Impl
{
public:
  explicit Impl(Duration l) : length(std::max<Duration>(l, 0)) {}

  /// Collects requests that are notified after the lock is released.
  class Ready
  {
  public:
    Ready() = default;
    ~Ready()
    {
      while (first_) {
        Request * const next = first_->next_;
        const auto request = std::move(first_->self_);  // it may wait again within ready()
        first_ = next;
        const Answer answer = std::move(request->answer_);
        request->ready(answer);
      }
    }
    Ready(const Ready &) = delete;
    Ready & operator=(const Ready &) = delete;

    void add(Request & request, Answer answer)
    {
      request.answer_ = std::move(answer);
      request.next_ = nullptr;
      (last_ ? last_->next_ : first_) = &request;
      last_ = &request;
    }

  private:
    Request * first_ = nullptr;
    Request * last_ = nullptr;
  };

  /// `known_child` is the child's frame if a search has found it.
  Inserted insert(const Insertion & i, Frame * known_child, Ready & ready)
  {
    const std::string_view parent_name = without_slash(i.parent);
    const std::string_view child_name = without_slash(i.child);
    const Inserted checked = check(i, parent_name, child_name);
    if (checked != Inserted::kept) {
      return checked;
    }
    const std::lock_guard lock(mutex);
    Frame * const found_child = known_child ? known_child : table.find(child_name);
    const Sample before = found_child ? found_child->edge.newest() : Sample();
    Frame * const found_parent =
      before.parent && before.parent->name == parent_name ? before.parent : table.find(parent_name);
    const std::size_t added = (found_child ? 0 : 1) + (found_parent ? 0 : 1);
    if (added > 0 && table.all().size() + added > most_frames) {
      return Inserted::too_many_frames;
    }
    if (added > 0 && std::max(child_name.size(), parent_name.size()) > longest_name) {
      return Inserted::name_too_long;
    }
    Frame & child = found_child ? *found_child : add(child_name);
    Frame & parent = found_parent ? *found_parent : add(parent_name);
    const bool was_static = child.edge.is_static();
    const Sample sample{
      i.stamp, &parent, {i.transform.translation, normalized(i.transform.rotation)}};
    Inserted result = Inserted::kept;
    if (!i.is_static) {
      result = child.edge.insert(sample, length);
    } else if (is_held(child, sample)) {
      result = Inserted::duplicate;
    } else {
      child.edge.set_static(sample);
    }
    if (result != Inserted::kept) {
      return result;
    }
    if (before.parent && before.parent != &parent) {
      child.former_parent = before.parent;
      child.parent_changed = i.stamp;
    }
    wake(child, i.stamp, was_static != i.is_static, ready);
    return result;
  }

  /// Returns a walk that no insertion has disturbed.
  Walk walk_between(Frame & target, Frame & source, Time time) const
  {
    for (int i = 0; i < undisturbed_tries; ++i) {
      Reading reading(Reading::Lock::none);
      const Walk result = walk(target, source, time, reading);
      if (reading.consistent()) {
        return result;
      }
    }
    const std::lock_guard lock(mutex);
    return walk_locked(target, source, time);
  }
  static Walk walk_locked(Frame & target, Frame & source, Time time)
  {
    Reading reading(Reading::Lock::held);
    return walk(target, source, time, reading);
  }

  Frame * find(std::string_view name) const noexcept { return table.find(name); }

  /// Returns the frame of that name, to wait for it; a frame that no transform has named is kept as
  /// long as requests wait for it.
  Frame & find_or_await(std::string_view name)
  {
    if (Frame * const frame = table.find(name)) {
      return *frame;
    }
    if (const auto entry = awaited.find(name); entry != awaited.end()) {
      return *entry->second;
    }
    auto created = make_frame(name);
    const std::string_view key = created->name;
    return *awaited.emplace(key, std::move(created)).first->second;
  }

  std::optional<Answer> ask_or_wait(
    const std::shared_ptr<Request> & request, const detail::Query & query)
  {
    begin_wait(*request, query);
    Answer answer;
    if (!answer_or_hook(*request, answer)) {
      request->self_ = request;
      return std::nullopt;
    }
    end_wait(*request, answer);
    return answer;
  }

  void begin_wait(Request & request, const detail::Query & query) noexcept
  {
    request.query_ = query;
    for (Frame * const frame : {query.target, query.source, query.fixed}) {
      if (frame) {
        ++frame->requests;
      }
    }
  }
  /// Afterwards the answer does not refer to frames that are being removed.
  void end_wait(Request & request, Answer & answer)
  {
    if ((answer.target && !answer.target->known) || (answer.source && !answer.source->known)) {
      answer.argument = error_text(answer);
      answer.at = answer.target = answer.source = nullptr;
    }
    end_wait(request);
  }
  void end_wait(Request & request) noexcept
  {
    detail::Query & query = request.query_;
    for (Frame * const frame : {query.target, query.source, query.fixed}) {
      if (frame && --frame->requests == 0 && !frame->known) {
        awaited.erase(awaited.find(frame->name));
      }
    }
    query = {};
  }

  /// Returns false if the request was hooked to the frames whose transforms may bring the answer.
  bool answer_or_hook(Request & request, Answer & answer)
  {
    const detail::Query & q = request.query_;
    if (!q.fixed) {
      return part_or_hook(request, *q.target, *q.source, q.target_time, answer);
    }
    Answer first;
    if (!part_or_hook(request, *q.fixed, *q.source, q.source_time, first)) {
      return false;
    }
    if (!first) {
      answer = std::move(first);
      return true;
    }
    if (!part_or_hook(request, *q.target, *q.fixed, q.target_time, answer)) {
      return false;
    }
    if (answer) {
      answer.transform = answer.transform * first.transform;
    }
    return true;
  }

  bool part_or_hook(Request & request, Frame & target, Frame & source, Time time, Answer & answer)
  {
    const Walk result = walk_locked(target, source, time);
    answer = answer_of(result, target, source);
    if (result.error == Error::none || result.error == Error::lookup) {
      return true;
    }
    for (const Frame * end : {result.source_end, result.target_end}) {
      if (
        time != 0 && !end->edge.is_empty() &&
        time < oldest_kept(end->edge.newest_stamp(), length)) {
        return true;  // the buffer would not keep the data that could answer it
      }
    }
    hook_ways(request, target, source, time, result.stamp);
    return false;
  }

  /// Hooks a request to all frames on the paths from source and target, up to the frame that lacks
  /// data: usually the last frames of both bring the missing data, but any of them may get another
  /// parent.
  void hook_ways(Request & request, Frame & target, Frame & source, Time time, Time tried)
  {
    ways_.clear();
    const auto add_way = [this](Frame * frame, Time at) {
      for (int depth = 0; frame && depth < max_depth; ++depth) {
        if (std::find(ways_.begin(), ways_.end(), frame) == ways_.end()) {
          ways_.push_back(frame);
        }
        Sample sample;
        Time available = 0;
        frame = frame->edge.find(at, sample, available) == Found::yes ? sample.parent : nullptr;
      }
    };
    add_way(&source, time);
    add_way(&target, time);
    if (tried != time) {  // the latest, whose path may be different
      add_way(&source, tried);
      add_way(&target, tried);
    }
    request.hooks_.resize(ways_.size());
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      Frame & frame = *ways_[i];
      request.hooks_[i] = {&request, nullptr, nullptr, nullptr, time == 0 ? any_time : time};
      const bool older = time != 0 && !frame.edge.is_empty() &&
                         (frame.edge.is_static() || time <= frame.edge.newest_stamp());
      (older ? frame.earlier : frame.later).add(request.hooks_[i]);
    }
  }

  /// Removes the request from all lists.
  static void unhook(Request & request) noexcept
  {
    for (detail::Hook & hook : request.hooks_) {
      if (hook.list) {
        hook.list->remove(hook);
      }
    }
    request.hooks_.clear();
  }

  /// Hooks a request to all frames between two.
  void hook_to_changes(Request & request)
  {
    Reading reading(Reading::Lock::held);
    Chain chain;
    find_chain(*request.query_.target, *request.query_.source, reading, chain);
    if (chain.error != Error::none) {
      chain.size = 0;
      for (Frame * end : {chain.source_end, chain.target_end}) {
        if (end && (chain.size == 0 || chain.frames[0] != end)) {
          chain.frames[chain.size++] = end;
        }
      }
    } else if (chain.size == 0) {
      chain.frames[chain.size++] = request.query_.source;
    }
    request.hooks_.resize(chain.size);
    for (std::size_t i = 0; i < chain.size; ++i) {
      request.hooks_[i] = {&request, nullptr, nullptr, nullptr, any_time};
      chain.frames[i]->changes.add(request.hooks_[i]);
    }
  }

  void notify(Request & request, Answer answer, Ready & ready)
  {
    unhook(request);
    end_wait(request, answer);
    ready.add(request, std::move(answer));
  }

  /// Returns all waiting requests, each once.
  std::vector<Request *> waiting() const
  {
    std::vector<Request *> all;
    const auto add_those_of = [&all](const Frame & frame) {
      for (const detail::HookList * list : {&frame.later, &frame.earlier, &frame.changes}) {
        for (const detail::Hook * hook = list->first; hook; hook = hook->next) {
          if (hook == &hook->request->hooks_.front()) {
            all.push_back(hook->request);
          }
        }
      }
    };
    for (const auto & frame : table.all()) {
      add_those_of(*frame);
    }
    for (const auto & [name, frame] : awaited) {
      add_those_of(*frame);
    }
    return all;
  }

  mutable base::PiMutex mutex;  // guards `table`, its frames and `awaited`
  FrameTable table;
  /// Frames that waiting requests have named, but no transform yet. The keys refer to the frames'
  /// names.
  std::unordered_map<std::string_view, std::unique_ptr<Frame>> awaited;
  const Duration length;

private:
  static std::unique_ptr<Frame> make_frame(std::string_view name)
  {
    return std::make_unique<Frame>(name, std::hash<std::string_view>()(name));
  }

  /// Called for the first transform that names the frame.
  Frame & add(std::string_view name)
  {
    auto awaited_frame = awaited.extract(name);
    return table.add(awaited_frame ? std::move(awaited_frame.mapped()) : make_frame(name));
  }

  static bool is_held(const Frame & child, const Sample & sample) noexcept
  {
    Sample held;
    Time available = 0;
    return child.edge.is_static() && child.edge.find(1, held, available) == Found::yes &&
           held.parent == sample.parent && held.transform == sample.transform;
  }

  /// Called when a frame got a transform of that time. `renewed`: the frame has become static or
  /// has stopped being static.
  void wake(Frame & frame, Time stamp, bool renewed, Ready & ready)
  {
    while (frame.changes.first) {
      Request & request = *frame.changes.first->request;
      const detail::Query & q = request.query_;
      notify(request, answer_of(walk_locked(*q.target, *q.source, 0), *q.target, *q.source), ready);
    }
    if (!frame.later.first && !frame.earlier.first) {
      return;
    }
    due_.clear();
    const bool all = renewed || frame.edge.is_static();
    const Time newest = frame.edge.newest_stamp();
    for (auto * hook = frame.later.first; hook && (all || hook->time <= newest);
         hook = hook->next) {
      due_.push_back(hook->request);
    }
    // Also notifies the requests that are too late now, and those that may have waited for this
    // data.
    const Time lost = oldest_kept(newest, length);
    for (auto * hook = frame.earlier.first; hook && (all || hook->time < lost); hook = hook->next) {
      due_.push_back(hook->request);
    }
    for (auto * hook = frame.earlier.last; hook && !all && hook->time >= std::max(stamp, lost);
         hook = hook->previous) {
      due_.push_back(hook->request);
    }
    for (Request * request : due_) {
      ask_again(*request, ready);
    }
  }

  void ask_again(Request & request, Ready & ready)
  {
    unhook(request);
    Answer answer;
    if (answer_or_hook(request, answer)) {
      end_wait(request, answer);
      ready.add(request, std::move(answer));
    }
  }

  std::vector<Request *> due_;
  std::vector<Frame *> ways_;
};

Buffer::Buffer(Duration length) : impl_(std::make_unique<Impl>(length))
{
}

Buffer::~Buffer()
{
  for (Request * request : impl_->waiting()) {
    Impl::unhook(*request);
    request->self_.reset();
  }
}

void Buffer::insert(std::span<Insertion> transforms)
{
  // Prefetches several frames before they are needed, because most are not in the cache.
  std::array<Frame *, 16> children;
  while (!transforms.empty()) {
    const auto part = transforms.first(std::min(transforms.size(), children.size()));
    for (std::size_t i = 0; i < part.size(); ++i) {
      children[i] = impl_->table.find(without_slash(part[i].child));
      if (children[i]) {
        children[i]->prefetch();
      }
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (children[i]) {
        children[i]->edge.prefetch_next();
      }
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
      Impl::Ready ready;
      part[i].result = impl_->insert(part[i], children[i], ready);
    }
    transforms = transforms.subspan(part.size());
  }
}

Answer Buffer::lookup(std::string_view target, std::string_view source, Time time) const
{
  if (target == source) {
    Answer same;
    Frame * const frame = time == 0 ? impl_->find(target) : nullptr;
    same.stamp = frame ? impl_->walk_between(*frame, *frame, time).stamp : time;
    return same;
  }
  if (!is_valid(target)) {
    return invalid(target, target_argument);
  }
  if (!is_valid(source)) {  // before a search, whose failure would hide the likelier mistake
    return invalid(source, source_argument);
  }
  Frame * const to = impl_->find(target);
  if (!to) {
    return unknown(target, target_argument);
  }
  Frame * const from = impl_->find(source);
  if (!from) {
    return unknown(source, source_argument);
  }
  return answer_of(impl_->walk_between(*to, *from, time), *to, *from);
}

Answer Buffer::lookup(
  std::string_view target, Time target_time, std::string_view source, Time source_time,
  std::string_view fixed) const
{
  const auto arguments = {
    std::pair(target, target_argument), std::pair(source, source_argument),
    std::pair(fixed, fixed_argument)};
  for (const auto & [name, argument] : arguments) {
    if (!is_valid(name)) {
      return invalid(name, argument);
    }
  }
  for (const auto & [name, argument] : arguments) {
    if (!impl_->find(name)) {
      return unknown(name, argument);
    }
  }
  Answer first = lookup(fixed, source, source_time);
  if (!first) {
    return first;
  }
  Answer second = lookup(target, fixed, target_time);
  if (second) {
    second.transform = second.transform * first.transform;
  }
  return second;
}

std::optional<Answer> Buffer::lookup_or_wait(
  std::string_view target, std::string_view source, Time time,
  const std::shared_ptr<Request> & request)
{
  if (target == source || !is_valid(target) || !is_valid(source)) {
    return lookup(target, source, time);
  }
  const std::lock_guard lock(impl_->mutex);
  return impl_->ask_or_wait(
    request,
    {&impl_->find_or_await(target), &impl_->find_or_await(source), nullptr, time, time, false});
}

std::optional<Answer> Buffer::lookup_or_wait(
  std::string_view target, Time target_time, std::string_view source, Time source_time,
  std::string_view fixed, const std::shared_ptr<Request> & request)
{
  if (!is_valid(target) || !is_valid(source) || !is_valid(fixed)) {
    return lookup(target, target_time, source, source_time, fixed);
  }
  const std::lock_guard lock(impl_->mutex);
  return impl_->ask_or_wait(
    request, {&impl_->find_or_await(target), &impl_->find_or_await(source),
              &impl_->find_or_await(fixed), target_time, source_time, false});
}

void Buffer::wait_for_change(
  std::string_view target, std::string_view source, const std::shared_ptr<Request> & request)
{
  const std::lock_guard lock(impl_->mutex);
  Frame & to = impl_->find_or_await(target);
  Frame & from = impl_->find_or_await(source);
  impl_->begin_wait(*request, {&to, &from, nullptr, 0, 0, true});
  impl_->hook_to_changes(*request);
  request->self_ = request;
}

bool Buffer::cancel(Request & request) noexcept
{
  std::shared_ptr<Request> kept;  // destroyed after the lock
  const std::lock_guard lock(impl_->mutex);
  if (request.hooks_.empty()) {
    return false;
  }
  Impl::unhook(request);
  impl_->end_wait(request);
  kept = std::move(request.self_);
  return true;
}

std::optional<Time> Buffer::next_stamp(
  std::string_view target, std::string_view source, Time after) const
{
  Frame * const to = impl_->find(target);
  Frame * const from = impl_->find(source);
  if (!to || !from) {
    return std::nullopt;
  }
  const auto look = [&](Reading & reading) -> std::optional<Time> {
    Chain chain;
    find_chain(*to, *from, reading, chain);
    if (chain.error != Error::none || chain.common <= after) {
      return std::nullopt;
    }
    Time next = chain.common;
    for (std::size_t i = 0; i < chain.size; ++i) {
      const Edge & edge = chain.frames[i]->edge;
      if (!edge.is_static()) {
        next = std::min(next, edge.first_after(after).value_or(next));
      }
    }
    return next;
  };
  for (int i = 0; i < undisturbed_tries; ++i) {
    Reading reading(Reading::Lock::none);
    const auto next = look(reading);
    if (reading.consistent()) {
      return next;
    }
  }
  const std::lock_guard lock(impl_->mutex);
  Reading reading(Reading::Lock::held);
  return look(reading);
}

std::string Buffer::explain(const Answer & answer) const
{
  const std::lock_guard lock(impl_->mutex);
  return error_text(answer);
}

void Buffer::clear()
{
  Impl::Ready ready;
  const std::lock_guard lock(impl_->mutex);
  for (const auto & frame : impl_->table.all()) {
    frame->edge.clear();
  }
  for (Request * request : impl_->waiting()) {
    Answer answer;
    answer.error = Error::cleared;
    answer.target = request->query_.target;
    answer.source = request->query_.source;
    impl_->notify(*request, std::move(answer), ready);
  }
}

std::vector<FrameInfo> Buffer::frames() const
{
  const std::lock_guard lock(impl_->mutex);
  std::vector<FrameInfo> all;
  for (const auto & item : impl_->table.all()) {
    const Frame & frame = *item;
    FrameInfo & info = all.emplace_back();
    info.name = frame.name;
    info.size = frame.edge.size();
    if (info.size != 0) {
      info.parent = frame.edge.newest().parent->name;
      info.is_static = frame.edge.is_static();
      info.oldest = frame.edge.oldest_stamp();
      info.newest = frame.edge.newest_stamp();
    }
  }
  return all;
}

bool Buffer::has_frame(std::string_view name) const noexcept
{
  return impl_->find(name) != nullptr;
}

Duration Buffer::length() const noexcept
{
  return impl_->length;
}

}  // namespace frames
