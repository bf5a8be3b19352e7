/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of librxros2_zenoh.so, the Rust library between rmw and Zenoh. The library is
 * loaded on demand; rxros2_zenoh_api() is its only symbol.
 *
 * Rules for all functions: texts are UTF-8 and are copied. They may be called on any thread, but
 * destroy and close functions never inside a callback; those wait until the callbacks of the
 * object have returned. Callbacks come on threads of Zenoh, several at once for different objects,
 * must be short, and must not throw. Pointers that a callback receives are valid during the call.
 * A function that returns false has written the reason to `fault`, and has changed nothing.
 *
 * The library stays in memory once it is loaded. A process that was forked after a session was
 * opened cannot use it: there, functions fail, and close and destroy functions return at once.
 */
#ifndef RXROS2_ZENOH_H_
#define RXROS2_ZENOH_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this interface; changes with each change of this file. */
#define RXROS2_ZENOH_ABI 4

/** A text that is not terminated. */
typedef struct
{
  const char * data;
  size_t size;
} rxros2_zenoh_text;

/** The reason of a failure, terminated; a longer one is cut. */
typedef struct
{
  char text[512];
} rxros2_zenoh_fault;

/** A duration of a QoS profile; 0 and 0, or more than 9223372036.854775807 s, are infinite. */
typedef struct
{
  uint64_t sec;
  uint64_t nsec;
} rxros2_zenoh_duration;

/** A QoS profile with rmw's enumerators, without SYSTEM_DEFAULT, UNKNOWN and BEST_AVAILABLE. */
typedef struct
{
  uint32_t reliability;
  uint32_t durability;
  uint32_t history;
  uint32_t liveliness;
  uint64_t depth; /**< 0 means 42, as in rmw_zenoh_cpp */
  rxros2_zenoh_duration deadline;
  rxros2_zenoh_duration lifespan;
  rxros2_zenoh_duration lease;
} rxros2_zenoh_qos;

/** The kind of an entity. */
typedef enum
{
  RXROS2_ZENOH_NODE = 0,
  RXROS2_ZENOH_PUBLISHER = 1,
  RXROS2_ZENOH_SUBSCRIPTION = 2,
  RXROS2_ZENOH_SERVICE = 3,
  RXROS2_ZENOH_CLIENT = 4
} rxros2_zenoh_kind;

/** A node or endpoint, ours or a peer's; of a node the texts from `name` on are empty. */
typedef struct
{
  uint32_t kind; /**< rxros2_zenoh_kind */
  uint32_t domain;
  uint8_t session[16]; /**< of the peer; not read from us */
  uint8_t gid[16];     /**< of the peer; not read from us */
  uint64_t node_id;    /**< unique in the session */
  uint64_t entity_id;  /**< unique in the session; of a node its node_id */
  rxros2_zenoh_text enclave;
  rxros2_zenoh_text namespace_; /**< absolute, "/" for the root */
  rxros2_zenoh_text node;       /**< the base name */
  rxros2_zenoh_text name;       /**< of the topic or service, fully qualified, "/chatter" */
  rxros2_zenoh_text
    type_name; /**< as on DDS, "std_msgs::msg::dds_::String_"; a service's without "Request_" */
  rxros2_zenoh_text
    type_hash; /**< "RIHS01_…", of a service its own; "TypeHashNotSupported" if it is not known: a
                                     subscription then receives the messages of every definition */
  rxros2_zenoh_qos qos;
} rxros2_zenoh_entity;

/** The attachment of a sample, request or response. */
typedef struct
{
  int64_t sequence_number;
  int64_t source_time; /**< ns since 1970 */
  uint8_t gid[16];     /**< of the publisher or client; in a response the client's */
} rxros2_zenoh_info;

/** A part of a payload. */
typedef struct
{
  const uint8_t * data;
  size_t size;
} rxros2_zenoh_bytes;

/** A received sample, request or response. Its parts together have at least 4 bytes. */
typedef struct
{
  const rxros2_zenoh_bytes * parts;
  size_t part_count;
  size_t size; /**< of all parts */
  rxros2_zenoh_info info;
} rxros2_zenoh_sample;

/** Bytes to send. They are not copied: the library calls `release(owner)` once, on any thread and
 * perhaps before the function returns, also if that fails. */
typedef struct
{
  const uint8_t * data;
  size_t size;
  void * owner;
  void (*release)(void * owner);
} rxros2_zenoh_payload;

typedef struct rxros2_zenoh_session rxros2_zenoh_session;
typedef struct rxros2_zenoh_token rxros2_zenoh_token;
typedef struct rxros2_zenoh_publisher rxros2_zenoh_publisher;
typedef struct rxros2_zenoh_subscription rxros2_zenoh_subscription;
typedef struct rxros2_zenoh_client rxros2_zenoh_client;
typedef struct rxros2_zenoh_service rxros2_zenoh_service;
typedef struct rxros2_zenoh_request rxros2_zenoh_request;

/** Where peers are searched for, ROS_AUTOMATIC_DISCOVERY_RANGE. */
typedef enum
{
  RXROS2_ZENOH_RANGE_OFF = 0, /**< nowhere: neither scouting nor the router of this host */
  RXROS2_ZENOH_RANGE_LOCALHOST =
    1, /**< on this host: its router, and scouting on the loopback device */
  RXROS2_ZENOH_RANGE_SUBNET = 2, /**< also in this network, by multicast scouting */
  RXROS2_ZENOH_RANGE_DEFAULT = 3 /**< as rmw_zenoh_cpp: only the router of this host */
} rxros2_zenoh_range;

/** The settings of a session. */
typedef struct
{
  rxros2_zenoh_text config_file; /**< ZENOH_SESSION_CONFIG_URI; empty: the settings of rmw_zenoh_cpp
                                      with the next two fields; else those are ignored */
  uint32_t range;                /**< rxros2_zenoh_range */
  rxros2_zenoh_text
    peers; /**< ROS_STATIC_PEERS: hosts, or endpoints such as tcp/host:7447, separated by ';';
                                      ignored with range OFF; this host may be among them */
  rxros2_zenoh_text overrides; /**< ZENOH_CONFIG_OVERRIDE */
  /** The folder of an enclave of a keystore, or empty: the session is not secured. It then uses
   * TLS only, with the certificates in the folder, and the access control of the file
   * zenoh_session.json5 or, for a router, zenoh_router.json5; overrides do not change that. */
  rxros2_zenoh_text enclave;
  bool is_router; /**< a router instead of a peer: the other settings of rmw_zenohd */
  /** If no router answers on this host, this process becomes it, and again when a later one
   * ends. It listens on the loopback device; with range SUBNET or static peers on all devices.
   * Not for range OFF, nor with a configuration file, nor if the overrides name no router on
   * this host. */
  bool may_serve;
  void * context; /**< for on_log */
  /** Receives lines for the log; `severity` is 10 (debug), 30 (warning) or 40 (error). */
  void (*on_log)(void * context, uint32_t severity, rxros2_zenoh_text text);
} rxros2_zenoh_options;

/** What a session counted since it was opened, and whom it is connected with. */
typedef struct
{
  uint64_t malformed_samples; /**< dropped: without a valid attachment, or shorter than 4 bytes */
  uint64_t malformed_tokens;  /**< ignored */
  uint64_t routers;           /**< connected now */
  uint64_t peers;             /**< connected now */
  bool serves;                /**< this process is the router of this host */
} rxros2_zenoh_state;

/** The functions of the library. */
typedef struct
{
  uint32_t abi;             /**< RXROS2_ZENOH_ABI */
  const char * description; /**< "zenoh 1.10.2", terminated */

  bool (*open)(
    const rxros2_zenoh_options * options, rxros2_zenoh_session ** out, rxros2_zenoh_fault * fault);
  /** Ends the session after all its objects. */
  void (*close)(rxros2_zenoh_session * session);
  /** Writes the id of the session, as in entities. */
  void (*session_id)(const rxros2_zenoh_session * session, uint8_t * out);
  void (*state)(const rxros2_zenoh_session * session, rxros2_zenoh_state * out);

  /** Reports the entities of the peers in a domain, those that exist now and all that appear and
   * vanish; not our own. At most once a session. Calls do not overlap; those for entities that
   * exist now may come inside this function. An entity may be reported again although nothing
   * changed. */
  bool (*follow_graph)(
    rxros2_zenoh_session * session, uint32_t domain,
    void (*on_entity)(void * context, const rxros2_zenoh_entity * entity, bool exists),
    void * context, rxros2_zenoh_fault * fault);

  /** Returns the GID that an entity will have; nothing is announced. */
  bool (*gid_of)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity, uint8_t * gid,
    rxros2_zenoh_fault * fault);
  /** Announces an entity to peers until withdraw(). */
  bool (*announce)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity,
    rxros2_zenoh_token ** out, rxros2_zenoh_fault * fault);
  void (*withdraw)(rxros2_zenoh_token * token);

  bool (*create_publisher)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity,
    rxros2_zenoh_publisher ** out, rxros2_zenoh_fault * fault);
  /** Sends to the subscriptions of other sessions, surely to those whose tokens the session has
   * seen. RELIABLE with KEEP_ALL may block. */
  bool (*publish)(
    const rxros2_zenoh_publisher * publisher, const rxros2_zenoh_payload * payload,
    const rxros2_zenoh_info * info, rxros2_zenoh_fault * fault);
  /** Returns true if a sample may reach a subscription of another session, announced by a token or
   * not; with TRANSIENT_LOCAL always. Takes microseconds. */
  bool (*has_readers)(const rxros2_zenoh_publisher * publisher);
  void (*destroy_publisher)(rxros2_zenoh_publisher * publisher);

  /** Receives the samples of other sessions. Calls do not overlap. */
  bool (*create_subscription)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity,
    void (*on_sample)(void * context, const rxros2_zenoh_sample * sample), void * context,
    rxros2_zenoh_subscription ** out, rxros2_zenoh_fault * fault);
  void (*destroy_subscription)(rxros2_zenoh_subscription * subscription);

  /** Receives responses, perhaps several to one request. `on_failure` gets the reason if a request
   * failed, timed out, or ended without a response, as there was no service. Calls may overlap. */
  bool (*create_client)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity,
    void (*on_response)(void * context, const rxros2_zenoh_sample * sample),
    void (*on_failure)(void * context, int64_t sequence_number, rxros2_zenoh_text reason),
    void * context, rxros2_zenoh_client ** out, rxros2_zenoh_fault * fault);
  /** Sends a request to all servers, surely to those whose tokens the session has seen. It times
   * out as Zenoh's settings say; those of actions' results never do. */
  bool (*send_request)(
    const rxros2_zenoh_client * client, const rxros2_zenoh_payload * payload,
    const rxros2_zenoh_info * info, rxros2_zenoh_fault * fault);
  void (*destroy_client)(rxros2_zenoh_client * client);

  /** Receives requests. The callback owns `request`, which release_request() ends. Calls do not
   * overlap. */
  bool (*create_service)(
    const rxros2_zenoh_session * session, const rxros2_zenoh_entity * entity,
    void (*on_request)(
      void * context, const rxros2_zenoh_sample * sample, rxros2_zenoh_request * request),
    void * context, rxros2_zenoh_service ** out, rxros2_zenoh_fault * fault);
  /** Answers a request; several answers are allowed. Does not wait until the client has received
   * it, but may block while the connection to the client is congested. */
  bool (*send_response)(
    const rxros2_zenoh_request * request, const rxros2_zenoh_payload * payload,
    const rxros2_zenoh_info * info, rxros2_zenoh_fault * fault);
  /** Ends a request: the client gets no further answer. May be called on any thread, also inside
   * callbacks, and after the service was destroyed. */
  void (*release_request)(rxros2_zenoh_request * request);
  void (*destroy_service)(rxros2_zenoh_service * service);

  /** Opens a session with the options, which never serves, and reports what it reaches as a JSON
   * object: "id", "mode", "connect", "listen", "multicast" of the session; "port": what listens at
   * the port of this host's router ("endpoint", "is_open", "fault", "cure"), or null; "links": its
   * connections ("id", "kind", "to"); "nodes": the ROS nodes of all domains ("domain", "session",
   * "namespace", "name"); "zenoh_nodes": texts, the JSON by which nodes of Zenoh describe
   * themselves. Takes some seconds. */
  bool (*inspect)(
    const rxros2_zenoh_options * options,
    void (*on_report)(void * context, rxros2_zenoh_text report), void * context,
    rxros2_zenoh_fault * fault);
} rxros2_zenoh_functions;

/** Returns the functions; null if the library has not this version of the interface. */
const rxros2_zenoh_functions * rxros2_zenoh_api(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif /* RXROS2_ZENOH_H_ */
