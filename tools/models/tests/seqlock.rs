// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The edges of the transform tree, which lookups read without a lock while transforms are inserted.
//!
//! Proves: a lookup that finds itself consistent has read each transform whole, and all edges of its chain as they were at
//! one moment; a slot that a later write reuses, outside of the odd sequence, is noticed.
//! Bound: a writer with two insertions into one or two edges, and one or two readers; at most 3 preemptions, 1 with two readers.
//! Limits: an edge has two values in place of a ring; the ring's positions are more values of the same kind, stored by
//! release and loaded by acquire. No operation is sequentially consistent.
//!
//! Transcribes frames/src/edge.hpp
//!   sequence: sequence_.load order
//!   stamp: stamp_.load acquire
//!   at: chunks.load acquire
//!   enter: edge.sequence acquire
//!   consistent: edge.sequence relaxed
//! Transcribes frames/src/edge.cpp
//!   load: values_.load acquire, stamp(), parent_.load acquire
//!   store: stamp_.store release, parent_.store release, values_.store release
//!   Writing: Writing(), sequence_.store relaxed, sequence_.load relaxed, sequence_.store release, sequence_.load
//!       relaxed, Writing()
//!   view: directory_.load acquire, begin_.load acquire, end_.load acquire, cutoff_.load acquire
//!   insert: kind_.load relaxed, drop_all(), kind_.store release, begin_.load relaxed, end_.load relaxed,
//!       newest_stamp_.load relaxed, stamp(), stamp(), load(), store(), load(), last_chunk_.load relaxed, store(),
//!       end_.store release, cutoff_.store release, newest_stamp_.store release, newest_parent_.store release
//!   add_chunk: begin_.load relaxed, directory_.load relaxed, chunks.load relaxed, chunks.store relaxed, chunks.store
//!       relaxed, chunks.load relaxed, directory_.store release, last_chunk_.store relaxed, chunks.store release
//!   drop_until: directory_.load relaxed, begin_.load relaxed, chunks.load relaxed, begin_.store release
//!   drop_all: drop_until(), end_.store release, begin_.load relaxed, cutoff_.store release

use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find};

#[derive(Clone, Copy)]
struct Orders {
    store: Ordering,
    load: Ordering,
    end: Ordering,   // the store of the even sequence
    enter: Ordering, // the load of the even sequence
    odd: bool,       // the sequence is odd during a write
}

const RIGHT: Orders = Orders { store: Release, load: Acquire, end: Release, enter: Acquire, odd: true };

struct Edge {
    orders: Orders,
    sequence: AtomicUsize,
    values: [AtomicUsize; 2],
}

impl Edge {
    fn new(orders: Orders) -> Self {
        Edge { orders, sequence: AtomicUsize::new(0), values: [AtomicUsize::new(0), AtomicUsize::new(0)] }
    }

    fn insert(&self, value: usize) {
        if self.orders.odd {
            self.sequence.store(self.sequence.load(Relaxed) + 1, Relaxed);
        }
        for place in &self.values {
            place.store(value, self.orders.store);
        }
        let step = if self.orders.odd { 1 } else { 2 };
        self.sequence.store(self.sequence.load(Relaxed) + step, self.orders.end);
    }

    /// Reading::enter(), with one attempt.
    fn enter(&self) -> Option<usize> {
        let now = self.sequence.load(self.orders.enter);
        (now % 2 == 0).then_some(now)
    }

    fn read(&self) -> [usize; 2] {
        [self.values[0].load(self.orders.load), self.values[1].load(self.orders.load)]
    }

    /// Reading::consistent(), for one edge.
    fn is_unchanged(&self, since: usize) -> bool {
        self.sequence.load(Relaxed) == since
    }
}

fn one_edge(readers: usize, orders: Orders) {
    let edge = Arc::new(Edge::new(orders));
    let look = |edge: &Edge| {
        if let Some(since) = edge.enter() {
            let [x, y] = edge.read();
            if edge.is_unchanged(since) {
                assert_eq!(x, y, "torn");
                assert_eq!(x, since / 2, "not of this moment");
            }
        }
    };
    let threads: Vec<_> = (0..readers)
        .map(|_| {
            let edge = edge.clone();
            thread::spawn(move || look(&edge))
        })
        .collect();
    edge.insert(1);
    edge.insert(2);
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(edge.read(), [2, 2]);
}

/// The first edge is always written before the second one, so that no moment has a newer second edge.
fn chain(orders: Orders) {
    let edges = Arc::new([Edge::new(orders), Edge::new(orders)]);
    let e = edges.clone();
    let reader = thread::spawn(move || {
        let Some(second) = e[1].enter() else { return };
        let [b, b2] = e[1].read();
        let Some(first) = e[0].enter() else { return };
        let [a, a2] = e[0].read();
        if e[1].is_unchanged(second) && e[0].is_unchanged(first) {
            assert!(a == a2 && b == b2, "torn");
            assert!(a == b || a == b + 1, "not of one moment");
        }
    });
    for value in 1..=2 {
        edges[0].insert(value);
        edges[1].insert(value);
    }
    reader.join().unwrap();
}

/// A chunk is dropped by a write, then filled and published again while the sequence is even: see add_chunk().
fn reused_chunk(orders: Orders) {
    struct Ring {
        edge: Edge,
        chunk: AtomicUsize,
    }
    let ring = Arc::new(Ring { edge: Edge::new(orders), chunk: AtomicUsize::new(0) });
    let r = ring.clone();
    let reader = thread::spawn(move || {
        let Some(since) = r.edge.enter() else { return };
        let [begin, _] = r.edge.read();
        let chunk = r.chunk.load(r.edge.orders.load);
        if r.edge.is_unchanged(since) {
            assert!(chunk == begin || begin == 1, "a chunk of another moment");
        }
    });
    ring.edge.insert(1); // drop_until()
    ring.chunk.store(1, orders.store); // add_chunk()
    reader.join().unwrap();
}

#[test]
fn a_transform_is_never_torn() {
    explore("seqlock, one edge", 3, || one_edge(1, RIGHT));
}

#[test]
fn two_readers_do_not_disturb_each_other() {
    explore("seqlock, two readers", 1, || one_edge(2, RIGHT));
}

#[test]
fn a_chain_is_of_one_moment() {
    explore("seqlock, chain", 3, || chain(RIGHT));
}

#[test]
fn a_reused_chunk_is_noticed() {
    explore("seqlock, reused chunk", 3, || reused_chunk(RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_stores() {
    explore("weak", 3, || one_edge(1, Orders { store: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_loads() {
    explore("weak", 3, || one_edge(1, Orders { load: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_end() {
    explore("weak", 3, || one_edge(1, Orders { end: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_relaxed_enter() {
    explore("weak", 3, || one_edge(1, Orders { enter: Relaxed, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_never_odd() {
    explore("weak", 3, || one_edge(1, Orders { odd: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_chunk_relaxed() {
    explore("weak", 3, || reused_chunk(Orders { store: Relaxed, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    for weak in
        ["weak_relaxed_stores", "weak_relaxed_loads", "weak_relaxed_end", "weak_relaxed_enter", "weak_never_odd"]
    {
        must_find(weak, &["torn", "not of this moment"]);
    }
    must_find("weak_chunk_relaxed", &["a chunk of another moment"]);
}
