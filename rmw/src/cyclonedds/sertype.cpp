// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Cyclone's operations on our samples and types.

#include "cyclonedds/sertype.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>

#include "block_pool.hpp"
#include "cyclonedds/payload.hpp"

namespace rmw::detail
{
namespace
{

Payload & payload_of(ddsi_serdata * serdata)
{
  return *static_cast<Payload *>(serdata);
}
const Payload & payload_of(const ddsi_serdata * serdata)
{
  return *static_cast<const Payload *>(serdata);
}

// Comes first in each operation that Cyclone calls: its arguments, and the buffers behind them,
// pass from thread to thread under Cyclone's own locks.
class CycloneCall
{
public:
  explicit CycloneCall(const ddsi_serdata * serdata) : CycloneCall() { take_over(&serdata->refc); }
  explicit CycloneCall(const ddsi_sertype * type) : CycloneCall() { take_over(type); }
  ~CycloneCall() { hand_over(&order_); }
  CycloneCall(const CycloneCall &) = delete;
  CycloneCall & operator=(const CycloneCall &) = delete;

private:
  CycloneCall() { take_over(&order_); }

  static inline const char order_ = 0;
};

/* Operations of samples. They are called by C: no exception may leave them. */

bool eqkey(const ddsi_serdata *, const ddsi_serdata *)
{
  return true;
}

// The sample of this process that Cyclone sends, if it is in shared memory.
SentPayload * in_slot(const ddsi_serdata * serdata)
{
  const Payload & payload = payload_of(serdata);
  return payload.place == PayloadPlace::sent_slot
           ? static_cast<SentPayload *>(const_cast<Payload *>(&payload))
           : nullptr;
}

// Returns the bytes of the form that Cyclone has seen in get_size(). The first fragment of a whole
// sample with a descriptor is larger than that.
const std::byte * bytes_for(const ddsi_serdata * serdata, std::size_t offset, std::size_t size)
{
  const SentPayload * sent = in_slot(serdata);
  if (sent && sent->has_descriptor() && offset == 0 && size <= sizeof(sent->descriptor)) {
    return reinterpret_cast<const std::byte *>(&sent->descriptor);
  }
  return payload_of(serdata).data + offset;
}

std::uint32_t get_size(const ddsi_serdata * serdata)
{
  CycloneCall call(serdata);
  if (SentPayload * sent = in_slot(serdata); sent && sent->presents_descriptor()) {
    return sizeof(sent->descriptor);
  }
  return payload_of(serdata).size;
}

// The writer's sequence number is in the RTPS submessage of the fragment. Cyclone has checked and
// byte-swapped it in place, but offers no other access.
std::uint64_t sequence_number_of(const nn_rdata * fragment)
{
  constexpr unsigned char data_submessage = 0x15;
  constexpr unsigned char data_frag_submessage = 0x16;
  constexpr std::size_t high_offset = 16;
  constexpr std::size_t low_offset = 20;
  if (fragment->submsg_zoff == 0) {
    return 0;
  }
  const unsigned char * submessage =
    NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_SUBMSG_OFF(fragment));
  if (submessage[0] != data_submessage && submessage[0] != data_frag_submessage) {
    return 0;
  }
  std::uint32_t high = 0;
  std::uint32_t low = 0;
  std::memcpy(&high, submessage + high_offset, sizeof(high));
  std::memcpy(&low, submessage + low_offset, sizeof(low));
  return (std::uint64_t{high} << 32) | low;
}

// Returns the descriptor if a sample is one; it is never fragmented.
std::optional<shared_memory::Descriptor> descriptor_of(const nn_rdata * fragment, std::size_t size)
{
  if (size != sizeof(shared_memory::Descriptor) || fragment->min != 0 || fragment->maxp1 < size) {
    return std::nullopt;
  }
  const unsigned char * bytes = NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_PAYLOAD_OFF(fragment));
  return shared_memory::descriptor_in(std::as_bytes(std::span(bytes, size)));
}

void become(Payload & payload, const ddsi_sertype * type, ddsi_serdata_kind kind)
{
  ddsi_serdata_init(&payload, type, kind);
  payload.hash = type->serdata_basehash;
}

ddsi_serdata * from_ser(
  const ddsi_sertype * type, ddsi_serdata_kind kind, const nn_rdata * fragment, std::size_t size)
try {
  CycloneCall call(type);
  if (size < cdr_header_size || size > max_sample_size) {
    return nullptr;  // not even a CDR header: dropped, and logged by Cyclone
  }
  if (const auto descriptor = descriptor_of(fragment, size)) {
    Payload * payload = Payload::receive(*descriptor);
    become(*payload, type, kind);
    payload->sequence_number = sequence_number_of(fragment);
    hand_over(&payload->refc);
    return payload;
  }
  Payload * payload = Payload::create(size);
  become(*payload, type, kind);
  payload->sequence_number = sequence_number_of(fragment);
  // Fragments are in order and may overlap.
  std::uint32_t end = 0;
  for (; fragment; fragment = fragment->nextfrag) {
    const std::uint32_t until = std::min(fragment->maxp1, static_cast<std::uint32_t>(size));
    if (fragment->min > end) {
      break;  // a gap; impossible, but it must not become uninitialised bytes
    }
    if (until > end) {
      const unsigned char * source =
        NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_PAYLOAD_OFF(fragment));
      std::memcpy(payload->data + end, source + (end - fragment->min), until - end);
      end = until;
    }
  }
  if (end != size) {
    Payload::unref(payload);
    return nullptr;
  }
  hand_over(&payload->refc);
  return payload;
} catch (...) {
  return nullptr;
}

ddsi_serdata * from_ser_iov(
  const ddsi_sertype * type, ddsi_serdata_kind kind, ddsrt_msg_iovlen_t count,
  const ddsrt_iovec_t * pieces, std::size_t size)
try {
  CycloneCall call(type);
  if (size < cdr_header_size || size > max_sample_size) {
    return nullptr;
  }
  Payload * payload = Payload::create(size);
  become(*payload, type, kind);
  std::size_t end = 0;
  for (ddsrt_msg_iovlen_t i = 0; i < count && end < size; ++i) {
    const std::size_t length = std::min<std::size_t>(pieces[i].iov_len, size - end);
    std::memcpy(payload->data + end, pieces[i].iov_base, length);
    end += length;
  }
  if (end != size) {
    Payload::unref(payload);
    return nullptr;
  }
  hand_over(&payload->refc);
  return payload;
} catch (...) {
  return nullptr;
}

// A sample that represents the (only) instance: a CDR header without a body.
ddsi_serdata * empty(const ddsi_sertype * type, const ddsi_serdata_ops * ops, std::uint32_t hash)
try {
  Payload * payload = Payload::create(cdr_header_size);
  std::memset(payload->data, 0, cdr_header_size);
  payload->ops = ops;
  payload->type = type;
  payload->hash = hash;
  payload->kind = SDK_KEY;
  hand_over(&payload->refc);
  return payload;
} catch (...) {
  return nullptr;
}

ddsi_serdata * from_keyhash(const ddsi_sertype * type, const ddsi_keyhash *)
{
  CycloneCall call(type);
  return empty(type, type->serdata_ops, type->serdata_basehash);
}

ddsi_serdata * from_sample(const ddsi_sertype * type, ddsi_serdata_kind kind, const void *)
{
  CycloneCall call(type);
  // Data are only written serialized; dispose and unregister need keys.
  return kind == SDK_DATA ? nullptr : empty(type, type->serdata_ops, type->serdata_basehash);
}

void to_ser(const ddsi_serdata * serdata, std::size_t offset, std::size_t size, void * to)
{
  CycloneCall call(serdata);
  std::memcpy(to, bytes_for(serdata, offset, size), size);
}

ddsi_serdata * to_ser_ref(
  const ddsi_serdata * serdata, std::size_t offset, std::size_t size, ddsrt_iovec_t * piece)
{
  CycloneCall call(serdata);
  const Payload & payload = payload_of(serdata);
  piece->iov_base = const_cast<std::byte *>(bytes_for(serdata, offset, size));
  piece->iov_len = static_cast<ddsrt_iov_len_t>(size);
  if (SentPayload * sent = in_slot(serdata)) {
    sent->notice_sent(offset, size);
  }
  return ddsi_serdata_ref(&payload);
}

void to_ser_unref(ddsi_serdata * serdata, const ddsrt_iovec_t *)
{
  CycloneCall call(serdata);
  ddsi_serdata_unref(&payload_of(serdata));
}

bool to_sample(const ddsi_serdata *, void *, void **, void *)
{
  return false;
}

ddsi_serdata * to_untyped(const ddsi_serdata * serdata)
{
  CycloneCall call(serdata);
  return empty(nullptr, serdata->ops, serdata->hash);
}

bool untyped_to_sample(const ddsi_sertype *, const ddsi_serdata *, void *, void **, void *)
{
  return true;
}

void free_payload(ddsi_serdata * serdata)
{
  CycloneCall call(serdata);
  Payload & payload = payload_of(serdata);
  if (payload.owner) {
    Payload::unref(payload.owner);
  }
  if (SentPayload * sent = in_slot(serdata)) {
    if (auto * pool = shared_memory::Pool::instance(); pool && !payload.owner) {
      sent->memory->in_use.fetch_sub(sent->reserved, std::memory_order_relaxed);
      // Those that came since count, too.
      pool->release(
        sent->slot, sent->receivers.load(std::memory_order_relaxed) |
                      sent->memory->receivers.load(std::memory_order_relaxed));
    }
    sent->memory->unref();
  } else if (payload.place == PayloadPlace::held_slot) {
    shared_memory::Publishers::instance().release(static_cast<HeldPayload &>(payload).slot);
  }
  const std::size_t block_size = payload.block_size;
  BlockPool::instance().release(&payload, block_size);
}

std::size_t print(
  const ddsi_sertype *, const ddsi_serdata * serdata, char * to, std::size_t capacity)
{
  CycloneCall call(serdata);
  const int length = std::snprintf(to, capacity, "(%u bytes)", payload_of(serdata).size);
  return static_cast<std::size_t>(std::max(length, 0));
}

void get_keyhash(const ddsi_serdata *, ddsi_keyhash * to, bool)
{
  std::memset(to, 0, sizeof(*to));
}

#ifdef DDS_HAS_SHM
std::uint32_t get_sample_size(const ddsi_serdata * serdata)
{
  CycloneCall call(serdata);
  return payload_of(serdata).size;
}

// Our types never qualify for shared memory (cyclonedds/payload.hpp).
ddsi_serdata * from_iox_buffer(const ddsi_sertype *, ddsi_serdata_kind, void *, void *)
{
  return nullptr;
}
#endif

constexpr ddsi_serdata_ops make_serdata_ops()
{
  ddsi_serdata_ops ops{};
  ops.eqkey = eqkey;
  ops.get_size = get_size;
  ops.from_ser = from_ser;
  ops.from_ser_iov = from_ser_iov;
  ops.from_keyhash = from_keyhash;
  ops.from_sample = from_sample;
  ops.to_ser = to_ser;
  ops.to_ser_ref = to_ser_ref;
  ops.to_ser_unref = to_ser_unref;
  ops.to_sample = to_sample;
  ops.to_untyped = to_untyped;
  ops.untyped_to_sample = untyped_to_sample;
  ops.free = free_payload;
  ops.print = print;
  ops.get_keyhash = get_keyhash;
#ifdef DDS_HAS_SHM
  ops.get_sample_size = get_sample_size;
  ops.from_iox_buffer = from_iox_buffer;
#endif
  return ops;
}

constinit const ddsi_serdata_ops serdata_ops = make_serdata_ops();

/* Operations of types. */

// Threads that received samples of the type have read it: the last of them may have ended just now.
void free_sertype(ddsi_sertype * type)
{
  CycloneCall call(type);
  ddsi_sertype_fini(type);
  delete type;
}

// There are only serialized samples, so there is nothing to clear or free.
void zero_samples(const ddsi_sertype *, void *, std::size_t)
{
}
void realloc_samples(void ** samples, const ddsi_sertype *, void *, std::size_t, std::size_t count)
{
  std::fill_n(samples, count, nullptr);
}
void free_samples(const ddsi_sertype *, void **, std::size_t, dds_free_op_t)
{
}

// Cyclone has already compared the names and the operations; there is nothing else.
bool equal_sertype(const ddsi_sertype *, const ddsi_sertype *)
{
  return true;
}
std::uint32_t hash_sertype(const ddsi_sertype *)
{
  return 0;
}

constexpr ddsi_sertype_ops make_sertype_ops()
{
  ddsi_sertype_ops ops{};
  ops.version = ddsi_sertype_v0;
  ops.free = free_sertype;
  ops.zero_samples = zero_samples;
  ops.realloc_samples = realloc_samples;
  ops.free_samples = free_samples;
  ops.equal = equal_sertype;
  ops.hash = hash_sertype;
  // Without type information Cyclone matches by name, with any peer. Without serialize_into nothing
  // ever qualifies for shared memory.
  return ops;
}

constinit const ddsi_sertype_ops sertype_ops = make_sertype_ops();

}  // namespace

const ddsi_sertype & untyped()
{
  static const ddsi_sertype type = [] {
    ddsi_sertype out{};
    out.ops = &sertype_ops;
    out.serdata_ops = &serdata_ops;
    return out;
  }();
  return type;
}

ddsi_sertype * create_sertype(const std::string & type_name)
{
  auto * type = new ddsi_sertype{};
  ddsi_sertype_init_flags(
    type, type_name.c_str(), &sertype_ops, &serdata_ops, DDSI_SERTYPE_FLAG_TOPICKIND_NO_KEY);
  type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  hand_over(type);
  return type;
}

}  // namespace rmw::detail
