// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The order of old and new samples in a `transient_local` subscription: those that publishers have kept come before those
//! that are published now, and none comes twice.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::wire::{Attachment, Gid};

/// The id of a session.
pub type SessionId = [u8; 16];

/// The most new samples of a publisher that wait for old ones. Then they are delivered, so that a query that never ends does
/// not stop a topic.
const MAX_WAITING: usize = 1000;
/// The most publishers that are remembered; peers can send any number of GIDs.
const MAX_SOURCES: usize = 10_000;

/// What a subscription knows about the publishers of its topic. It hands out samples of type `T` in the order in which they are
/// to be delivered.
pub struct History<T> {
    depth: usize,
    queries: HashMap<SessionId, Query>, // by the session whose publishers are queried
    sources: HashMap<Gid, Source<T>>,
    calls: u64,
}

/// The queries of one session that have not ended.
#[derive(Default)]
struct Query {
    running: usize,
    waiting: Vec<Gid>, // sources that wait for it
}

/// A publisher.
struct Source<T> {
    waits_for: Option<SessionId>,
    last: Option<Stamp>, // of the newest sample that was handed out
    old: BTreeMap<i64, (Stamp, T)>,
    new: VecDeque<(Stamp, T)>,
    is_joined: bool,    // a new sample was handed out: what is lost from then on is not in the history
    is_impatient: bool, // more samples than may have waited for the running queries: the next ones do not
    was_asked: bool,    // a query has begun after the first new sample came
    used: u64,          // the number of the last call for it
}

/// What distinguishes the samples of one publisher.
#[derive(Clone, Copy)]
struct Stamp {
    number: i64,
    source_time: i64,
}

impl Stamp {
    fn of(info: &Attachment) -> Stamp {
        Stamp { number: info.sequence_number, source_time: info.source_time }
    }

    /// Returns whether a sample comes a second time if the newest was `last`. Publishers of ROS 2 count from 1; those of other
    /// programs may not count.
    fn is_again_after(self, last: Stamp) -> bool {
        self.number > 0 && self.number <= last.number && self.source_time <= last.source_time
    }
}

impl<T> Source<T> {
    /// Returns whether nothing is missing before a new sample, as far as old ones are wanted.
    fn has_before(&self, number: i64, depth: usize) -> bool {
        self.is_joined
            || number <= 1
            || depth <= 1
            || self.last.is_some_and(|last| last.number >= number - 1)
            || self.old.contains_key(&(number - 1))
    }

    fn hand_out(&mut self, stamp: Stamp, sample: T, out: &mut impl FnMut(T)) {
        if !self.last.is_some_and(|last| stamp.is_again_after(last)) {
            self.last = Some(stamp);
            out(sample);
        }
    }

    /// Hands out all that waits, in the order of the numbers: what came as a new sample may also be an old one, and what is old
    /// may be missing among the new ones.
    fn hand_out_waiting(&mut self, out: &mut impl FnMut(T)) {
        let mut old = std::mem::take(&mut self.old);
        self.is_joined |= !self.new.is_empty();
        for (stamp, sample) in std::mem::take(&mut self.new) {
            let later = old.split_off(&stamp.number);
            self.hand_out_old(old, out);
            old = later;
            old.remove(&stamp.number);
            self.hand_out(stamp, sample, out);
        }
        self.hand_out_old(old, out);
    }

    fn hand_out_old(&mut self, old: BTreeMap<i64, (Stamp, T)>, out: &mut impl FnMut(T)) {
        for (number, (stamp, sample)) in old {
            if self.last.is_none_or(|last| number > last.number) {
                self.hand_out(stamp, sample, out);
            }
        }
    }
}

impl<T> History<T> {
    /// `depth`: how many old samples of each publisher are wanted.
    pub fn new(depth: usize) -> History<T> {
        History { depth, queries: HashMap::new(), sources: HashMap::new(), calls: 0 }
    }

    /// Adds a query for the old samples of a session. It must be ended by `end_query`.
    pub fn begin_query(&mut self, session: SessionId) {
        self.queries.entry(session).or_default().running += 1;
    }

    /// Ends a query. After the last one of the session, hands out what waited for it. Returns true if the caller must query the
    /// whole session again: a sample is missing that was published between the answer and the first new one. That query has
    /// begun then.
    #[must_use]
    pub fn end_query(&mut self, session: SessionId, mut out: impl FnMut(T)) -> bool {
        if let Some(query) = self.queries.get_mut(&session).filter(|query| query.running > 1) {
            query.running -= 1;
            return false;
        }
        let mut waiting = self.queries.remove(&session).unwrap_or_default().waiting;
        waiting.retain(|gid| {
            let Some(source) = self.sources.get_mut(gid).filter(|source| source.waits_for == Some(session)) else {
                return false;
            };
            let is_whole = source.new.front().is_none_or(|(stamp, _)| source.has_before(stamp.number, self.depth));
            if is_whole || source.was_asked {
                source.waits_for = None;
                source.is_impatient = false;
                source.hand_out_waiting(&mut out);
                return false;
            }
            source.was_asked = true;
            true
        });
        let must_query = !waiting.is_empty();
        if must_query {
            self.queries.insert(session, Query { running: 1, waiting });
        }
        must_query
    }

    /// Adds an answer to a query of the session that has not ended.
    pub fn add_old(&mut self, session: SessionId, info: &Attachment, sample: T) {
        let depth = self.depth;
        if let Some(source) = self.source(info.gid) {
            source.old.insert(info.sequence_number, (Stamp::of(info), sample));
            if source.old.len() > depth {
                source.old.pop_first();
            }
            self.wait_for(session, info.gid);
        }
    }

    /// Adds a sample that is published now, and hands it out unless it waits for old ones. Returns true if the caller must query
    /// the whole session for old samples, because they are missing before the first new one. That query has begun then.
    #[must_use]
    pub fn add_new(&mut self, session: SessionId, info: &Attachment, sample: T, mut out: impl FnMut(T)) -> bool {
        let stamp = Stamp::of(info);
        let is_queried = self.queries.contains_key(&session);
        let depth = self.depth;
        let Some(source) = self.source(info.gid) else {
            out(sample);
            return false;
        };
        let waits = is_queried || source.waits_for.is_some();
        if source.is_impatient || (!waits && source.has_before(stamp.number, depth)) {
            source.is_joined = true;
            source.hand_out(stamp, sample, &mut out);
            return false;
        }
        source.was_asked |= !waits;
        source.new.push_back((stamp, sample));
        if source.new.len() > MAX_WAITING {
            source.is_impatient = true;
            source.hand_out_waiting(&mut out);
        }
        if !waits {
            self.begin_query(session);
        }
        if self.sources.get(&info.gid).is_some_and(|source| source.waits_for.is_none()) {
            self.wait_for(session, info.gid);
        }
        !waits
    }

    /// Makes a source wait for the queries of a session, and for those only. A router may stamp new samples with its own id, so
    /// the session that has answered is the right one.
    fn wait_for(&mut self, session: SessionId, gid: Gid) {
        if let Some(source) = self.sources.get_mut(&gid).filter(|source| source.waits_for != Some(session)) {
            source.waits_for = Some(session);
            self.queries.entry(session).or_default().waiting.push(gid);
        }
    }

    /// Returns the source with a GID; None if it is unknown, and so many others wait that it cannot be remembered.
    fn source(&mut self, gid: Gid) -> Option<&mut Source<T>> {
        self.calls += 1;
        if self.sources.len() >= MAX_SOURCES && !self.sources.contains_key(&gid) {
            let idle = self.sources.iter().filter(|(_, source)| source.waits_for.is_none());
            let oldest = *idle.min_by_key(|(_, source)| source.used)?.0;
            self.sources.remove(&oldest);
        }
        let source = self.sources.entry(gid).or_insert_with(|| Source {
            waits_for: None,
            last: None,
            old: BTreeMap::new(),
            new: VecDeque::new(),
            is_joined: false,
            is_impatient: false,
            was_asked: false,
            used: 0,
        });
        source.used = self.calls;
        Some(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: SessionId = [1; 16];
    const OTHER: SessionId = [2; 16];

    fn info(gid: u8, number: i64) -> Attachment {
        Attachment { sequence_number: number, source_time: number, gid: [gid; 16] }
    }

    /// A history whose samples are the numbers of publisher 7 of SESSION.
    struct Numbers {
        history: History<i64>,
        delivered: Vec<i64>,
    }

    impl Numbers {
        fn new(depth: usize) -> Numbers {
            Numbers { history: History::new(depth), delivered: Vec::new() }
        }
        fn begin(&mut self) {
            self.history.begin_query(SESSION);
        }
        fn end(&mut self) {
            assert!(!self.ends_with_another_query());
        }
        fn ends_with_another_query(&mut self) -> bool {
            self.history.end_query(SESSION, |number| self.delivered.push(number))
        }
        fn old(&mut self, numbers: impl IntoIterator<Item = i64>) {
            for number in numbers {
                self.history.add_old(SESSION, &info(7, number), number);
            }
        }
        fn new_one(&mut self, number: i64) -> bool {
            self.history.add_new(SESSION, &info(7, number), number, |number| self.delivered.push(number))
        }
    }

    #[test]
    fn old_samples_come_first_and_none_twice() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.old([2, 1, 3]);
        assert!(!numbers.new_one(4));
        numbers.old([4]);
        assert!(!numbers.new_one(5));
        assert!(numbers.delivered.is_empty());
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5]);
        assert!(!numbers.new_one(5)); // as after a loss that Zenoh mended
        assert!(!numbers.new_one(6));
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn what_is_on_the_way_when_the_query_ends_comes_once() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.old(1..=4);
        assert!(!numbers.new_one(3));
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3, 4]);
        assert!(!numbers.new_one(4));
        assert!(!numbers.new_one(5));
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_sample_between_the_answer_and_the_first_new_one_is_asked_for_once() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.old(1..=3);
        assert!(!numbers.new_one(5));
        assert!(numbers.ends_with_another_query());
        assert!(!numbers.new_one(6));
        assert!(numbers.delivered.is_empty());
        numbers.old(1..=5);
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5, 6]);

        let mut later = Numbers::new(10);
        later.begin();
        later.old(1..=3);
        later.end();
        assert!(later.new_one(5));
        later.old(2..=3); // the publisher has not kept it
        later.end();
        assert!(!later.new_one(7)); // lost by the network
        assert_eq!(later.delivered, [1, 2, 3, 5, 7]);
    }

    #[test]
    fn what_is_missing_among_the_new_samples_comes_from_the_old_ones() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.old(1..=6);
        assert!(!numbers.new_one(4));
        assert!(!numbers.new_one(6));
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn two_queries_of_a_session_are_one() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.begin();
        numbers.old(1..=2);
        numbers.end();
        assert!(numbers.delivered.is_empty());
        numbers.old(1..=3);
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3]);
        // The publisher was out of reach while it published the samples 4 and 5.
        numbers.begin();
        numbers.old(2..=5);
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_newest_of_the_old_samples_are_kept() {
        let mut numbers = Numbers::new(2);
        numbers.begin();
        numbers.old(1..=5);
        numbers.end();
        assert_eq!(numbers.delivered, [4, 5]);
    }

    #[test]
    fn an_unknown_publisher_that_has_published_before_is_queried_once() {
        let mut numbers = Numbers::new(10);
        assert!(numbers.new_one(3));
        assert!(!numbers.new_one(4));
        assert!(numbers.delivered.is_empty());
        numbers.old(1..=3);
        numbers.end();
        assert!(!numbers.new_one(5));
        assert_eq!(numbers.delivered, [1, 2, 3, 4, 5]);

        let mut first = Numbers::new(10);
        assert!(!first.new_one(1));
        let mut latest = Numbers::new(1); // needs only the newest sample, and has it
        assert!(!latest.new_one(3));
        assert_eq!((first.delivered, latest.delivered), (vec![1], vec![3]));
    }

    #[test]
    fn only_the_session_that_is_queried_waits() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        let mut delivered = Vec::new();
        assert!(!numbers.history.add_new(OTHER, &info(8, 1), 100, |number| delivered.push(number)));
        assert_eq!(delivered, [100]);
        // A router has stamped a sample with its own id: its publisher waits nevertheless.
        numbers.old([1]);
        assert!(!numbers.history.add_new(OTHER, &info(7, 2), 2, |number| delivered.push(number)));
        assert_eq!(delivered, [100]);
        numbers.end();
        assert_eq!(numbers.delivered, [1, 2]);
    }

    #[test]
    fn a_query_that_never_ends_delays_a_limited_number_of_samples() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        for number in 1..=MAX_WAITING as i64 + 1 {
            assert!(numbers.delivered.is_empty());
            numbers.new_one(number);
        }
        assert_eq!(numbers.delivered.len(), MAX_WAITING + 1);
        numbers.new_one(MAX_WAITING as i64 + 2);
        assert_eq!(numbers.delivered.len(), MAX_WAITING + 2);
    }

    #[test]
    fn samples_of_a_publisher_that_does_not_count_all_come() {
        let mut numbers = Numbers::new(10);
        numbers.begin();
        numbers.old([0]);
        numbers.new_one(0);
        numbers.end();
        numbers.new_one(0);
        assert_eq!(numbers.delivered, [0, 0]);
    }

    #[test]
    fn a_limited_number_of_publishers_is_remembered() {
        let mut history = History::new(10);
        let mut delivered = 0;
        let mut publish = |history: &mut History<()>, publisher: usize| {
            let mut gid = [0; 16];
            gid[..8].copy_from_slice(&publisher.to_ne_bytes());
            let info = Attachment { sequence_number: 1, source_time: 1, gid };
            assert!(!history.add_new(SESSION, &info, (), |()| delivered += 1));
            delivered
        };
        for publisher in 0..MAX_SOURCES + 100 {
            assert_eq!(publish(&mut history, publisher), publisher + 1);
        }
        assert_eq!(history.sources.len(), MAX_SOURCES);
        // Those that wait are not forgotten; beyond them a sample comes at once.
        let mut history = History::new(10);
        history.begin_query(SESSION);
        let before = delivered_after(&mut publish, &mut history, 0..MAX_SOURCES);
        assert_eq!(delivered_after(&mut publish, &mut history, MAX_SOURCES..MAX_SOURCES + 1), before + 1);
        let mut waited = 0;
        assert!(!history.end_query(SESSION, |()| waited += 1));
        assert_eq!(waited, MAX_SOURCES);
    }

    fn delivered_after(
        publish: &mut impl FnMut(&mut History<()>, usize) -> usize,
        history: &mut History<()>,
        publishers: std::ops::Range<usize>,
    ) -> usize {
        publishers.map(|publisher| publish(history, publisher)).last().unwrap_or_default()
    }
}
