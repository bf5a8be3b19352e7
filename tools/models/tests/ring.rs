// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The bounded queue of several producers and consumers through which messages pass between threads.
//!
//! Proves: no item is read while it is written (no data race on the slots, in any lap); each accepted item is taken exactly
//! once; the items of one producer are taken in their order; a ring with room never refuses, a full one does.
//! Bound: two producers and a consumer, a producer and two consumers, with up to 3 items through 1 to 4 slots; at most 3
//! preemptions.
//! Limits: none beyond those of src/lib.rs; the ring has no sequentially consistent operation. Turns do not wrap around.
//!
//! Transcribes rx/include/rx/detail/ring.hpp
//!   try_push: head_.load relaxed, turn.load acquire, tail_.load acquire, head_.compare_exchange_weak relaxed,
//!       turn.store release, head_.load relaxed
//!   try_pop: tail_.load relaxed, turn.load acquire, tail_.compare_exchange_weak relaxed, tail_.load relaxed
//!   empty: tail_.load relaxed, turn.load acquire
//!   pushed: head_.load acquire
//!   popped: tail_.load acquire
//!   vacating: turn.store release
//!   elsewhere: turn.store relaxed, tail_.load acquire, head_.load acquire

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, Turnstile, DATA_RACE};

#[derive(Clone, Copy)]
struct Orders {
    filled: Ordering,  // the turn that a producer stores
    vacated: Ordering, // the turn that a consumer stores
    turn: Ordering,    // loads of turns
    signed: bool,      // how try_push() compares the number of items with the capacity
}

const RIGHT: Orders = Orders { filled: Release, vacated: Release, turn: Acquire, signed: true };

struct Slot {
    turn: AtomicUsize,
    item: UnsafeCell<usize>,
}

struct Ring {
    orders: Orders,
    capacity: usize,
    mask: usize,
    slots: Vec<Slot>,
    head: AtomicUsize,
    tail: AtomicUsize,
    turnstile: Turnstile,
}

impl Ring {
    fn new(capacity: usize, orders: Orders) -> Self {
        let count = capacity.max(2).next_power_of_two();
        let slot = |i| Slot { turn: AtomicUsize::new(i), item: UnsafeCell::new(0) };
        Ring {
            orders,
            capacity,
            mask: count - 1,
            slots: (0..count).map(slot).collect(),
            head: AtomicUsize::new(0),
            tail: AtomicUsize::new(0),
            turnstile: Turnstile::default(),
        }
    }

    fn try_push(&self, item: usize) -> bool {
        let mut at = self.head.load(Relaxed);
        loop {
            let slot = &self.slots[at & self.mask];
            self.turnstile.pass();
            let lead = slot.turn.load(self.orders.turn).wrapping_sub(at) as isize;
            if lead == 0 {
                if self.capacity <= self.mask {
                    self.turnstile.pass();
                    let used = at.wrapping_sub(self.tail.load(Acquire));
                    let full = if self.orders.signed {
                        used as isize >= self.capacity as isize
                    } else {
                        used >= self.capacity
                    };
                    if full {
                        return false;
                    }
                }
                match self.head.compare_exchange(at, at + 1, Relaxed, Relaxed) {
                    Ok(_) => {
                        slot.item.with_mut(|p| unsafe { *p = item });
                        slot.turn.store(at + 1, self.orders.filled);
                        return true;
                    }
                    Err(head) => at = head,
                }
            } else if lead < 0 {
                return false;
            } else {
                at = self.head.load(Relaxed);
            }
        }
    }

    fn try_pop(&self) -> Option<usize> {
        let mut at = self.tail.load(Relaxed);
        loop {
            let slot = &self.slots[at & self.mask];
            self.turnstile.pass();
            let lead = slot.turn.load(self.orders.turn).wrapping_sub(at + 1) as isize;
            if lead == 0 {
                match self.tail.compare_exchange(at, at + 1, Relaxed, Relaxed) {
                    Ok(_) => {
                        // The destructor of the C++ writes the slot, too.
                        let item = slot.item.with_mut(|p| unsafe { std::mem::take(&mut *p) });
                        slot.turn.store(at + self.mask + 1, self.orders.vacated);
                        return Some(item);
                    }
                    Err(tail) => at = tail,
                }
            } else if lead < 0 {
                return None;
            } else {
                at = self.tail.load(Relaxed);
            }
        }
    }

    fn empty(&self) -> bool {
        let at = self.tail.load(Relaxed);
        self.slots[at & self.mask].turn.load(Acquire) != at + 1
    }

    fn size(&self) -> usize {
        let taken = self.tail.load(Acquire);
        self.head.load(Acquire).wrapping_sub(taken)
    }
}

/// Each producer pushes its items and drops those that are refused; each consumer pops a few times. Then all that was
/// accepted must have been taken, or be in the ring, in order.
fn traffic(capacity: usize, producers: &'static [&'static [usize]], consumers: &'static [usize], orders: Orders) {
    let ring = Arc::new(Ring::new(capacity, orders));
    let pushing: Vec<_> = producers
        .iter()
        .map(|items| {
            let ring = ring.clone();
            thread::spawn(move || items.iter().copied().filter(|item| ring.try_push(*item)).collect::<Vec<_>>())
        })
        .collect();
    let pop = |ring: &Ring, times: usize| (0..times).filter_map(|_| ring.try_pop()).collect::<Vec<_>>();
    let popping: Vec<_> = consumers[1..]
        .iter()
        .map(|times| {
            let ring = ring.clone();
            thread::spawn(move || pop(&ring, *times))
        })
        .collect();
    let mut taken = vec![pop(&ring, consumers[0])];
    let accepted: Vec<Vec<usize>> = pushing.into_iter().map(|thread| thread.join().unwrap()).collect();
    taken.extend(popping.into_iter().map(|thread| thread.join().unwrap()));
    assert!(ring.size() <= capacity);
    assert_eq!(ring.empty(), ring.size() == 0);
    taken.push(pop(&ring, 3));
    assert!(ring.empty());
    for items in &accepted {
        for by_one in &taken {
            let in_order: Vec<_> = by_one.iter().filter(|item| items.contains(item)).collect();
            assert!(in_order.windows(2).all(|pair| pair[0] < pair[1]), "items of one producer overtake");
        }
    }
    let mut accepted = accepted.concat();
    let mut taken = taken.concat();
    accepted.sort_unstable();
    taken.sort_unstable();
    assert_eq!(accepted, taken, "an item was lost or taken twice");
}

#[test]
fn two_producers_lose_nothing() {
    explore("ring, two producers", 2, || traffic(2, &[&[1, 2], &[11]], &[2], RIGHT));
}

#[test]
fn two_consumers_take_each_item_once() {
    explore("ring, two consumers", 2, || traffic(2, &[&[1, 2]], &[1, 2], RIGHT));
}

#[test]
fn slots_are_used_again() {
    explore("ring, second lap", 3, || traffic(2, &[&[1, 2, 3]], &[3], RIGHT));
}

#[test]
fn a_queue_of_one_item_never_has_two() {
    explore("ring, one item", 3, || traffic(1, &[&[1, 2, 3]], &[3], RIGHT));
}

/// Two items for three places: the ring is never full, however old the head is that a producer has read.
fn never_full(orders: Orders) {
    let ring = Arc::new(Ring::new(3, orders));
    let r = ring.clone();
    let other = thread::spawn(move || {
        assert!(r.try_push(1), "refused with room");
        r.try_pop()
    });
    assert!(ring.try_push(2), "refused with room");
    let taken = other.join().unwrap();
    let left = [ring.try_pop(), ring.try_pop(), taken];
    assert_eq!(left.iter().flatten().count(), 2, "an item was lost or taken twice");
}

#[test]
fn a_ring_with_room_never_refuses() {
    explore("ring, never full", 3, || never_full(RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_unsigned_comparison() {
    explore("weak", 3, || never_full(Orders { signed: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_filled() {
    explore("weak", 2, || traffic(2, &[&[1, 2]], &[2], Orders { filled: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_vacated() {
    explore("weak", 3, || traffic(2, &[&[1, 2, 3]], &[3], Orders { vacated: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_turn() {
    explore("weak", 2, || traffic(2, &[&[1, 2]], &[2], Orders { turn: Relaxed, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_relaxed_filled", &[DATA_RACE]);
    must_find("weak_relaxed_vacated", &[DATA_RACE]);
    must_find("weak_relaxed_turn", &[DATA_RACE]);
    must_find("weak_unsigned_comparison", &["refused with room"]);
}
