// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The wake-up for threads that rarely wait; its notify() is one atomic operation while nobody does.
//!
//! Proves: no wake-up is lost (no deadlock): a waiter whose condition was changed before notify() returns, even if the
//! condition is a relaxed load; and it then sees the change.
//! Bound: two waiters and a notifier, a waiter and two notifiers; at most 4 preemptions, 3 with two notifiers.
//! Limits: the operations on `waiting` are sequentially consistent in C++ and acquire-release here, which is enough: they
//! are all read-modify-writes of one atomic, so that one of a waiter and a notifier reads what the other one has written.
//! The limit of time is not modelled.
//!
//! Transcribes rx/include/rx/detail/event_count.hpp
//!   notify: waiting_.fetch_add seq_cst, lock, notify_all
//!   wait_for: lock, waiting_.fetch_add seq_cst, waiting_.fetch_sub relaxed
//!   elsewhere: none

use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use loom::sync::{Arc, Condvar, Mutex};
use loom::thread;
use models::{explore, must_find, DEADLOCK};

#[derive(Clone, Copy)]
struct Steps {
    notify_writes: bool, // notify() reads `waiting` by a read-modify-write
    notify_locks: bool,
}

const RIGHT: Steps = Steps { notify_writes: true, notify_locks: true };

struct EventCount {
    steps: Steps,
    mutex: Mutex<()>,
    changed: Condvar,
    waiting: AtomicUsize,
}

impl EventCount {
    fn new(steps: Steps) -> Self {
        EventCount { steps, mutex: Mutex::new(()), changed: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    fn notify(&self) {
        let waiting =
            if self.steps.notify_writes { self.waiting.fetch_add(0, AcqRel) } else { self.waiting.load(Acquire) };
        if waiting > 0 {
            if self.steps.notify_locks {
                drop(self.mutex.lock().unwrap());
            }
            self.changed.notify_all();
        }
    }

    fn wait(&self, ready: impl Fn() -> bool) {
        let mut lock = self.mutex.lock().unwrap();
        self.waiting.fetch_add(1, AcqRel);
        while !ready() {
            lock = self.changed.wait(lock).unwrap();
        }
        self.waiting.fetch_sub(1, Relaxed);
    }
}

struct Shared {
    event: EventCount,
    flags: [AtomicBool; 2],
}

fn meeting(waiters: usize, notifiers: usize, steps: Steps) {
    let shared =
        Arc::new(Shared { event: EventCount::new(steps), flags: [AtomicBool::new(false), AtomicBool::new(false)] });
    let threads: Vec<_> = (1..waiters)
        .map(|_| {
            let s = shared.clone();
            thread::spawn(move || s.event.wait(|| (0..notifiers).all(|i| s.flags[i].load(Relaxed))))
        })
        .chain((0..notifiers).map(|i| {
            let s = shared.clone();
            thread::spawn(move || {
                s.flags[i].store(true, Relaxed);
                s.event.notify();
            })
        }))
        .collect();
    shared.event.wait(|| (0..notifiers).all(|i| shared.flags[i].load(Relaxed)));
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn wakes_two_waiters() {
    explore("event_count, two waiters", 4, || meeting(2, 1, RIGHT));
}

#[test]
fn two_notifiers_wake_a_waiter() {
    explore("event_count, two notifiers", 3, || meeting(1, 2, RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_notify_only_reads() {
    explore("weak", 4, || meeting(1, 1, Steps { notify_writes: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_notify_without_lock() {
    explore("weak", 4, || meeting(1, 1, Steps { notify_locks: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_notify_only_reads", &[DEADLOCK]);
    must_find("weak_notify_without_lock", &[DEADLOCK]);
}
