// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The datagrams between processes: the ring of an inbox, and the bell of a mailbox with several inboxes.
//!
//! Proves: each datagram is read once, whole and in order (no data race on the bytes), also after the sender has moved the
//! origin of its empty inbox; no wake-up is lost (no deadlock), also after another sender was killed between any two of its
//! steps. Other threads than the receiving one take turns, sleep in them or not, and leave datagrams behind: one thread
//! receives at a time (no data race on what belongs to the turn), and stop() ends all of them.
//! Bound: a sender with three datagrams through an inbox for one or two, two senders with one each; one other thread and a
//! sender with two datagrams, two other threads and a sender with one; at most 3 preemptions.
//! Limits: the single order of `rung`, `sleeper`, has_turn_ and stopped_ is a sequentially consistent fence in the model.
//! Datagrams have one size, so there is no mark that skips the rest of the ring. What a process writes against the rules is
//! not modelled.
//!
//! Transcribes rmw/src/shared_memory/mailbox.cpp
//!   take: stopped_.load acquire, rung.load relaxed, rung.exchange seq_cst, take_from()
//!   take_from: is_unreadable.store relaxed, head.load acquire, origin.load relaxed, tail.store release
//!   has_work: rung.load seq_cst, stopped_.load seq_cst
//!   leave_turn: head.load relaxed, rung.fetch_or seq_cst, sleeper.store seq_cst, has_turn_.store seq_cst
//!   wait: leave_turn(), bell.load seq_cst, has_work(), begin_turn(), sleeper.store relaxed, stopped_.load relaxed,
//!       SYS_futex
//!   stop: stopped_.store seq_cst, ring(), ring()
//!   begin_turn: has_turn_.compare_exchange_strong seq_cst
//!   begin_sleep: bell.load seq_cst, sleeper.store seq_cst, has_work(), end_sleep()
//!   end_sleep: sleeper.store relaxed
//!   end_turn: leave_turn(), has_work(), ring()
//!   wake: sleeper.load seq_cst, ring()
//!   ring: bell.fetch_add seq_cst, SYS_futex
//! Transcribes rmw/src/shared_memory/mailboxes.cpp
//!   add: lock, tail.load acquire, origin.store relaxed, is_unreadable.load relaxed, head.store release
//!   send: add(), add(), rung.fetch_or seq_cst, wake(), lock, send(), lock

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, Futex, DATA_RACE, DEADLOCK};

#[derive(Clone, Copy)]
struct Steps {
    fences: bool,           // else `rung` and `sleeper` have no common order
    bell_changes: bool,     // before the sleeper is woken
    bell_first: bool,       // a thread reads it before it says that it sleeps
    head: Ordering,         // with which a sender publishes a datagram
    tail: Ordering,         // with which the receiver gives its place back
    moves_empty: bool,      // the origin moves only if the inbox is empty
    turn: Ordering,         // with which a thread leaves its turn
    sleeper_first: bool,    // a thread that leaves says who sleeps before it does
    rings_for_rest: bool,   // a thread that leaves datagrams wakes the receiving one
    turns_after_stop: bool, // stop() wakes the thread that has the turn, too
}

const RIGHT: Steps = Steps {
    fences: true,
    bell_changes: true,
    bell_first: true,
    head: Release,
    tail: Release,
    moves_empty: true,
    turn: Release,
    sleeper_first: true,
    rings_for_rest: true,
    turns_after_stop: true,
};

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

/// Who sleeps. The other values are indices of its bell.
const NONE: usize = 2;
const RECEIVING_THREAD: usize = 0;
const OTHER_THREAD: usize = 1;

struct Mailbox {
    steps: Steps,
    rung: AtomicUsize,
    sleeper: AtomicUsize,
    bells: [AtomicUsize; 2],
    futexes: [Futex; 2],
    inboxes: Vec<Inbox>,
    has_turn: AtomicUsize,
    stopped: AtomicUsize,
    own: UnsafeCell<Own>,
}

/// What belongs to the thread that has the turn.
#[derive(Default)]
struct Own {
    rung: usize,
    tails: [usize; 2],
    received: Vec<usize>,
}

impl Mailbox {
    fn new(inboxes: usize, capacity: usize, steps: Steps) -> Self {
        let places = || (0..capacity).map(|_| UnsafeCell::new(0)).collect();
        Mailbox {
            steps,
            rung: AtomicUsize::new(0),
            sleeper: AtomicUsize::new(NONE),
            bells: Default::default(),
            futexes: Default::default(),
            inboxes: (0..inboxes).map(|_| Inbox { places: places(), ..Inbox::default() }).collect(),
            has_turn: AtomicUsize::new(1),
            stopped: AtomicUsize::new(0),
            own: UnsafeCell::new(Own::default()),
        }
    }

    fn fence(&self) {
        if self.steps.fences {
            fence(SeqCst);
        }
    }

    /// Receives one datagram; returns false if there is none.
    fn take(&self) -> bool {
        if self.stopped.load(Acquire) != 0 {
            return false;
        }
        self.own.with_mut(|own| {
            let own = unsafe { &mut *own };
            if self.rung.load(Relaxed) != 0 {
                own.rung |= self.rung.swap(0, AcqRel);
            }
            while own.rung != 0 {
                let index = own.rung.trailing_zeros() as usize;
                if let Some(value) = self.take_from(index, own) {
                    own.received.push(value);
                    return true;
                }
                own.rung &= !(1 << index);
            }
            false
        })
    }

    fn received(&self) -> Vec<usize> {
        self.own.with(|own| unsafe { (*own).received.clone() })
    }

    fn take_from(&self, index: usize, own: &mut Own) -> Option<usize> {
        let inbox = &self.inboxes[index];
        let head = inbox.head.load(Acquire);
        let origin = inbox.origin.load(Relaxed);
        let tail = own.tails[index];
        if tail == head {
            return None;
        }
        let place = tail.wrapping_sub(origin) % inbox.places.len();
        let value = inbox.places[place].with(|place| unsafe { *place });
        own.tails[index] = tail + 1;
        inbox.tail.store(tail + 1, self.steps.tail);
        Some(value)
    }

    fn has_work(&self) -> bool {
        self.rung.load(Acquire) != 0 || self.stopped.load(Acquire) != 0
    }

    fn leave_turn(&self) {
        let left = self.own.with_mut(|own| {
            let own = unsafe { &mut *own };
            let tails = own.tails;
            let is_full = |index: &usize| self.inboxes[*index].head.load(Relaxed) != tails[*index];
            let rung = std::mem::take(&mut own.rung);
            (0..self.inboxes.len()).filter(|index| rung >> index & 1 != 0).filter(is_full).map(|index| 1 << index).sum()
        });
        if left != 0 {
            self.rung.fetch_or(left, AcqRel);
        }
        if self.steps.sleeper_first {
            self.sleeper.store(RECEIVING_THREAD, Release);
        }
        self.has_turn.store(0, self.steps.turn);
        if !self.steps.sleeper_first {
            self.sleeper.store(RECEIVING_THREAD, Release);
        }
        self.fence();
    }

    /// Returns false after stop().
    fn wait(&self) -> bool {
        self.leave_turn();
        loop {
            let early = self.bells[RECEIVING_THREAD].load(Acquire);
            let works = self.has_work();
            self.fence();
            if works && self.begin_turn() {
                self.sleeper.store(NONE, Relaxed);
                return self.stopped.load(Relaxed) == 0;
            }
            let bell = if self.steps.bell_first { early } else { self.bells[RECEIVING_THREAD].load(Acquire) };
            self.futexes[RECEIVING_THREAD].wait_while(&self.bells[RECEIVING_THREAD], bell);
        }
    }

    fn stop(&self) {
        self.stopped.store(1, Release);
        self.fence();
        self.ring(RECEIVING_THREAD, Killed::Never);
        if self.steps.turns_after_stop {
            self.ring(OTHER_THREAD, Killed::Never);
        }
    }

    fn begin_turn(&self) -> bool {
        self.has_turn.compare_exchange(0, 1, AcqRel, Acquire).is_ok()
    }

    fn begin_sleep(&self) -> Option<usize> {
        let seen = self.bells[OTHER_THREAD].load(Acquire);
        self.sleeper.store(OTHER_THREAD, Release);
        self.fence();
        let is_left = self.own.with(|own| unsafe { (*own).rung != 0 });
        if !is_left && !self.has_work() {
            return Some(seen);
        }
        self.end_sleep();
        None
    }

    fn end_sleep(&self) {
        self.sleeper.store(NONE, Relaxed);
    }

    fn end_turn(&self) {
        self.leave_turn();
        if self.steps.rings_for_rest && self.has_work() {
            self.ring(RECEIVING_THREAD, Killed::Never);
        }
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
        let sleeper = self.sleeper.load(Acquire);
        if sleeper != NONE {
            self.ring(sleeper, killed);
        }
    }

    fn ring(&self, sleeper: usize, killed: Killed) {
        if self.steps.bell_changes {
            self.bells[sleeper].fetch_add(1, AcqRel);
        }
        if killed != Killed::BellChanged {
            self.futexes[sleeper].wake();
        }
    }

    /// Receives on the receiving thread until `is_enough`, which it asks with the turn.
    fn receive_until(&self, is_enough: impl Fn(&[usize]) -> bool) {
        loop {
            while self.take() {}
            if is_enough(&self.received()) || !self.wait() {
                return;
            }
        }
    }

    /// Takes one turn on another thread, if nobody has it.
    fn receive_now_and_then(&self, sleeps: bool, most: usize, total: usize) {
        if !self.begin_turn() {
            return;
        }
        if sleeps {
            if let Some(seen) = self.begin_sleep() {
                self.futexes[OTHER_THREAD].wait_while(&self.bells[OTHER_THREAD], seen);
                self.end_sleep();
            }
        }
        for _ in 0..most {
            self.take();
        }
        let is_last = self.received().len() == total;
        self.end_turn();
        if is_last {
            self.stop();
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
    mailbox.receive_until(|received| received.len() == count);
    assert_eq!(mailbox.received(), Vec::from_iter(1..=count), "the datagrams in order");
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
    mailbox.receive_until(|received| received.contains(&2) && (first != Killed::Never || received.len() == 2));
    let mut received = mailbox.received();
    received.sort();
    received.dedup();
    assert_eq!(received.len(), mailbox.received().len(), "each once");
    for sender in senders {
        sender.join().unwrap();
    }
}

/// Each of the others takes one turn, in which it sleeps or not and receives at most so many.
fn turns(count: usize, others: &[(bool, usize)], steps: Steps) {
    let mailbox = Arc::new(Mailbox::new(1, 2, steps));
    let shared = mailbox.clone();
    let mut threads = vec![thread::spawn(move || {
        for i in 0..count {
            shared.send(0, i, i + 1, Killed::Never);
        }
    })];
    for &(sleeps, most) in others {
        let shared = mailbox.clone();
        threads.push(thread::spawn(move || shared.receive_now_and_then(sleeps, most, count)));
    }
    mailbox.receive_until(|received| received.len() == count);
    assert_eq!(mailbox.received(), Vec::from_iter(1..=count), "the datagrams in order");
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Nothing is sent.
fn stopped_during_a_turn(steps: Steps) {
    let mailbox = Arc::new(Mailbox::new(1, 1, steps));
    let other = mailbox.clone();
    let other = thread::spawn(move || other.receive_now_and_then(true, 1, 1));
    let end = mailbox.clone();
    let end = thread::spawn(move || end.stop());
    mailbox.receive_until(|_| false);
    other.join().unwrap();
    end.join().unwrap();
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
fn another_thread_receives() {
    for (other, preemptions) in [((true, 1), 3), ((false, 0), 2), ((true, 2), 2)] {
        explore("mailbox, another thread receives", preemptions, move || turns(2, &[other], RIGHT));
    }
}

#[test]
fn stop_ends_a_turn() {
    explore("mailbox, stop ends a turn", 3, || stopped_during_a_turn(RIGHT));
}

#[test]
fn two_other_threads_receive() {
    explore("mailbox, two other threads receive", 2, || turns(1, &[(true, 1), (true, 0)], RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_turn() {
    explore("weak", 3, || turns(2, &[(false, 1)], Steps { turn: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_sleeper_after_turn() {
    explore("weak", 3, || turns(1, &[(true, 1)], Steps { sleeper_first: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_rest_is_left() {
    explore("weak", 3, || turns(2, &[(true, 1)], Steps { rings_for_rest: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_stop_leaves_turns() {
    explore("weak", 3, || stopped_during_a_turn(Steps { turns_after_stop: false, ..RIGHT }));
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
    must_find("weak_turn", &[DATA_RACE]);
    must_find("weak_sleeper_after_turn", &[DEADLOCK]);
    must_find("weak_rest_is_left", &[DEADLOCK]);
    must_find("weak_stop_leaves_turns", &[DEADLOCK]);
    must_find("weak_head", &[DATA_RACE]);
    must_find("weak_tail", &[DATA_RACE]);
    must_find("weak_origin_moves_under_datagrams", &[DATA_RACE, "the datagrams in order"]);
}
