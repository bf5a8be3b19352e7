// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The C structs and enumerations of ROS 2's middleware interface that rclcpp's public API shows.

#ifndef RMW__TYPES_H_
#define RMW__TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rmw/time.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a function of the middleware interface: RMW_RET_OK or an error.
typedef int32_t rmw_ret_t;
#define RMW_RET_OK 0
#define RMW_RET_ERROR 1
#define RMW_RET_TIMEOUT 2
#define RMW_RET_UNSUPPORTED 3
#define RMW_RET_BAD_ALLOC 10
#define RMW_RET_INVALID_ARGUMENT 11

/// The size of a GID in bytes: a DDS GUID, participant prefix (12) and entity id (4) in network
/// order.
#define RMW_GID_STORAGE_SIZE 16u

/// The identity of a publisher or subscription in the DDS domain (ROS 2's GID).
typedef struct rmw_gid_s
{
  const char * implementation_identifier;  ///< the middleware that assigned it, "rxros2"; not owned
  uint8_t data[RMW_GID_STORAGE_SIZE];      ///< the DDS GUID
} rmw_gid_t;

/// Nanoseconds since the epoch.
typedef int64_t rmw_time_point_value_t;

#define RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED UINT64_MAX

/// The metadata of a received message, as rclcpp::MessageInfo holds it.
typedef struct rmw_message_info_s
{
  /// The time at which the publisher wrote the message (its clock).
  rmw_time_point_value_t source_timestamp;
  /// The time at which this process received it (system clock).
  rmw_time_point_value_t received_timestamp;
  /// The publisher's message counter, or RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED.
  uint64_t publication_sequence_number;
  /// The subscription's message counter, or RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED.
  uint64_t reception_sequence_number;
  /// The identity of the publisher.
  rmw_gid_t publisher_gid;
  /// True if the message came by pointer from a publisher of this process (intra-process
  /// communication).
  bool from_intra_process;
} rmw_message_info_t;

/// Returns an info without data: all members are 0.
rmw_message_info_t rmw_get_zero_initialized_message_info(void);

/// Identifies a request; a service copies it from the request into the response.
typedef struct rmw_request_id_s
{
  uint8_t writer_guid[16];  ///< identifies the client
  int64_t sequence_number;  ///< the client's own number of the request
} rmw_request_id_t;

/// The metadata of a received request or response.
typedef struct rmw_service_info_s
{
  rmw_time_point_value_t source_timestamp;    ///< when the peer sent it, by the peer's clock
  rmw_time_point_value_t received_timestamp;  ///< when this process received it (system clock)
  rmw_request_id_t request_id;                ///< the request, or the request that is answered
} rmw_service_info_t;

/// The kind of an endpoint in the ROS graph.
typedef enum rmw_endpoint_type_e
{
  RMW_ENDPOINT_INVALID = 0,
  RMW_ENDPOINT_PUBLISHER,
  RMW_ENDPOINT_SUBSCRIPTION
} rmw_endpoint_type_t;

/// Says whether an endpoint must have network flows (addresses, ports) of its own.
typedef enum rmw_unique_network_flow_endpoints_requirement_e
{
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED = 0,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_SYSTEM_DEFAULT
} rmw_unique_network_flow_endpoints_requirement_t;

/// The severities, with the values of ROS 2's loggers.
typedef enum rmw_log_severity_e
{
  RMW_LOG_SEVERITY_DEBUG = 10,
  RMW_LOG_SEVERITY_INFO = 20,
  RMW_LOG_SEVERITY_WARN = 30,
  RMW_LOG_SEVERITY_ERROR = 40,
  RMW_LOG_SEVERITY_FATAL = 50
} rmw_log_severity_t;

/// Says whether lost messages are sent again (reliable) or not (best effort).
typedef enum rmw_qos_reliability_policy_e
{
  RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT = 0,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE = 1,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT = 2,
  RMW_QOS_POLICY_RELIABILITY_UNKNOWN = 3,
  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE = 4
} rmw_qos_reliability_policy_t;

/// Says how many messages are kept: the last `depth`, or all.
typedef enum rmw_qos_history_policy_e
{
  RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT = 0,
  RMW_QOS_POLICY_HISTORY_KEEP_LAST = 1,
  RMW_QOS_POLICY_HISTORY_KEEP_ALL = 2,
  RMW_QOS_POLICY_HISTORY_UNKNOWN = 3
} rmw_qos_history_policy_t;

/// Says whether late subscriptions get the messages that were published before.
typedef enum rmw_qos_durability_policy_e
{
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT = 0,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL = 1,
  RMW_QOS_POLICY_DURABILITY_VOLATILE = 2,
  RMW_QOS_POLICY_DURABILITY_UNKNOWN = 3,
  RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE = 4
} rmw_qos_durability_policy_t;

/// Says how a publisher shows that it is alive: by its process, or by writing and asserting.
typedef enum rmw_qos_liveliness_policy_e
{
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT = 0,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC = 1,
  RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC = 3,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN = 4,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE = 5
} rmw_qos_liveliness_policy_t;

enum
{
  RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT = 0
};

#define RMW_QOS_DEADLINE_DEFAULT RMW_DURATION_UNSPECIFIED
#define RMW_QOS_LIFESPAN_DEFAULT RMW_DURATION_UNSPECIFIED
#define RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT RMW_DURATION_UNSPECIFIED

/// Infinite minus one nanosecond means "best available" for deadline and lease.
#define RMW_QOS_DEADLINE_BEST_AVAILABLE {9223372036ULL, 854775806ULL}
#define RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE RMW_QOS_DEADLINE_BEST_AVAILABLE

/// A quality of service profile as a user requests it; durations {0, 0} mean "not specified".
typedef struct rmw_qos_profile_s
{
  enum rmw_qos_history_policy_e history;  ///< which messages are kept
  size_t depth;                           ///< how many messages KEEP_LAST keeps; 0 = the default
  enum rmw_qos_reliability_policy_e reliability;  ///< whether lost messages are sent again
  enum rmw_qos_durability_policy_e durability;  ///< whether late subscriptions get earlier messages
  struct rmw_time_s deadline;                   ///< the longest time between two messages
  struct rmw_time_s lifespan;                   ///< the age at which a message expires
  enum rmw_qos_liveliness_policy_e liveliness;  ///< how a publisher shows that it is alive
  /// The time after which a silent publisher counts as lost.
  struct rmw_time_s liveliness_lease_duration;
  /// Uses the topic name unchanged, without ROS 2's prefixes.
  bool avoid_ros_namespace_conventions;
} rmw_qos_profile_t;

/// The result of comparing the QoS of a publisher with that of a subscription.
typedef enum rmw_qos_compatibility_type_e
{
  RMW_QOS_COMPATIBILITY_OK = 0,
  RMW_QOS_COMPATIBILITY_WARNING,
  RMW_QOS_COMPATIBILITY_ERROR
} rmw_qos_compatibility_type_t;

#ifdef __cplusplus
}
#endif

#endif  // RMW__TYPES_H_
