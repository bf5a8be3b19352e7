// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! How a wait set learns of items of an entity that is added while its thread waits.
//!
//! Proves: a thread in wait() does not sleep while an entity has an item, whether the entity was added before or after the
//! item came (no deadlock).
//! Bound: a waiting thread, one that adds the entity and one that publishes an item; at most 2 preemptions.
//! Limits: `watcher` and called_ are sequentially consistent in C++. The model has fences in the places where the proof needs
//! their single order: after the store of `watcher`, after that of prepare(), and before the load of notify_watcher(). loom's
//! fences are too strong to show that this load alone must not be an acquire: the argument is in
//! docs/explanation/design/memory-order.md.
//!
//! Transcribes rclcpp/src/executors/core.cpp
//!   watch: watcher.store seq_cst
//!   notify_watcher: watcher.load seq_cst, notify()
//!   ready: notify_watcher(), queued.exchange seq_cst, lock
//! Transcribes rclcpp/src/executors/parking.hpp
//!   prepare: called_.store seq_cst
//!   notify: called_.exchange seq_cst
//! Transcribes rclcpp/src/executors/wait_set_core.cpp
//!   look: lock
//!   wait: waiting.exchange seq_cst, waiting.store seq_cst, prepare(), look()

use loom::sync::atomic::{fence, AtomicBool, AtomicUsize, Ordering::*};
use loom::sync::{Arc, Mutex};
use loom::thread;
use models::{explore, must_find, Futex, DEADLOCK};

#[derive(Clone, Copy)]
struct Steps {
    sequential: bool,     // watch(), prepare() and notify_watcher() are in one order
    notifies_adder: bool, // add() notifies the spot
}

const RIGHT: Steps = Steps { sequential: true, notifies_adder: true };

#[derive(Default)]
struct Entries {
    added: bool,
    changed: bool,
}

struct WaitSet {
    steps: Steps,
    entries: Mutex<Entries>,
    called: AtomicUsize,
    futex: Futex,
    watcher: AtomicBool, // of the entity: the spot of this wait set
    items: Mutex<usize>, // the entity's queue
}

impl WaitSet {
    fn new(steps: Steps) -> Self {
        WaitSet {
            steps,
            entries: Mutex::new(Entries::default()),
            called: AtomicUsize::new(0),
            futex: Futex::default(),
            watcher: AtomicBool::new(false),
            items: Mutex::new(0),
        }
    }

    fn fence(&self) {
        if self.steps.sequential {
            fence(SeqCst);
        }
    }

    fn prepare(&self) {
        self.called.store(0, Release);
        self.fence();
    }

    fn notify(&self) {
        if self.called.swap(1, AcqRel) == 0 {
            self.futex.wake();
        }
    }

    fn add(&self) {
        {
            let mut entries = self.entries.lock().unwrap();
            entries.added = true;
            entries.changed = true;
        }
        self.watcher.store(true, Release);
        self.fence();
        if self.steps.notifies_adder {
            self.notify();
        }
    }

    fn publish(&self) {
        *self.items.lock().unwrap() += 1;
        self.fence();
        if self.watcher.load(Acquire) {
            self.notify();
        }
    }

    fn wait(&self) {
        loop {
            self.prepare();
            let added = {
                let mut entries = self.entries.lock().unwrap();
                entries.changed = false;
                entries.added
            };
            let ready = added && *self.items.lock().unwrap() > 0;
            if self.entries.lock().unwrap().changed {
                continue;
            }
            if ready {
                return;
            }
            self.futex.wait(&self.called);
        }
    }
}

fn meeting(steps: Steps) {
    let set = Arc::new(WaitSet::new(steps));
    let s = set.clone();
    let adding = thread::spawn(move || s.add());
    let s = set.clone();
    let publishing = thread::spawn(move || s.publish());
    set.wait();
    adding.join().unwrap();
    publishing.join().unwrap();
}

#[test]
fn an_entity_may_be_added_during_a_wait() {
    explore("watcher, added during a wait", 2, || meeting(RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_not_sequential() {
    explore("weak", 2, || meeting(Steps { sequential: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_adds_without_notifying() {
    explore("weak", 2, || meeting(Steps { notifies_adder: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_not_sequential", &[DEADLOCK]);
    must_find("weak_adds_without_notifying", &[DEADLOCK]);
}
