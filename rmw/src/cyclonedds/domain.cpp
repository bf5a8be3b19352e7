// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates domains: configuration by discovery range, and Cyclone's log.

#include "cyclonedds/domain.hpp"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cyclonedds/domain_mailbox.hpp"
#include "cyclonedds/log_forwarding.hpp"
#include "engine/block_signals.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"
#include "rmw/security.hpp"

namespace rmw::detail
{
namespace
{

// Without multicast, peers are found by trying each index up to the maximum. The ports of an index
// are 7410 + 250 d + 2 i and the next one: more than 119 would reach into the ports of the next
// domain, and the last domain has space for 62.
std::uint32_t max_participant_index(std::uint32_t domain_id)
{
  constexpr std::uint32_t last_port = 65535;
  return std::min((last_port - 7411 - 250 * domain_id) / 2, 119u);
}

// Large samples need a buffer for packets that arrive while the receive thread is busy.
constexpr std::size_t wanted_receive_buffer = std::size_t{16} << 20;
constexpr std::size_t small_receive_buffer = std::size_t{1} << 20;

// Returns the limit of setsockopt(SO_RCVBUF); 0 if it is unknown.
std::size_t receive_buffer_limit()
{
  std::size_t limit = 0;
  if (std::FILE * file = std::fopen("/proc/sys/net/core/rmem_max", "re")) {
    if (std::fscanf(file, "%zu", &limit) != 1) {
      limit = 0;
    }
    std::fclose(file);
  }
  return limit;
}

// Returns the addresses at which this host finds itself. Loopback is not enough: Cyclone 11 ignores
// packets on other interfaces than the one it chose, and only queries us for 30 s. Read once, since
// contexts of one process are compared by their configuration.
const std::vector<std::string> & own_addresses()
{
  static const auto * addresses = [] {
    // The number, not "localhost": a minimal system may have no /etc/hosts to resolve it.
    auto * found = new std::vector<std::string>{"127.0.0.1"};
    ifaddrs * interfaces = nullptr;
    if (getifaddrs(&interfaces) != 0) {
      return found;
    }
    for (const ifaddrs * it = interfaces; it; it = it->ifa_next) {
      if (
        it->ifa_addr && it->ifa_addr->sa_family == AF_INET && (it->ifa_flags & IFF_UP) != 0 &&
        (it->ifa_flags & IFF_LOOPBACK) == 0) {
        sockaddr_in address;
        std::memcpy(&address, it->ifa_addr, sizeof(address));
        char text[INET_ADDRSTRLEN];
        if (inet_ntop(AF_INET, &address.sin_addr, text, sizeof(text))) {
          found->emplace_back(text);
        }
      }
    }
    freeifaddrs(interfaces);
    return found;
  }();
  return *addresses;
}

bool this_host_only(const ParticipantOptions & options)
{
  return options.discovery_range == DiscoveryRange::off ||
         (options.discovery_range == DiscoveryRange::localhost && options.static_peers.empty());
}

void warn_of_small_receive_buffer()
{
  static std::once_flag once;
  std::call_once(once, [] {
    if (const auto warning = receive_buffer_warning(receive_buffer_limit())) {
      log(RMW_LOG_SEVERITY_WARN, *warning);
    }
  });
}

// Cyclone calls its own handler of type replies instead of that of this library (inside.c) if the
// loader finds Cyclone first.
void warn_of_library_order()
{
#ifdef DDS_HAS_TYPE_DISCOVERY
  static std::once_flag once;
  std::call_once(once, [] {
    // Where the library of an address begins; null if it is in none.
    const auto library_of = [](const void * address) -> const void * {
      Dl_info info;
      return address && dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
    };
    const void * own = library_of(reinterpret_cast<const void *>(&warn_of_library_order));
    const void * engine = library_of(reinterpret_cast<const void *>(&dds_create_participant));
    if (own == engine || library_of(dlsym(RTLD_DEFAULT, "ddsi_tl_handle_reply")) != engine) {
      return;
    }
    log(
      RMW_LOG_SEVERITY_WARN,
      "the loader finds Cyclone DDS before RxROS2, so a fault of Cyclone DDS 0.10 is not avoided: "
      "this process may end by a segmentation fault as soon as two other programs use different "
      "types of one name. Link the libraries of RxROS2 before ddsc, and remove ddsc from "
      "LD_PRELOAD");
  });
#endif
}

std::string with_user_part(const std::string & generated, const std::string & user)
{
  return generated.empty() || user.empty() ? generated + user : generated + "," + user;
}

struct SharedDomain
{
  dds_entity_t handle = 0;  // 0: another component of this process created it
  std::string configuration;
  Enclave secured_as;  // of all participants
  std::size_t shares = 0;
  std::unique_ptr<DomainMailbox> mailbox;
  bool has_opened_mailbox = false;  // or tried to
};

/// Cyclone separates the participants of one process and domain neither by keystores, because it
/// matches them without checking their security, nor by permissions, because its plugin only knows
/// those of the first one.
void refuse_other_enclave(const SharedDomain & domain, const ParticipantOptions & options)
{
  const Enclave & enclave = options.secured_as;
  if (enclave.folder == domain.secured_as.folder) {
    return;
  }
  const auto name = [](const Enclave & which) {
    return which ? "enclave '" + which.name + "' of '" + which.folder.string() + "'"
                 : std::string("an unsecured context");
  };
  throw security_error(
    name(enclave) + " cannot join domain " + std::to_string(options.domain_id) + ": " +
    name(domain.secured_as) +
    " is there in this process, and Cyclone DDS knows one enclave a process and domain; use "
    "another process, or another domain");
}

std::mutex
  domains_mutex;  // held while domains are created and deleted, so that these do not overlap

std::map<std::uint32_t, SharedDomain> & domains()
{
  static auto * instance = new std::map<std::uint32_t, SharedDomain>;
  return *instance;
}

dds_entity_t create_domain(const ParticipantOptions & options, const std::string & configuration)
{
  const std::string name = "domain " + std::to_string(options.domain_id);
  const std::string & user_part = options.engine_configuration;
  std::string reason;
  {
    LogCapture capture;
    const dds_entity_t handle = dds_create_domain(options.domain_id, configuration.c_str());
    if (handle >= 0) {
      return handle;
    }
    if (handle == DDS_RETCODE_PRECONDITION_NOT_MET) {
      log(
        RMW_LOG_SEVERITY_INFO,
        name +
          " was created by other code in this process; its configuration counts (by its "
          "WriterLingerDuration each writer whose readers do not answer delays the end)");
      return 0;
    }
    reason = capture.text().empty() ? return_code_text(handle) : capture.text();
  }
  // One cause is that more processes run on this host than there are well-known ports.
  if (options.discovery_range != DiscoveryRange::system_default) {
    LogCapture capture;
    const std::string any_port = with_user_part(generated_configuration(options, false), user_part);
    const dds_entity_t handle = dds_create_domain(options.domain_id, any_port.c_str());
    if (handle >= 0) {
      std::string text = name + ": none of the well-known ports is free, so another is used";
      if (options.discovery_range != DiscoveryRange::subnet) {
        text += "; processes in the same situation will not find each other";
      }
      log(RMW_LOG_SEVERITY_WARN, text.append(" (").append(reason).append(")"));
      return handle;
    }
  }
  std::string text = "cannot join DDS " + name + ": " + reason;
  if (!user_part.empty()) {
    text.append(" (CYCLONEDDS_URI is '").append(user_part).append("')");
  }
  throw error(text);
}

}  // namespace

std::optional<std::string> receive_buffer_warning(std::size_t limit)
{
  if (limit == 0 || limit >= small_receive_buffer) {
    return std::nullopt;
  }
  return "the kernel limits socket receive buffers to " + std::to_string(limit) +
         " bytes (net.core.rmem_max), enough for small messages only: large ones will be slow and "
         "may be lost. To raise it: sysctl -w net.core.rmem_max=" +
         std::to_string(wanted_receive_buffer);
}

std::string generated_configuration(const ParticipantOptions & options, bool port_per_index)
{
  // A writer waits for acknowledgements before it is deleted, all writers at the same time and as
  // long as there is hope (ParticipantImpl::end_lingering); Cyclone need not wait again.
  constexpr const char * no_lingering = "<WriterLingerDuration>0s</WriterLingerDuration>";
  if (options.discovery_range == DiscoveryRange::system_default) {
    return std::string("<CycloneDDS><Domain><Internal>") + no_lingering +
           "</Internal></Domain></CycloneDDS>";
  }
  const bool off = options.discovery_range == DiscoveryRange::off;
  const bool localhost = options.discovery_range == DiscoveryRange::localhost;
  std::string general;
  if (off || localhost) {
    general += "<AllowMulticast>false</AllowMulticast>";
  }
  if (this_host_only(options)) {
    // Fewer, larger datagrams. On a real network IP would fragment them.
    general += "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>65000B</FragmentSize>";
  }
  std::string discovery;
  if (off) {
    discovery += "<ParticipantIndex>none</ParticipantIndex><Tag>ros_discovery_off_" +
                 std::to_string(getpid()) + "</Tag>";
  } else {
    if (port_per_index) {
      discovery += "<ParticipantIndex>auto</ParticipantIndex>";
    } else {
      discovery += "<ParticipantIndex>none</ParticipantIndex>";
    }
    discovery += "<MaxAutoParticipantIndex>" +
                 std::to_string(max_participant_index(options.domain_id)) +
                 "</MaxAutoParticipantIndex>";
    std::string peers;
    const auto add_peer = [&peers](const std::string & address) {
      peers += "<Peer address=\"" + address + "\"/>";
    };
    if (localhost) {
      std::for_each(own_addresses().begin(), own_addresses().end(), add_peer);
    }
    std::for_each(options.static_peers.begin(), options.static_peers.end(), add_peer);
    if (!peers.empty()) {
      discovery += "<Peers>" + peers + "</Peers>";
    }
  }
  std::string internal = no_lingering;
  if (const std::size_t limit = receive_buffer_limit(); limit != 0) {
    internal += "<SocketReceiveBufferSize max=\"" +
                std::to_string(std::min(limit, wanted_receive_buffer)) + "B\"/>";
  }
  std::string out = "<CycloneDDS><Domain>";
  const auto section = [&out](const char * name, const std::string & content) {
    if (!content.empty()) {
      out.append("<").append(name).append(">").append(content);
      out.append("</").append(name).append(">");
    }
  };
  section("General", general);
  section("Discovery", discovery);
  section("Internal", internal);
  return out += "</Domain></CycloneDDS>";
}

Domain::Domain(const ParticipantOptions & options) : id_(options.domain_id)
{
  const std::string expected =
    with_user_part(generated_configuration(options, true), options.engine_configuration);
  const DeferredNotifications deferred;  // a log line may enter a user's code
  std::lock_guard lock(domains_mutex);
  SharedDomain & domain = domains()[id_];
  if (domain.shares != 0) {
    refuse_other_enclave(domain, options);
    if (domain.configuration != expected) {
      log(
        RMW_LOG_SEVERITY_WARN,
        "domain " + std::to_string(id_) +
          " is already in use in this process with other discovery settings; those of the first "
          "context count");
    }
    ++domain.shares;
    return;
  }
  forward_log();
  BlockSignals block_signals;
  domain.handle = create_domain(options, expected);
  domain.configuration = expected;
  domain.secured_as = options.secured_as;
  domain.shares = 1;
  if (options.discovery_range != DiscoveryRange::system_default) {
    warn_of_small_receive_buffer();
  }
  warn_of_library_order();
}

void Domain::open_mailbox(shared_memory::Pool & pool, const ddsi_sertype * type)
{
  std::lock_guard lock(domains_mutex);
  SharedDomain & domain = domains()[id_];
  // The end of a domain that another component created is not known here.
  if (domain.handle > 0 && !std::exchange(domain.has_opened_mailbox, true)) {
    domain.mailbox = DomainMailbox::open(pool, id_, type);
  }
}

bool Domain::is_shared() const
{
  std::lock_guard lock(domains_mutex);
  return domains()[id_].shares > 1;
}

Domain::~Domain()
{
  const DeferredNotifications deferred;  // Cyclone may log
  std::lock_guard lock(domains_mutex);
  SharedDomain & domain = domains()[id_];
  if (--domain.shares != 0) {
    return;
  }
  if (domain.mailbox) {
    domain.mailbox->close();
  }
  if (domain.handle > 0) {
    dds_delete(domain.handle);
  }
  domain.mailbox.reset();
  domain.has_opened_mailbox = false;
}

}  // namespace rmw::detail
