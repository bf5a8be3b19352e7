// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The routes of a topic, which publishers read without a lock while endpoints come and go.
//!
//! Proves: no publisher reads a snapshot that was freed, or frees it while one reads (no data race); a publisher whose
//! publish() comes after the change sees the new routes; a replaced snapshot is freed by a later change.
//! Bound: two publishers with one message each, or one with two, and up to three changes; at most 3 preemptions.
//! Limits: at_work.fetch_add(1) then snapshot.load(), and snapshot.exchange() then at_work.load(), are sequentially
//! consistent in C++. The model has an acquire-release operation, a fence and an acquire operation for each pair. Nothing
//! else relies on the single order of these operations.
//!
//! Transcribes rclcpp/src/local/topic.hpp
//!   Reading: Reading(), turn_.load relaxed, at_work_.fetch_add seq_cst, snapshot_.load seq_cst, Reading(),
//!       at_work_.fetch_sub release
//!   elsewhere: none
//! Transcribes rclcpp/src/local/topic.cpp
//!   replace: snapshot_.exchange seq_cst, reclaim(), turn_.store relaxed, turn_.load relaxed
//!   reclaim: at_work_.load seq_cst

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicUsize, Ordering, Ordering::*};
use loom::sync::{Arc, Mutex};
use loom::thread;
use models::{explore, must_find, DATA_RACE};

const ALIVE: usize = 1;
const FREED: usize = 2;

#[derive(Clone, Copy)]
struct Orders {
    publisher_fence: bool,
    reclaim_fence: bool,
    leave: Ordering,
    both_counters: bool, // a snapshot is freed after both counters were seen at 0
}

const RIGHT: Orders = Orders { publisher_fence: true, reclaim_fence: true, leave: Release, both_counters: true };

struct Retired {
    snapshot: usize,
    seen_idle: [bool; 2],
}

struct Topic {
    orders: Orders,
    memory: Vec<UnsafeCell<usize>>, // one place for each snapshot
    snapshot: AtomicUsize,
    at_work: [AtomicUsize; 2],
    turn: AtomicUsize,
    retired: Mutex<Vec<Retired>>,
}

impl Topic {
    fn new(snapshots: usize, orders: Orders) -> Self {
        Topic {
            orders,
            memory: (0..snapshots).map(|_| UnsafeCell::new(ALIVE)).collect(),
            snapshot: AtomicUsize::new(0),
            at_work: [AtomicUsize::new(0), AtomicUsize::new(0)],
            turn: AtomicUsize::new(0),
            retired: Mutex::new(Vec::new()),
        }
    }

    /// Publishes a message: constructs a Reading, reads its route, destroys it. Returns the snapshot.
    fn publish(&self) -> usize {
        let at_work = &self.at_work[self.turn.load(Relaxed)];
        at_work.fetch_add(1, AcqRel);
        if self.orders.publisher_fence {
            fence(SeqCst);
        }
        let snapshot = self.snapshot.load(Acquire);
        self.memory[snapshot].with(|p| assert_eq!(unsafe { *p }, ALIVE, "used after it was freed"));
        at_work.fetch_sub(1, self.orders.leave);
        snapshot
    }

    fn replace(&self, snapshot: usize) {
        let mut retired = self.retired.lock().unwrap();
        let old = self.snapshot.swap(snapshot, AcqRel);
        retired.push(Retired { snapshot: old, seen_idle: [false, false] });
        self.reclaim(&mut retired);
        self.turn.store(1 - self.turn.load(Relaxed), Relaxed);
    }

    fn reclaim(&self, retired: &mut Vec<Retired>) {
        if self.orders.reclaim_fence {
            fence(SeqCst);
        }
        for i in 0..2 {
            if self.at_work[i].load(Acquire) == 0 {
                for old in retired.iter_mut() {
                    old.seen_idle[i] = true;
                }
            }
        }
        retired.retain(|old| {
            let free = if self.orders.both_counters { old.seen_idle[0] && old.seen_idle[1] } else { old.seen_idle[0] };
            if free {
                self.memory[old.snapshot].with_mut(|p| unsafe { *p = FREED });
            }
            !free
        });
    }
}

/// `publishers` threads publish `messages` messages each while another one changes the topic.
fn traffic(publishers: usize, messages: usize, changes: usize, orders: Orders) {
    let topic = Arc::new(Topic::new(changes + 1, orders));
    let threads: Vec<_> = (0..publishers)
        .map(|_| {
            let topic = topic.clone();
            thread::spawn(move || {
                let seen: Vec<_> = (0..messages).map(|_| topic.publish()).collect();
                assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]), "the routes go back");
            })
        })
        .collect();
    for change in 1..=changes {
        topic.replace(change);
        assert!(change == 2 || topic.publish() == change, "a change is not seen by its own thread");
    }
    for thread in threads {
        thread.join().unwrap();
    }
    // No publisher is left, so the next change frees what all of them left behind.
    topic.reclaim(&mut topic.retired.lock().unwrap());
    assert!(topic.retired.lock().unwrap().is_empty());
}

#[test]
fn a_publisher_may_publish_during_changes() {
    explore("route_snapshot, two messages", 3, || traffic(1, 2, 2, RIGHT));
}

#[test]
fn both_counters_are_used() {
    explore("route_snapshot, three changes", 3, || traffic(1, 1, 3, RIGHT));
}

#[test]
fn two_publishers_may_publish_during_changes() {
    explore("route_snapshot, two publishers", 2, || traffic(2, 1, 2, RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_publisher_not_sequential() {
    explore("weak", 3, || traffic(1, 1, 2, Orders { publisher_fence: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_reclaim_not_sequential() {
    explore("weak", 3, || traffic(1, 1, 2, Orders { reclaim_fence: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_leave() {
    explore("weak", 3, || traffic(1, 1, 2, Orders { leave: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_one_counter() {
    explore("weak", 3, || traffic(1, 1, 3, Orders { both_counters: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_publisher_not_sequential", &[DATA_RACE, "used after it was freed"]);
    must_find("weak_reclaim_not_sequential", &[DATA_RACE, "used after it was freed"]);
    must_find("weak_relaxed_leave", &[DATA_RACE, "used after it was freed"]);
    must_find("weak_one_counter", &[DATA_RACE, "used after it was freed"]);
}
