// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The slots of shared memory, which a publisher reuses while reader processes take and release them.
//!
//! Proves: a reader that has taken the slot of a descriptor reads the sample of that descriptor, whole, until it releases
//! the slot (no data race on `data`); a descriptor whose slot has been reused finds nothing. A publisher that reuses a slot
//! when all readers have received its sample takes no sample away from a reader whose descriptor is on its way. A sample
//! counts as received only by its own readers' bits, also while its slot is reused.
//! Bound: a publisher with two or three samples in one slot and one or two reader processes; at most 3 preemptions, 2 with two readers.
//! Limits: the single order of the generation and the bits is a sequentially consistent fence in the model. A descriptor is
//! passed by an atomic in place of a socket. A dead reader's bits are cleared under the kernel's lock of its index.
//!
//! Transcribes rmw/src/shared_memory/pool.cpp
//!   has_readers: readers.load seq_cst
//!   is_reusable: received.load acquire
//!   was_received: received.load acquire, generation.load acquire
//!   begin_use: has_readers(), generation.store seq_cst, has_readers(), received.store relaxed
//! Transcribes rmw/src/shared_memory/publishers.cpp
//!   has_index: reader_cookies.load relaxed
//!   clear_bit: has_index(), readers.fetch_and seq_cst
//!   claim: readers.fetch_or seq_cst, generation.load seq_cst, has_index(), capacity.load relaxed, received.fetch_or
//!       release, clear_bit()
//!   hold: lock, claim(), lost_.fetch_add relaxed, received_.fetch_add relaxed

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, DATA_RACE};

#[derive(Clone, Copy)]
struct Steps {
    fences: bool,       // else the generation and the bits have no common order
    checks_again: bool, // the publisher reads the bits after the new generation, too
    release: Ordering,  // with which a reader clears its bit
    clears: bool,       // the publisher clears the bits of those that received the last sample
    receives: Receives, // when a reader says that it has received a sample
    compares: Compares, // when the publisher compares the generation of the bits that it reads
}

#[derive(Clone, Copy, PartialEq)]
enum Receives {
    Found,
    Early, // before it holds the slot
}

#[derive(Clone, Copy, PartialEq)]
enum Compares {
    After,
    Before,
    Never,
}

const RIGHT: Steps = Steps {
    fences: true,
    checks_again: true,
    release: AcqRel,
    clears: true,
    receives: Receives::Found,
    compares: Compares::After,
};

struct Slot {
    steps: Steps,
    generation: AtomicUsize,
    readers: AtomicUsize,
    received: AtomicUsize,
    data: UnsafeCell<usize>,
    descriptor: AtomicUsize,
}

impl Slot {
    fn new(steps: Steps) -> Self {
        Slot {
            steps,
            generation: AtomicUsize::new(0),
            readers: AtomicUsize::new(0),
            received: AtomicUsize::new(0),
            data: UnsafeCell::new(0),
            descriptor: AtomicUsize::new(0),
        }
    }

    fn order(&self) {
        if self.steps.fences {
            fence(SeqCst);
        }
    }

    fn begin_use(&self, generation: usize) -> bool {
        if self.readers.load(Acquire) != 0 {
            return false;
        }
        self.generation.store(generation, Release);
        self.order();
        if self.steps.checks_again && self.readers.load(Acquire) != 0 {
            return false;
        }
        if self.steps.clears {
            self.received.store(0, Relaxed);
        }
        true
    }

    fn is_reusable(&self, receivers: usize) -> bool {
        self.received.load(Acquire) & receivers == receivers
    }

    fn was_received(&self, generation: usize, receivers: usize) -> bool {
        let before = self.generation.load(Acquire) == generation;
        let received = self.received.load(Acquire) & receivers == receivers;
        let after = self.generation.load(Acquire) == generation;
        received
            && match self.steps.compares {
                Compares::After => after,
                Compares::Before => before,
                Compares::Never => true,
            }
    }

    fn publish(&self, generation: usize) {
        if self.begin_use(generation) {
            self.data.with_mut(|data| unsafe { *data = generation });
            self.descriptor.store(generation, Release);
        }
    }

    fn receive(&self, bit: usize) {
        let descriptor = self.descriptor.load(Acquire);
        if descriptor != 0 {
            self.find(descriptor, bit);
        }
    }

    /// Returns whether the sample was still there.
    fn find(&self, descriptor: usize, bit: usize) -> bool {
        if self.steps.receives == Receives::Early {
            self.received.fetch_or(bit, Release);
        }
        self.readers.fetch_or(bit, AcqRel);
        self.order();
        let found = self.generation.load(Acquire) == descriptor;
        if found {
            if self.steps.receives == Receives::Found {
                self.received.fetch_or(bit, Release);
            }
            assert_eq!(self.data.with(|data| unsafe { *data }), descriptor, "torn");
        }
        self.readers.fetch_and(!bit, self.steps.release);
        found
    }
}

fn publisher_and_readers(readers: usize, steps: Steps) {
    let slot = Arc::new(Slot::new(steps));
    slot.publish(1);
    let threads: Vec<_> = (0..readers)
        .map(|i| {
            let slot = slot.clone();
            thread::spawn(move || slot.receive(1 << i))
        })
        .collect();
    slot.publish(2);
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(slot.readers.load(Relaxed), 0);
}

/// A publisher sends three samples in one slot, which it reuses as soon as the reader has received the last one. Each
/// descriptor waits in a socket of its own.
fn publisher_waits_for_reader(steps: Steps) {
    let slot = Arc::new(Slot::new(steps));
    let sockets = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0)]);
    let reader = {
        let (slot, sockets) = (slot.clone(), sockets.clone());
        thread::spawn(move || {
            for socket in sockets.iter() {
                let descriptor = socket.load(Acquire);
                if descriptor != 0 {
                    assert!(slot.find(descriptor, 1), "lost");
                }
            }
        })
    };
    for (i, socket) in sockets.iter().enumerate() {
        if i > 0 && !slot.is_reusable(1) {
            break;
        }
        if !slot.begin_use(i + 1) {
            break;
        }
        slot.data.with_mut(|data| unsafe { *data = i + 1 });
        socket.store(i + 1, Release);
    }
    reader.join().unwrap();
}

/// The descriptor of the first sample is lost, and the slot is reused after its pause. Another thread of the publisher asks
/// meanwhile whether the reader has received the first sample.
fn publisher_asks_for_a_lost_sample(steps: Steps) {
    let slot = Arc::new(Slot::new(steps));
    assert!(slot.begin_use(1));
    let asking = {
        let slot = slot.clone();
        thread::spawn(move || assert!(!slot.was_received(1, 1), "taken for received"))
    };
    let reader = {
        let slot = slot.clone();
        thread::spawn(move || slot.receive(1))
    };
    slot.publish(2);
    reader.join().unwrap();
    asking.join().unwrap();
}

#[test]
fn a_sample_counts_as_received_only_by_its_own_bits() {
    explore("slots, received", 3, || publisher_asks_for_a_lost_sample(RIGHT));
}

#[test]
fn no_descriptor_on_its_way_loses_its_sample() {
    explore("slots, reused early", 3, || publisher_waits_for_reader(RIGHT));
}

#[test]
fn a_sample_is_never_torn() {
    explore("slots, one reader", 3, || publisher_and_readers(1, RIGHT));
}

#[test]
fn two_readers_hold_a_slot_independently() {
    explore("slots, two readers", 2, || publisher_and_readers(2, RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_without_order() {
    explore("weak", 3, || publisher_and_readers(1, Steps { fences: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_without_second_check() {
    explore("weak", 3, || publisher_and_readers(1, Steps { checks_again: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_release() {
    explore("weak", 3, || publisher_and_readers(1, Steps { release: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_received_early() {
    explore("weak", 3, || publisher_waits_for_reader(Steps { receives: Receives::Early, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_received_stays() {
    explore("weak", 3, || publisher_waits_for_reader(Steps { clears: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_compares_before() {
    explore("weak", 3, || publisher_asks_for_a_lost_sample(Steps { compares: Compares::Before, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_compares_never() {
    explore("weak", 3, || publisher_asks_for_a_lost_sample(Steps { compares: Compares::Never, ..RIGHT }));
}

#[test]
fn the_checker_finds_each_weakness() {
    for weak in ["weak_without_order", "weak_without_second_check", "weak_relaxed_release"] {
        must_find(weak, &[DATA_RACE, "torn"]);
    }
    for weak in ["weak_received_early", "weak_received_stays"] {
        must_find(weak, &["lost"]);
    }
    for weak in ["weak_compares_before", "weak_compares_never"] {
        must_find(weak, &["taken for received"]);
    }
}
