// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Counts and logs what a session drops.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::collections::HashSet;
use std::io::{stderr, Write};
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe, Location};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once};

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
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.log(
                ERROR,
                &format!("internal error in a callback of the Zenoh library: {}", panic_text(panic.as_ref())),
            );
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

/// Returns the reason of a panic.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "its reason is unknown",
    }
}

/// The faults of the sessions that close now.
static CLOSING: Mutex<Vec<Arc<Faults>>> = Mutex::new(Vec::new()); // guards the list

/// A session that closes; also a panic ends it.
struct Closing(Arc<Faults>);

impl Drop for Closing {
    fn drop(&mut self) {
        let mut closing = lock(&CLOSING);
        if let Some(index) = closing.iter().position(|faults| Arc::ptr_eq(faults, &self.0)) {
            closing.swap_remove(index);
        }
    }
}

/// Calls `close`, which closes a session. Zenoh 1.10 first forgets the keys of a router and then ends its connections: a
/// message that comes in between panics on its thread, which harms nobody: it is not printed, but logged for debugging.
pub fn while_closing<R>(faults: &Arc<Faults>, close: impl FnOnce() -> R) -> R {
    lock(&CLOSING).push(faults.clone());
    let _closing = Closing(faults.clone());
    close()
}

/// Returns the faults of a session that closes now, if a panic at that place is due to that.
fn closing_at(place: Option<&Location>) -> Option<Arc<Faults>> {
    place.filter(|place| place.file().ends_with("/routing/dispatcher/resource.rs"))?;
    lock(&CLOSING).first().cloned()
}

/// Lets a panic print one line, without folders of the machine that built the library.
pub fn print_panics_in_one_line() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        set_hook(Box::new(|info| {
            let reason = panic_text(info.payload());
            let place = info.location().map_or_else(String::new, |place| {
                let file = place.file();
                format!(" ({}:{})", file.rsplit('/').next().unwrap_or(file), place.line())
            });
            if let Some(faults) = closing_at(info.location()) {
                faults.log(DEBUG, &format!("internal error while a session closes: {reason}{place}"));
                return;
            }
            // A program whose stderr is closed must not panic again.
            let _ = writeln!(stderr(), "Zenoh: internal error: {reason}{place}");
            let trace = Backtrace::capture(); // if RUST_BACKTRACE requests it
            if trace.status() == BacktraceStatus::Captured {
                let _ = writeln!(stderr(), "{trace}");
            }
        }));
    });
}

/// Removes each " at FILE.rs:LINE." from a text of Zenoh; the file is one of the machine that built the library.
pub fn without_places(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" at ") {
        out.push_str(before);
        match place_size(after) {
            Some(size) => rest = &after[size..],
            None => {
                out.push_str(" at ");
                rest = after;
            }
        }
    }
    out + rest
}

/// Returns the size of "FILE.rs:LINE." at the beginning of a text.
fn place_size(text: &str) -> Option<usize> {
    let (file, after) = text.split_once(".rs:")?;
    if file.contains(char::is_whitespace) {
        return None;
    }
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && after[digits..].starts_with('.')).then_some(file.len() + ".rs:".len() + digits + ".".len())
}

/// Returns the beginning of a peer's text, fit for the log.
pub fn shown(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let logged = Arc::new(Mutex::new((0, String::new())));
        let log = logged.clone();
        let faults = Faults::new(Box::new(move |severity, text| *lock(&log) = (severity, text.to_owned())));
        faults.guard(|| panic!("expected by this test"));
        let (severity, text) = lock(&logged).clone();
        assert_eq!(severity, ERROR);
        assert!(text.ends_with(": expected by this test"), "{text}");
        faults.guard(|| panic!("expected by test {}", 2));
        assert!(lock(&logged).1.ends_with(": expected by test 2"));
        faults.guard(|| std::panic::panic_any(3));
        assert!(lock(&logged).1.ends_with(": its reason is unknown"));
    }

    #[test]
    fn a_session_that_panics_while_it_closes_is_forgotten() {
        let faults = Arc::new(Faults::new(Box::new(|_, _| ())));
        let is_closing = |faults: &Arc<Faults>| lock(&CLOSING).iter().any(|closing| Arc::ptr_eq(closing, faults));
        assert!(while_closing(&faults, || is_closing(&faults)));
        assert!(!is_closing(&faults));
        catch_unwind(AssertUnwindSafe(|| while_closing(&faults, || panic!("expected by this test")))).unwrap_err();
        assert!(!is_closing(&faults));
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
    fn places_in_the_sources_of_zenoh_are_left_out() {
        let inner = "Address in use at /home/a/.cargo/registry/src/b/zenoh-1/src/c.rs:12.";
        assert_eq!(without_places(inner), "Address in use");
        assert_eq!(
            without_places(&format!("Cannot listen at port 7 at src/d.rs:3. - Caused by {inner}")),
            "Cannot listen at port 7 - Caused by Address in use"
        );
        for text in ["", " at ", "look at it", "at x.rs:1.", "a at x.rs:.", "a at b c.rs:1.", "a at x.rs:1"] {
            assert_eq!(without_places(text), text);
        }
    }

    #[test]
    fn a_text_for_the_log_is_short_and_has_no_control_characters() {
        assert_eq!(shown("a\nb"), "a\\nb");
        assert_eq!(shown(&"x".repeat(5000)).len(), 200);
    }
}
