// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The baton between the source of observe_on and the task that drains its ring: the flag `scheduled`.
//!
//! Proves: no item and no end stays behind in the ring without a scheduled task; the task never runs in two threads at once
//! and sees what its previous run wrote (no data race on `delivered`); each item is delivered exactly once, the end last.
//! Bound: a source with two items and an end, and two further threads that schedule; at most 3 preemptions.
//! Limits: a scheduled task runs in the thread that scheduled it, which is one of the worker's possible orders and leaves
//! out only those in which the task begins later. The ring is one flag for each item, published as ring's slots are.
//!
//! Transcribes rx/include/rx/detail/hand_over.hpp
//!   push: wake()
//!   end: ended_.store release, wake()
//!   run: drain(), scheduled_.exchange acq_rel, ended_unseen(), scheduled_.exchange acq_rel
//!   wake: scheduled_.exchange acq_rel
//!   ended_unseen: ended_.load acquire
//!   drain: ended_.load acquire, delivered.fetch_add relaxed

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicBool, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, DATA_RACE};

#[derive(Clone, Copy)]
struct Steps {
    wake_writes: bool,     // wake() exchanges even if the flag is set already
    run_exchanges: bool,   // run() clears the flag by an exchange
    run_looks_again: bool, // after it has cleared the flag
}

const RIGHT: Steps = Steps { wake_writes: true, run_exchanges: true, run_looks_again: true };
const END: usize = 77;

struct HandOver {
    steps: Steps,
    ring: Vec<AtomicBool>,
    scheduled: AtomicBool,
    ended: AtomicBool,
    delivered: UnsafeCell<Vec<usize>>,
}

impl HandOver {
    fn new(items: usize, steps: Steps) -> Self {
        HandOver {
            steps,
            ring: (0..items).map(|_| AtomicBool::new(false)).collect(),
            scheduled: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            delivered: UnsafeCell::new(Vec::new()),
        }
    }

    fn push(&self, item: usize) {
        self.ring[item].store(true, Release);
        self.wake();
    }

    fn end(&self) {
        self.ended.store(true, Release);
        self.wake();
    }

    fn wake(&self) {
        if !self.steps.wake_writes && self.scheduled.load(Acquire) {
            return;
        }
        if !self.scheduled.swap(true, AcqRel) {
            self.run();
        }
    }

    fn run(&self) {
        loop {
            if self.drain() {
                return; // disposed
            }
            if self.steps.run_exchanges {
                self.scheduled.swap(false, AcqRel);
            } else {
                self.scheduled.store(false, Release);
            }
            let idle = self.empty() && !self.ended.load(Acquire);
            if !self.steps.run_looks_again || idle || self.scheduled.swap(true, AcqRel) {
                return;
            }
        }
    }

    fn empty(&self) -> bool {
        !self.ring.iter().any(|item| item.load(Acquire))
    }

    /// Returns true once the end was delivered.
    fn drain(&self) -> bool {
        let ended = self.ended.load(Acquire);
        for (item, waits) in self.ring.iter().enumerate() {
            if waits.load(Acquire) {
                waits.store(false, Relaxed);
                self.delivered.with_mut(|p| unsafe { (*p).push(item) });
            }
        }
        if ended {
            self.delivered.with_mut(|p| unsafe { (*p).push(END) });
        }
        ended
    }

    fn delivered(&self) -> Vec<usize> {
        self.delivered.with(|p| unsafe { (*p).clone() })
    }
}

/// `threads` threads push one item each.
fn items_only(threads: usize, steps: Steps) {
    let task = Arc::new(HandOver::new(threads, steps));
    let others: Vec<_> = (1..threads)
        .map(|item| {
            let task = task.clone();
            thread::spawn(move || task.push(item))
        })
        .collect();
    task.push(0);
    for other in others {
        other.join().unwrap();
    }
    let mut delivered = task.delivered();
    delivered.sort_unstable();
    assert_eq!(delivered, (0..threads).collect::<Vec<_>>(), "an item was lost");
}

/// A source pushes two items and ends while the task runs in another thread.
fn source_and_end(steps: Steps) {
    let task = Arc::new(HandOver::new(3, steps));
    let t = task.clone();
    let running = thread::spawn(move || t.push(0));
    task.push(1);
    running.join().unwrap();
    let t = task.clone();
    let running = thread::spawn(move || t.wake());
    task.push(2);
    task.end();
    running.join().unwrap();
    let delivered = task.delivered();
    assert_eq!(delivered.iter().filter(|item| **item == END).count(), 1, "the end was lost");
    assert_eq!(delivered.last(), Some(&END));
    assert_eq!(delivered.len(), 4, "an item was lost");
}

#[test]
fn an_end_comes_last_and_is_not_lost() {
    explore("hand_over, source and end", 2, || source_and_end(RIGHT));
}

#[test]
fn two_threads_lose_nothing() {
    explore("hand_over, two threads", 4, || items_only(2, RIGHT));
}

#[test]
fn three_threads_lose_nothing() {
    explore("hand_over, three threads", 2, || items_only(3, RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_wake_only_reads() {
    explore("weak", 4, || items_only(2, Steps { wake_writes: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_run_only_stores() {
    explore("weak", 4, || items_only(2, Steps { run_exchanges: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_run_looks_once() {
    explore("weak", 4, || items_only(2, Steps { run_looks_again: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_wake_only_reads", &["an item was lost"]);
    must_find("weak_run_only_stores", &["an item was lost", DATA_RACE]);
    must_find("weak_run_looks_once", &["an item was lost"]);
}
