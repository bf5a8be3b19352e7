// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! How an entity becomes ready, and how the threads of an executor park and are woken.
//!
//! Proves: no item stays behind while all threads sleep (no deadlock), whichever of ready(), ready_again(), the last look of a
//! parking thread and the wake-up comes first; each item is taken once.
//! Bound: one or two producers with one or two items, one or two executor threads; at most 3 preemptions, 1 with two threads.
//! Limits: the core's lock (PiMutex) is loom's mutex, and the futex is that of src/lib.rs. Both exchanges of `queued` and
//! called_ in notify() are sequentially consistent in C++ and acquire-release here, which is enough, since the items are
//! behind a lock. Timers, deadlines, the governor and moves between cores only add wake-ups, or hold the same lock.
//!
//! Transcribes rclcpp/src/executors/parking.hpp
//!   prepare: called_.store seq_cst
//!   call: called_.store release
//!   is_called: called_.load relaxed
//!   notify: called_.exchange seq_cst, wake()
//!   elsewhere: none
//! Transcribes rclcpp/src/executors/parking.cpp
//!   park: none
//!   wake: SYS_futex
//! Transcribes rclcpp/src/executors/core.hpp
//!   wake_one: call_one()
//!   unlock: unlock(), wake()
//! Transcribes rclcpp/src/executors/core.cpp
//!   call_one: call_one(), call_one()
//!   begin_parking: prepare()
//!   end_parking: none
//!   ready: queued.exchange seq_cst, lock, enqueue()
//!   ready_again: lock, enqueue()
//! Transcribes rclcpp/src/executors/ready_set.cpp
//!   enqueue: group.load relaxed, queued.store relaxed
//!   take: queued.exchange seq_cst

use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use loom::sync::{Arc, Mutex};
use loom::thread;
use models::{explore, must_find, Futex, DEADLOCK};

#[derive(Clone, Copy)]
struct Steps {
    calls: bool,          // a thread is called before it is woken
    prepares_first: bool, // before others can see that the thread parks
    clears_first: bool,   // take() clears `queued` before the item is looked for
}

const RIGHT: Steps = Steps { calls: true, prepares_first: true, clears_first: true };

#[derive(Default)]
struct Spot {
    called: AtomicUsize,
    futex: Futex,
}

impl Spot {
    fn prepare(&self) {
        self.called.store(0, Release);
    }

    fn park(&self) {
        self.futex.wait(&self.called);
    }
}

#[derive(Default)]
struct Guarded {
    ready: Vec<usize>,  // entities
    parked: Vec<usize>, // spots
}

struct Entity {
    queued: AtomicBool,
    items: Mutex<usize>, // the subscription's queue
}

struct Executor {
    steps: Steps,
    core: Mutex<Guarded>,
    entities: Vec<Entity>,
    spots: Vec<Spot>,
    left: AtomicUsize, // items that no thread has taken
}

impl Executor {
    fn new(entities: usize, threads: usize, items: usize, steps: Steps) -> Self {
        Executor {
            steps,
            core: Mutex::new(Guarded::default()),
            entities: (0..entities).map(|_| Entity { queued: AtomicBool::new(false), items: Mutex::new(0) }).collect(),
            spots: (0..threads).map(|_| Spot::default()).collect(),
            left: AtomicUsize::new(items),
        }
    }

    // With the lock. Returns the spot to wake after it.
    fn call_one(&self, core: &mut Guarded) -> Option<usize> {
        if core.ready.is_empty() {
            return None;
        }
        let spot = core.parked.pop()?;
        if self.steps.calls {
            self.spots[spot].called.store(1, Release);
        }
        Some(spot)
    }

    // Without the lock.
    fn wake(&self, spot: Option<usize>) {
        if let Some(spot) = spot {
            self.spots[spot].futex.wake();
        }
    }

    fn enqueue(&self, entity: usize) {
        let mut core = self.core.lock().unwrap();
        self.entities[entity].queued.store(true, Relaxed);
        let mut spot = None;
        if !core.ready.contains(&entity) {
            core.ready.push(entity);
            spot = self.call_one(&mut core);
        }
        drop(core);
        self.wake(spot);
    }

    fn ready(&self, entity: usize) {
        if !self.entities[entity].queued.swap(true, AcqRel) {
            self.enqueue(entity);
        }
    }

    fn publish(&self, entity: usize) {
        *self.entities[entity].items.lock().unwrap() += 1;
        self.ready(entity);
    }

    /// Takes one item and says whether there are more.
    fn execute(&self, entity: usize) {
        let more = {
            let mut items = self.entities[entity].items.lock().unwrap();
            if *items == 0 {
                return;
            }
            *items -= 1;
            *items > 0
        };
        if more {
            self.enqueue(entity); // ready_again()
        }
        if self.left.fetch_sub(1, AcqRel) == 1 {
            self.stop();
        }
    }

    fn stop(&self) {
        let mut core = self.core.lock().unwrap();
        while let Some(spot) = core.parked.pop() {
            self.spots[spot].called.store(1, Release);
            self.spots[spot].futex.wake();
        }
    }

    fn spin(&self, me: usize) {
        let mut core = self.core.lock().unwrap();
        loop {
            if self.left.load(Acquire) == 0 {
                return;
            }
            if let Some(entity) = core.ready.pop() {
                if self.steps.clears_first {
                    self.entities[entity].queued.swap(false, AcqRel);
                }
                let spot = self.call_one(&mut core);
                drop(core);
                self.wake(spot);
                self.execute(entity);
                if !self.steps.clears_first {
                    self.entities[entity].queued.swap(false, AcqRel);
                }
                core = self.core.lock().unwrap();
                continue;
            }
            if self.steps.prepares_first {
                self.spots[me].prepare();
            }
            core.parked.push(me);
            drop(core);
            if !self.steps.prepares_first {
                self.spots[me].prepare();
            }
            self.spots[me].park();
            core = self.core.lock().unwrap();
            core.parked.retain(|spot| *spot != me);
        }
    }
}

/// `publishers[i]` publishes its items on the entity i; `threads` threads of the executor take them all.
fn traffic(publishers: &'static [usize], entities: usize, threads: usize, steps: Steps) {
    let executor = Arc::new(Executor::new(entities, threads, publishers.iter().sum(), steps));
    let mut others: Vec<_> = publishers
        .iter()
        .enumerate()
        .map(|(i, items)| {
            let executor = executor.clone();
            thread::spawn(move || (0..*items).for_each(|_| executor.publish(i % entities)))
        })
        .collect();
    others.extend((1..threads).map(|me| {
        let executor = executor.clone();
        thread::spawn(move || executor.spin(me))
    }));
    executor.spin(0);
    for thread in others {
        thread.join().unwrap();
    }
    for entity in &executor.entities {
        assert_eq!(*entity.items.lock().unwrap(), 0);
    }
}

#[test]
fn a_parking_thread_misses_no_item() {
    explore("parking, one publisher", 3, || traffic(&[2], 1, 1, RIGHT));
}

#[test]
fn two_publishers_of_one_entity_lose_nothing() {
    explore("parking, two publishers", 2, || traffic(&[1, 1], 1, 1, RIGHT));
}

#[test]
fn two_threads_pass_wake_ups_on() {
    explore("parking, two threads", 1, || traffic(&[1, 1], 2, 2, RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_wakes_without_call() {
    explore("weak", 3, || traffic(&[1], 1, 1, Steps { calls: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_prepares_late() {
    explore("weak", 3, || traffic(&[1], 1, 1, Steps { prepares_first: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_clears_late() {
    explore("weak", 3, || traffic(&[2], 1, 1, Steps { clears_first: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_wakes_without_call", &[DEADLOCK]);
    must_find("weak_prepares_late", &[DEADLOCK]);
    must_find("weak_clears_late", &[DEADLOCK]);
}
