// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Topics, services and the graph of rmw_zenoh_cpp behind the C interface that rxros2_zenoh.h describes.

pub mod abi;
mod addresses;
mod calls;
mod connection_faults;
mod end_of_thread;
mod faults;
mod forked;
mod graph;
mod history;
mod host_router;
mod inspection;
mod payload;
mod probe;
mod services;
mod session;
mod settings;
mod topics;
pub mod wire;

/// The objects behind the pointers of the interface.
pub mod objects {
    pub use crate::graph::Announcement;
    pub use crate::services::{Client, Request, Service};
    pub use crate::session::Session;
    pub use crate::topics::{Publisher, Subscription};
}

/// Returns the functions of the library; null if it has not this version of the interface.
#[no_mangle]
pub extern "C" fn rxros2_zenoh_api(abi: u32) -> *const abi::Functions {
    abi::functions(abi)
}
