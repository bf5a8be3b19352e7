// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The datagrams between processes: the ring of an inbox, and the bell of a mailbox with several inboxes.
//!
//! Proves: the receiver reads each datagram once, whole and in order (no data race on the bytes), also after the sender has
//! moved the origin of its empty inbox; no wake-up is lost (no deadlock), also after another sender was killed between any
//! two of its steps.
//! Bound: a sender with three datagrams through an inbox for one or two, two senders with one each; at most 3 preemptions.
//! Limits: the single order of `rung` and `sleeping` is a sequentially consistent fence in the model. Datagrams have one
//! size, so there is no mark that skips the rest of the ring. What a process writes against the rules is not modelled.
//!
//! Transcribes rmw/src/shared_memory/mailbox.cpp
//!   receive: stopped_.load acquire, rung.load relaxed, rung.exchange seq_cst, take(), wait()
//!   take: is_unreadable.store relaxed, head.load acquire, origin.load relaxed, tail.store release
//!   wait: bell.load seq_cst, sleeping.store seq_cst, rung.load seq_cst, stopped_.load seq_cst, SYS_futex,
//!       sleeping.store relaxed
//!   wake: sleeping.load seq_cst, bell.fetch_add seq_cst, SYS_futex
//! Transcribes rmw/src/shared_memory/mailboxes.cpp
//!   add: lock, tail.load acquire, origin.store relaxed, is_unreadable.load relaxed, head.store release
//!   send: add(), add(), rung.fetch_or seq_cst, wake(), lock, send(), lock

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, Futex, DATA_RACE, DEADLOCK};
use std::cell::Cell;

#[derive(Clone, Copy)]
struct Steps {
    fences: bool,       // else `rung` and `sleeping` have no common order
    bell_changes: bool, // before the receiver is woken
    bell_first: bool,   // the receiver reads it before it says that it sleeps
    head: Ordering,     // with which a sender publishes a datagram
    tail: Ordering,     // with which the receiver gives its place back
    moves_empty: bool,  // the origin moves only if the inbox is empty
}

const RIGHT: Steps =
    Steps { fences: true, bell_changes: true, bell_first: true, head: Release, tail: Release, moves_empty: true };

/// After which step a sender is killed.
#[derive(Clone, Copy, PartialEq)]
enum Killed {
    Never,
    Published,
    Rung,
    BellChanged,
}

#[derive(Default)]
struct Inbox {
    head: AtomicUsize,
    origin: AtomicUsize,
    tail: AtomicUsize,
    places: Vec<UnsafeCell<usize>>,
}

struct Mailbox {
    steps: Steps,
    rung: AtomicUsize,
    sleeping: AtomicUsize,
    bell: AtomicUsize,
    futex: Futex,
    inboxes: Vec<Inbox>,
}

/// What only the receiver knows.
#[derive(Default)]
struct Receiver {
    rung: Cell<usize>,
    tails: [Cell<usize>; 2],
}

impl Mailbox {
    fn new(inboxes: usize, capacity: usize, steps: Steps) -> Self {
        let places = || (0..capacity).map(|_| UnsafeCell::new(0)).collect();
        Mailbox {
            steps,
            rung: AtomicUsize::new(0),
            sleeping: AtomicUsize::new(0),
            bell: AtomicUsize::new(0),
            futex: Futex::default(),
            inboxes: (0..inboxes).map(|_| Inbox { places: places(), ..Inbox::default() }).collect(),
        }
    }

    fn fence(&self) {
        if self.steps.fences {
            fence(SeqCst);
        }
    }

    fn receive(&self, own: &Receiver) -> usize {
        loop {
            if self.rung.load(Relaxed) != 0 {
                own.rung.set(own.rung.get() | self.rung.swap(0, AcqRel));
            }
            while own.rung.get() != 0 {
                let index = own.rung.get().trailing_zeros() as usize;
                if let Some(value) = self.take(index, own) {
                    return value;
                }
                own.rung.set(own.rung.get() & !(1 << index));
            }
            self.wait();
        }
    }

    fn take(&self, index: usize, own: &Receiver) -> Option<usize> {
        let inbox = &self.inboxes[index];
        let head = inbox.head.load(Acquire);
        let origin = inbox.origin.load(Relaxed);
        let tail = own.tails[index].get();
        if tail == head {
            return None;
        }
        let place = tail.wrapping_sub(origin) % inbox.places.len();
        let value = inbox.places[place].with(|place| unsafe { *place });
        own.tails[index].set(tail + 1);
        inbox.tail.store(tail + 1, self.steps.tail);
        Some(value)
    }

    fn wait(&self) {
        let early = self.bell.load(Acquire);
        self.sleeping.store(1, Release);
        self.fence();
        let is_silent = self.rung.load(Acquire) == 0;
        let bell = if self.steps.bell_first { early } else { self.bell.load(Acquire) };
        if is_silent {
            self.futex.wait_while(&self.bell, bell);
        }
        self.sleeping.store(0, Relaxed);
    }

    /// Returns false if the inbox is full. `head` is known to the sender.
    fn add(&self, index: usize, head: usize, value: usize) -> bool {
        let inbox = &self.inboxes[index];
        let tail = inbox.tail.load(Acquire);
        if tail == head || !self.steps.moves_empty {
            inbox.origin.store(head, Relaxed);
        }
        if head - tail == inbox.places.len() {
            return false;
        }
        let place = head.wrapping_sub(inbox.origin.load(Relaxed)) % inbox.places.len();
        inbox.places[place].with_mut(|place| unsafe { *place = value });
        inbox.head.store(head + 1, self.steps.head);
        true
    }

    fn send(&self, index: usize, head: usize, value: usize, killed: Killed) {
        while !self.add(index, head, value) {
            thread::yield_now();
        }
        if killed == Killed::Published {
            return;
        }
        self.rung.fetch_or(1 << index, AcqRel);
        self.fence();
        if killed != Killed::Rung {
            self.wake(killed);
        }
    }

    fn wake(&self, killed: Killed) {
        if self.sleeping.load(Acquire) != 0 {
            if self.steps.bell_changes {
                self.bell.fetch_add(1, AcqRel);
            }
            if killed != Killed::BellChanged {
                self.futex.wake();
            }
        }
    }
}

fn one_sender(count: usize, capacity: usize, steps: Steps) {
    let mailbox = Arc::new(Mailbox::new(1, capacity, steps));
    let shared = mailbox.clone();
    let sender = thread::spawn(move || {
        for i in 0..count {
            shared.send(0, i, i + 1, Killed::Never);
        }
    });
    let own = Receiver::default();
    for i in 0..count {
        assert_eq!(mailbox.receive(&own), i + 1, "the datagrams in order");
    }
    sender.join().unwrap();
}

/// The datagram of a sender that lives is received, whatever happens to the other.
fn two_senders(first: Killed, steps: Steps) {
    let mailbox = Arc::new(Mailbox::new(2, 1, steps));
    let senders = [first, Killed::Never].into_iter().enumerate().map(|(index, killed)| {
        let shared = mailbox.clone();
        thread::spawn(move || shared.send(index, 0, index + 1, killed))
    });
    let senders: Vec<_> = senders.collect();
    let own = Receiver::default();
    let mut received = mailbox.receive(&own);
    if first == Killed::Never || received == 1 {
        let last = received;
        received = mailbox.receive(&own);
        assert_ne!(received, last, "each once");
    }
    assert!(first == Killed::Never || received == 2);
    for sender in senders {
        sender.join().unwrap();
    }
}

#[test]
fn an_inbox_with_one_place() {
    explore("mailbox, one place", 3, || one_sender(3, 1, RIGHT));
}

#[test]
fn an_inbox_with_two_places() {
    explore("mailbox, two places", 3, || one_sender(3, 2, RIGHT));
}

#[test]
fn two_senders_ring() {
    explore("mailbox, two senders", 2, || two_senders(Killed::Never, RIGHT));
}

#[test]
fn a_killed_sender_silences_nobody() {
    for killed in [Killed::Published, Killed::Rung, Killed::BellChanged] {
        explore("mailbox, a sender is killed", 2, move || two_senders(killed, RIGHT));
    }
}

#[test]
#[ignore = "must fail"]
fn weak_without_fences() {
    explore("weak", 3, || one_sender(2, 2, Steps { fences: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_bell_does_not_change() {
    explore("weak", 3, || one_sender(1, 1, Steps { bell_changes: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_bell_is_read_late() {
    explore("weak", 3, || one_sender(1, 1, Steps { bell_first: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_head() {
    explore("weak", 3, || one_sender(2, 2, Steps { head: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_tail() {
    explore("weak", 3, || one_sender(2, 1, Steps { tail: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_origin_moves_under_datagrams() {
    explore("weak", 3, || one_sender(3, 2, Steps { moves_empty: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_without_fences", &[DEADLOCK]);
    must_find("weak_bell_does_not_change", &[DEADLOCK]);
    must_find("weak_bell_is_read_late", &[DEADLOCK]);
    must_find("weak_head", &[DATA_RACE]);
    must_find("weak_tail", &[DATA_RACE]);
    must_find("weak_origin_moves_under_datagrams", &[DATA_RACE, "the datagrams in order"]);
}
