// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Keeps the library in memory once it is loaded: Zenoh has threads that never end.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,librxros2_zenoh.so");
    println!("cargo:rerun-if-changed=build.rs");
}
