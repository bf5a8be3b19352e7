// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! What the models share: how they are explored, and C++ operations that loom does not have.
//!
//! loom runs a model again and again, with every order of its threads' operations and every value that a load may return.
//! What it does not know, for every model:
//!
//! - Sequentially consistent loads, stores and read-modify-writes: loom takes them for acquire and release. Where the C++
//!   relies on their single order, the model has a sequentially consistent fence, as compilers for POWER have, and says so.
//!   loom's fences also order plain memory, which those of C++ do not.
//! - Load buffering: a load never returns a value that is stored later. No structure has a relaxed load on which a relaxed
//!   store depends that the load's writer waits for.
//! - Some orders of operations: loom remembers only the last access to an atomic, so that a thread's own load hides that of
//!   another thread from the store that follows. Models whose threads load what they store later pass a `Turnstile` first.
//! - Spurious failures of compare_exchange_weak, which all stand in loops that only repeat.
//! - More than five threads, and values that are older than the last seven of an atomic.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Explores all executions of a model in which threads are preempted at most `preemptions` times.
///
/// Panics in the first one that fails an assertion, has a data race or a deadlock. Prints the number of executions.
pub fn explore(name: &str, preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    static EXECUTIONS: AtomicUsize = AtomicUsize::new(0);
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 20_000;
    builder.location = false;
    EXECUTIONS.store(0, Relaxed);
    let start = Instant::now();
    builder.check(move || {
        EXECUTIONS.fetch_add(1, Relaxed);
        model()
    });
    let executions = EXECUTIONS.load(Relaxed);
    println!("{name}: {executions} executions, preemptions <= {preemptions}, {:.1} s", start.elapsed().as_secs_f64());
}

/// Requires that the ignored test `weak` of this program fails with one of the given messages.
///
/// It runs in a process of its own, since a failing execution cannot always be unwound.
pub fn must_find(weak: &str, messages: &[&str]) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([weak, "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("running 1 test"), "there is no test {weak}:\n{text}");
    assert!(!output.status.success(), "the checker does not find what is wrong in {weak}:\n{text}");
    assert!(
        messages.iter().any(|message| text.contains(message)),
        "{weak} fails with another message than {messages:?}:\n{text}"
    );
}

/// loom's message for two accesses of plain memory, one of them a write, of which neither happens before the other.
pub const DATA_RACE: &str = "Causality violation";
/// loom's message if all threads wait.
pub const DEADLOCK: &str = "deadlock";

/// A place where loom considers every other thread. Its relaxed read-modify-write orders nothing else.
#[derive(Default)]
pub struct Turnstile(loom::sync::atomic::AtomicUsize);

impl Turnstile {
    pub fn pass(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// A futex: sleeps while the word has a value, such as 0. The kernel reads the word and falls asleep in one step, since a waker takes the
/// same lock. It returns early if it is woken for another reason, which the callers must bear.
#[derive(Default)]
pub struct Futex {
    bucket: loom::sync::Mutex<()>,
    wakes: loom::sync::Condvar,
}

impl Futex {
    pub fn wait(&self, word: &loom::sync::atomic::AtomicUsize) {
        self.wait_while(word, 0);
    }

    pub fn wait_while(&self, word: &loom::sync::atomic::AtomicUsize, value: usize) {
        let bucket = self.bucket.lock().unwrap();
        if word.load(Relaxed) == value {
            drop(self.wakes.wait(bucket).unwrap());
        }
    }

    pub fn wake(&self) {
        let _bucket = self.bucket.lock().unwrap();
        self.wakes.notify_one();
    }
}
