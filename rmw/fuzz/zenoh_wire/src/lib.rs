// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! A libFuzzer target: any bytes as an attachment, and any text as a QoS text, a liveliness token and the parts of a key.
//! What is accepted must be read again as the same after it is written.
#![allow(dead_code)] // the engine uses the rest of the module

#[path = "../../../zenoh/src/wire.rs"]
mod wire;

use wire::{Attachment, Qos, Token};

fn check_attachment(bytes: &[u8]) {
    if let Some(attachment) = Attachment::parse(bytes) {
        assert_eq!(attachment.bytes(), bytes);
    }
}

fn check_qos(text: &str) {
    if let Some(qos) = Qos::parse(text) {
        assert_eq!(Qos::parse(&qos.text()), Some(qos), "{text}");
        let _ = qos.resolved();
    }
}

fn check_token(text: &str) {
    if let Some(token) = Token::parse(text) {
        assert!(wire::session_bytes(&token.session).is_some());
        let written = token.text().unwrap();
        assert_eq!(Token::parse(&written), Some(token), "{text}");
        let _ = wire::gid_of(&written);
    }
}

fn check_key(text: &str) {
    let mut parts = text.splitn(3, '\n');
    let mut part = || parts.next().unwrap_or("");
    let (name, type_name, type_hash) = (part(), part(), part());
    if let Ok(key) = wire::topic_key(7, name, type_name, type_hash) {
        assert!(key.starts_with("7/") && !key.contains("//") && !key.contains(['*', '$', '?', '#']), "{text}");
        assert!(wire::subscription_key(7, name, type_name, type_hash).is_ok());
    }
}

/// Called by libFuzzer.
///
/// # Safety
/// `data` points to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32 {
    let bytes = if size == 0 { &[] } else { std::slice::from_raw_parts(data, size) };
    check_attachment(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        check_qos(text);
        check_token(text);
        check_key(text);
    }
    0
}
