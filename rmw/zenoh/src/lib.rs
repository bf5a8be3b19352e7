// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The wire format of rmw_zenoh_cpp: keys, liveliness tokens, QoS texts, GIDs and attachments.

pub mod wire;
