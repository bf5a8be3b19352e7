// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Counts and logs what a session drops.

use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

use crate::calls::lock;

/// The severities of the log.
pub const DEBUG: u32 = 10;
pub const WARNING: u32 = 30;
pub const ERROR: u32 = 40;

/// The most peers whose faults are remembered; those of further peers are only counted.
const MAX_REPORTED: usize = 1000;

pub type Log = Box<dyn Fn(u32, &str) + Send + Sync>;

/// The faults of peers that a session met.
pub struct Faults {
    log: Log,
    samples: AtomicU64,
    tokens: AtomicU64,
    reported: Mutex<HashSet<(&'static str, String)>>, // guards the kinds of faults and the peers that were logged
}

impl Faults {
    pub fn new(log: Log) -> Faults {
        Faults { log, samples: AtomicU64::new(0), tokens: AtomicU64::new(0), reported: Mutex::default() }
    }

    pub fn samples(&self) -> u64 {
        self.samples.load(Ordering::Relaxed)
    }

    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }

    pub fn log(&self, severity: u32, text: &str) {
        (self.log)(severity, text);
    }

    /// Runs the work of a callback of Zenoh, which no panic may leave.
    pub fn guard(&self, work: impl FnOnce()) {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            self.log(ERROR, "internal error in a callback of the Zenoh library");
        }
    }

    /// Counts a sample that is dropped; logs the first of each peer.
    pub fn drop_sample(&self, peer: &str, text: impl FnOnce() -> String) {
        self.samples.fetch_add(1, Ordering::Relaxed);
        self.log_once("sample", peer, text);
    }

    /// Counts a token that is ignored; logs the first of each peer.
    pub fn drop_token(&self, peer: &str, text: impl FnOnce() -> String) {
        self.tokens.fetch_add(1, Ordering::Relaxed);
        self.log_once("token", peer, text);
    }

    /// Logs why a connection was refused, unless that was logged before.
    pub fn refuse_connection(&self, text: &str) {
        self.log_once("connection", text, || text.to_owned());
    }

    fn log_once(&self, kind: &'static str, peer: &str, text: impl FnOnce() -> String) {
        let is_new = {
            let mut reported = lock(&self.reported);
            reported.len() < MAX_REPORTED && reported.insert((kind, peer.to_owned()))
        };
        if is_new {
            self.log(WARNING, &text());
        }
    }
}

/// Returns the beginning of a peer's text, fit for the log.
pub fn shown(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn faults_are_counted_and_logged_once_a_peer() {
        let logged = Arc::new(Mutex::new(Vec::new()));
        let log = logged.clone();
        let faults = Faults::new(Box::new(move |severity, text| lock(&log).push((severity, text.to_owned()))));
        for peer in ["a", "b", "a", "a"] {
            faults.drop_sample(peer, || format!("sample of {peer}"));
        }
        faults.drop_token("a", || "token of a".into());
        assert_eq!((faults.samples(), faults.tokens()), (4, 1));
        let texts: Vec<_> = lock(&logged).iter().map(|(_, text)| text.clone()).collect();
        assert_eq!(texts, ["sample of a", "sample of b", "token of a"]);
        assert!(lock(&logged).iter().all(|(severity, _)| *severity == WARNING));
    }

    #[test]
    fn a_panic_in_a_callback_is_logged() {
        let logged = Arc::new(Mutex::new(0));
        let log = logged.clone();
        let faults = Faults::new(Box::new(move |severity, _| *lock(&log) = severity));
        faults.guard(|| panic!("expected by this test"));
        assert_eq!(*lock(&logged), ERROR);
    }

    #[test]
    fn the_number_of_remembered_peers_is_bounded() {
        let faults = Faults::new(Box::new(|_, _| ()));
        for peer in 0..MAX_REPORTED + 10 {
            faults.drop_sample(&peer.to_string(), String::new);
        }
        assert_eq!(faults.samples(), MAX_REPORTED as u64 + 10);
        assert_eq!(lock(&faults.reported).len(), MAX_REPORTED);
    }

    #[test]
    fn a_text_for_the_log_is_short_and_has_no_control_characters() {
        assert_eq!(shown("a\nb"), "a\\nb");
        assert_eq!(shown(&"x".repeat(5000)).len(), 200);
    }
}
