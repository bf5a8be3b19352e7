// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The biased lock of combining operators and subjects, and the loop that drains under it.
//!
//! Proves: at most one thread holds the lock, and sees all that the previous holders wrote (no data race on `delivered`);
//! each event is delivered exactly once, whoever announces it; the bias is revoked once; no execution waits for ever.
//! Bound: two threads with up to three events, at most 3 preemptions; three threads with one event each, at most 1, also
//! without membarrier.
//! Limits: membarrier and its compiler fences are fences of loom. Only one thread has the bias, so a compiler fence meets no
//! other one, and between it and a membarrier the kernel promises what a fence does, on every CPU. The lock has no other
//! sequentially consistent operation. The drain queue is one flag for each event, published as ring's slots are.
//!
//! Transcribes rx/include/rx/detail/drain_lock.hpp
//!   try_take: owner_.load acquire, inside_.load acquire, enter_biased(), take_shared(), try_take_unbiased()
//!   announce: owner_.load acquire, inside_.load acquire, enter_biased(), try_take_unbiased(), work_.fetch_add acq_rel,
//!       hold_shared()
//!   release: inside_.load relaxed, release_biased(), holder_.store relaxed, work_.compare_exchange_strong release
//!       acquire, holder_.store relaxed
//!   held_here: holder_.load relaxed, biased_to_.load relaxed, inside_.load relaxed
//!   enter_biased: inside_.store relaxed, atomic_signal_fence seq_cst, owner_.load acquire, inside_.store relaxed,
//!       inside_.store release
//!   release_biased: inside_.store release, atomic_signal_fence seq_cst, owner_.load acquire, claim(), inside_.store
//!       release
//!   try_take_unbiased: owner_.load acquire, owner_.compare_exchange_strong acq_rel, claim(), biased_to_.store relaxed,
//!       enter_biased(), take_shared(), enter_biased(), take_shared(), revoke(), take_shared()
//!   revoke: owner_.compare_exchange_strong acq_rel, membarrier, inside_.load acquire, inside_.load acquire, claim()
//!   claim: claimed_.exchange acq_rel, hold_shared()
//!   take_shared: work_.compare_exchange_strong acquire relaxed, hold_shared()
//!   hold_shared: holder_.store relaxed
//!   elsewhere: none
//! Transcribes rx/include/rx/detail/serializer.hpp
//!   put: try_take(), enqueue(), drain()
//!   enqueue: held_here(), announce(), enqueue(), announce(), drain()
//!   drain: release()

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicBool, AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, Turnstile, DATA_RACE};

const OUT: usize = 0;
const ENTERING: usize = 1;
const IN: usize = 2;
const LEAVING: usize = 3;
const NOBODY: usize = 99;

#[derive(Clone, Copy)]
struct Orders {
    light_fence: bool,     // the compiler fences of the owner
    membarrier: bool,      // the barrier of the thread that revokes the bias
    release: Ordering,     // of the shared lock
    keeps_announced: bool, // release() fails if work was announced
    can_bias: bool,
}

const RIGHT: Orders =
    Orders { light_fence: true, membarrier: true, release: Release, keeps_announced: true, can_bias: true };

struct DrainLock {
    orders: Orders,
    owner: AtomicUsize, // 0: not taken yet
    inside: AtomicUsize,
    announced_by_owner: UnsafeCell<bool>,
    claimed: AtomicBool,
    work: AtomicUsize,
    seen: UnsafeCell<usize>,
    biased_to: AtomicUsize,
    holder: AtomicUsize,
    turnstile: Turnstile,
}

impl DrainLock {
    fn new(orders: Orders) -> Self {
        DrainLock {
            orders,
            owner: AtomicUsize::new(0),
            inside: AtomicUsize::new(OUT),
            announced_by_owner: UnsafeCell::new(false),
            claimed: AtomicBool::new(false),
            work: AtomicUsize::new(1),
            seen: UnsafeCell::new(0),
            biased_to: AtomicUsize::new(0),
            holder: AtomicUsize::new(0),
            turnstile: Turnstile::default(),
        }
    }

    fn try_take(&self, me: usize) -> bool {
        if self.owner.load(Acquire) == me {
            return self.inside.load(Acquire) == OUT && (self.enter_biased(me) || self.take_shared(me));
        }
        self.try_take_unbiased(me)
    }

    fn announce(&self, me: usize) -> bool {
        if self.owner.load(Acquire) == me {
            if self.inside.load(Acquire) != OUT {
                self.announced_by_owner.with_mut(|p| unsafe { *p = true });
                return false;
            }
            if self.enter_biased(me) {
                return true;
            }
        } else if self.try_take_unbiased(me) {
            return true;
        }
        if self.work.fetch_add(1, AcqRel) != 0 {
            return false;
        }
        self.hold_shared(me);
        true
    }

    fn release(&self, me: usize) -> bool {
        if self.inside.load(Relaxed) == IN {
            return self.release_biased(me);
        }
        self.holder.store(0, Relaxed);
        let seen = self.seen.with(|p| unsafe { *p });
        if !self.orders.keeps_announced {
            self.work.store(0, Release);
            return true;
        }
        match self.work.compare_exchange(seen, 0, self.orders.release, Acquire) {
            Ok(_) => true,
            Err(work) => {
                self.seen.with_mut(|p| unsafe { *p = work });
                self.holder.store(me, Relaxed);
                false
            }
        }
    }

    fn held_here(&self, me: usize) -> bool {
        self.holder.load(Relaxed) == me || (self.biased_to.load(Relaxed) == me && self.inside.load(Relaxed) == IN)
    }

    fn light_fence(&self) {
        if self.orders.light_fence {
            fence(SeqCst);
        }
    }

    fn enter_biased(&self, me: usize) -> bool {
        self.turnstile.pass();
        self.inside.store(ENTERING, Relaxed);
        self.light_fence();
        if self.owner.load(Acquire) == me {
            self.inside.store(IN, Relaxed);
            return true;
        }
        self.inside.store(OUT, Release);
        false
    }

    fn release_biased(&self, me: usize) -> bool {
        if self.announced_by_owner.with(|p| unsafe { *p }) {
            self.announced_by_owner.with_mut(|p| unsafe { *p = false });
            return false;
        }
        self.turnstile.pass();
        self.inside.store(LEAVING, Release);
        self.light_fence();
        let revoked = self.owner.load(Acquire) != me && self.claim(me);
        self.turnstile.pass();
        self.inside.store(OUT, Release);
        !revoked
    }

    fn try_take_unbiased(&self, me: usize) -> bool {
        let mut owner = self.owner.load(Acquire);
        if owner == 0 {
            let can_bias = self.orders.can_bias;
            match self.owner.compare_exchange(0, if can_bias { me } else { NOBODY }, AcqRel, Acquire) {
                Ok(_) => {
                    if !can_bias {
                        return self.claim(me);
                    }
                    self.biased_to.store(me, Relaxed);
                    return self.enter_biased(me) || self.take_shared(me);
                }
                Err(other) => owner = other,
            }
        }
        if owner == me {
            return self.enter_biased(me) || self.take_shared(me);
        }
        if owner != NOBODY && self.revoke(owner, me) {
            return true;
        }
        self.take_shared(me)
    }

    fn revoke(&self, owner: usize, me: usize) -> bool {
        if self.owner.compare_exchange(owner, NOBODY, AcqRel, Acquire).is_err() {
            return false;
        }
        if self.orders.membarrier {
            fence(SeqCst);
        }
        self.turnstile.pass();
        let mut place = self.inside.load(Acquire);
        while place == ENTERING || place == LEAVING {
            thread::yield_now();
            place = self.inside.load(Acquire);
        }
        place == OUT && self.claim(me)
    }

    fn claim(&self, me: usize) -> bool {
        if self.claimed.swap(true, AcqRel) {
            return false;
        }
        self.hold_shared(me);
        true
    }

    fn take_shared(&self, me: usize) -> bool {
        if self.work.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            return false;
        }
        self.hold_shared(me);
        true
    }

    fn hold_shared(&self, me: usize) {
        self.seen.with_mut(|p| unsafe { *p = 1 });
        self.holder.store(me, Relaxed);
    }
}

/// The serializer, whose queue has a place for each event. The observer of event `feeding` emits the next one.
struct Serializer {
    feeding: Option<usize>,
    lock: DrainLock,
    queue: Vec<AtomicBool>,
    delivered: UnsafeCell<Vec<usize>>,
}

impl Serializer {
    fn new(events: usize, feeding: Option<usize>, orders: Orders) -> Self {
        Serializer {
            feeding,
            lock: DrainLock::new(orders),
            queue: (0..events).map(|_| AtomicBool::new(false)).collect(),
            delivered: UnsafeCell::new(Vec::new()),
        }
    }

    fn put(&self, event: usize, me: usize) {
        if !self.lock.try_take(me) {
            self.enqueue(event, me);
            return;
        }
        self.deliver(event, me);
        self.drain(me);
    }

    fn enqueue(&self, event: usize, me: usize) {
        assert!(!self.lock.held_here(me));
        self.queue[event].store(true, Release);
        if self.lock.announce(me) {
            self.drain(me);
        }
    }

    fn drain(&self, me: usize) {
        loop {
            for (event, waits) in self.queue.iter().enumerate() {
                if waits.load(Acquire) {
                    waits.store(false, Relaxed);
                    self.deliver(event, me);
                }
            }
            if self.lock.release(me) {
                return;
            }
        }
    }

    fn deliver(&self, event: usize, me: usize) {
        assert!(self.lock.held_here(me));
        self.delivered.with_mut(|p| unsafe { (*p).push(event) });
        if self.feeding == Some(event) {
            assert!(!self.lock.try_take(me));
            self.queue[event + 1].store(true, Release);
            assert!(!self.lock.announce(me));
        }
    }

    fn require_all(&self) {
        let mut delivered = self.delivered.with(|p| unsafe { (*p).clone() });
        delivered.sort_unstable();
        let all: Vec<usize> = (0..self.queue.len()).collect();
        assert_eq!(delivered, all, "an event was lost or delivered twice");
    }
}

/// The thread with the bias emits event 0; another one emits event 1 meanwhile.
fn revocation(orders: Orders) {
    let serializer = Arc::new(Serializer::new(3, None, orders));
    serializer.put(0, 1);
    let s = serializer.clone();
    let other = thread::spawn(move || s.put(1, 2));
    serializer.put(2, 1);
    other.join().unwrap();
    serializer.require_all();
}

/// The observer of the owner's event emits another one while the bias is revoked.
fn self_feeding(orders: Orders) {
    let serializer = Arc::new(Serializer::new(4, Some(1), orders));
    serializer.put(0, 1);
    let s = serializer.clone();
    let other = thread::spawn(move || s.put(3, 2));
    serializer.put(1, 1);
    other.join().unwrap();
    serializer.require_all();
}

/// Threads meet at a lock that no thread has taken.
fn first_take(threads: usize, orders: Orders) {
    let serializer = Arc::new(Serializer::new(threads, None, orders));
    let others: Vec<_> = (1..threads)
        .map(|i| {
            let s = serializer.clone();
            thread::spawn(move || s.put(i, i + 1))
        })
        .collect();
    serializer.put(0, 1);
    for other in others {
        other.join().unwrap();
    }
    serializer.require_all();
}

#[test]
fn revoking_the_bias_loses_and_overlaps_nothing() {
    explore("drain_lock, revocation", 3, || revocation(RIGHT));
}

#[test]
fn an_observer_may_feed_its_own_stream() {
    explore("drain_lock, self-feeding", 2, || self_feeding(RIGHT));
}

#[test]
fn the_first_items_of_two_threads_may_meet() {
    explore("drain_lock, first take", 3, || first_take(2, RIGHT));
}

#[test]
fn three_threads_lose_nothing() {
    explore("drain_lock, three threads", 1, || first_take(3, RIGHT));
}

#[test]
fn works_without_membarrier() {
    explore("drain_lock, shared from the start", 1, || first_take(3, Orders { can_bias: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_without_membarrier() {
    explore("weak", 3, || revocation(Orders { membarrier: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_without_owner_fence() {
    explore("weak", 3, || revocation(Orders { light_fence: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_release() {
    explore("weak", 1, || first_take(3, Orders { can_bias: false, release: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_forgets_announcements() {
    explore("weak", 3, || first_take(2, Orders { can_bias: false, keeps_announced: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_without_membarrier", &[DATA_RACE]);
    must_find("weak_without_owner_fence", &[DATA_RACE]);
    must_find("weak_relaxed_release", &[DATA_RACE]);
    must_find("weak_forgets_announcements", &["lost or delivered twice", DATA_RACE]);
}
