// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The state of a coroutine, by which wake-ups and the thread that runs it hand it to each other.
//!
//! Proves: no wake-up is lost: a task does not stay parked although what it waits for has come; its frame never runs in two
//! threads at once, and each run sees what the previous one wrote (no data race on `frame`); a task that is abandoned is
//! ended exactly once.
//! Bound: two wake-ups and a running task, and one that abandons it; at most 3 preemptions.
//! Limits: a scheduled task runs in the thread that scheduled it. wake() never continues within the call (at_once).
//!
//! Transcribes rx/include/rx/coroutines/task.hpp
//!   run: state_.compare_exchange_strong acq_rel
//!   abandon: state_.load acquire, state_.compare_exchange_weak acq_rel
//!   wake: wake(), state_.load relaxed, state_.compare_exchange_weak acq_rel relaxed
//!   advance: state_.store release, state_.compare_exchange_weak acq_rel, state_.compare_exchange_strong acq_rel,
//!       state_.compare_exchange_strong acq_rel

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use loom::sync::Arc;
use loom::thread;
use models::{explore, must_find, DATA_RACE};

const PARKED: usize = 0;
const SCHEDULED: usize = 1;
const RUNNING: usize = 2;
const RUNNING_WOKEN: usize = 3;
const ABANDONED: usize = 4;
const ENDED: usize = 5;

#[derive(Clone, Copy)]
struct Steps {
    wake_always_writes: bool, // also if the state stays the same
    parks_by_exchange: bool,  // else by a store
}

const RIGHT: Steps = Steps { wake_always_writes: true, parks_by_exchange: true };

struct Frame {
    seen: usize,
    ends: usize,
}

struct Coroutine {
    steps: Steps,
    state: AtomicUsize,
    events: [AtomicBool; 2], // what the task waits for, one after the other
    frame: UnsafeCell<Frame>,
}

impl Coroutine {
    fn new(steps: Steps) -> Self {
        Coroutine {
            steps,
            state: AtomicUsize::new(SCHEDULED),
            events: [AtomicBool::new(false), AtomicBool::new(false)],
            frame: UnsafeCell::new(Frame { seen: 0, ends: 0 }),
        }
    }

    fn run(&self) {
        if self.state.compare_exchange(SCHEDULED, RUNNING, AcqRel, Acquire).is_ok() && self.advance() {
            self.end();
        }
    }

    fn wake(&self) {
        let mut state = self.state.load(Relaxed);
        loop {
            let next = match state {
                PARKED => SCHEDULED,
                RUNNING => RUNNING_WOKEN,
                SCHEDULED | RUNNING_WOKEN => state,
                _ => return,
            };
            if next == state && !self.steps.wake_always_writes {
                return;
            }
            match self.state.compare_exchange(state, next, AcqRel, Relaxed) {
                Ok(_) => break,
                Err(now) => state = now,
            }
        }
        if state == PARKED {
            self.run();
        }
    }

    /// Runs the frame up to the event that has not come; returns true if it is over.
    fn advance(&self) -> bool {
        loop {
            let finished = self.frame.with_mut(|p| {
                let frame = unsafe { &mut *p };
                while frame.seen < 2 && self.events[frame.seen].load(Relaxed) {
                    frame.seen += 1;
                }
                frame.seen == 2
            });
            if finished {
                self.state.store(ENDED, Release);
                return true;
            }
            let state = if self.steps.parks_by_exchange {
                match self.state.compare_exchange(RUNNING, PARKED, AcqRel, Acquire) {
                    Ok(_) => return false,
                    Err(now) => now,
                }
            } else {
                let now = self.state.load(Acquire);
                if now == RUNNING {
                    self.state.store(PARKED, Release);
                    return false;
                }
                now
            };
            if state == ABANDONED {
                return true;
            }
            let _ = self.state.compare_exchange(state, RUNNING, AcqRel, Acquire);
        }
    }

    fn abandon(&self) {
        let mut state = self.state.load(Acquire);
        loop {
            if state == ENDED || state == ABANDONED {
                return;
            }
            let is_running = state == RUNNING || state == RUNNING_WOKEN;
            match self.state.compare_exchange(state, if is_running { ABANDONED } else { ENDED }, AcqRel, Acquire) {
                Ok(_) => {
                    if !is_running {
                        self.end();
                    }
                    return;
                }
                Err(now) => state = now,
            }
        }
    }

    fn end(&self) {
        self.state.store(ENDED, Release);
        self.frame.with_mut(|p| unsafe { (*p).ends += 1 });
    }

    fn emit(&self, event: usize) {
        self.events[event].store(true, Relaxed);
        self.wake();
    }
}

fn two_events(steps: Steps) {
    let task = Arc::new(Coroutine::new(steps));
    let threads: Vec<_> = (0..2)
        .map(|event| {
            let task = task.clone();
            thread::spawn(move || task.emit(event))
        })
        .collect();
    task.run();
    for thread in threads {
        thread.join().unwrap();
    }
    task.frame.with(|p| {
        assert_eq!(unsafe { (*p).seen }, 2, "a wake-up was lost");
        assert_eq!(unsafe { (*p).ends }, 1, "not ended once");
    });
}

fn abandoned_meanwhile(steps: Steps) {
    let task = Arc::new(Coroutine::new(steps));
    let t = task.clone();
    let waking = thread::spawn(move || t.emit(0));
    let t = task.clone();
    let abandoning = thread::spawn(move || t.abandon());
    task.run();
    waking.join().unwrap();
    abandoning.join().unwrap();
    task.frame.with(|p| assert_eq!(unsafe { (*p).ends }, 1, "not ended once"));
}

#[test]
fn two_wake_ups_are_not_lost() {
    explore("coroutine, two wake-ups", 3, || two_events(RIGHT));
}

#[test]
fn an_abandoned_task_ends_once() {
    explore("coroutine, abandoned", 3, || abandoned_meanwhile(RIGHT));
}

#[test]
#[ignore = "must fail"]
fn weak_wake_only_reads() {
    explore("weak", 3, || two_events(Steps { wake_always_writes: false, ..RIGHT }));
}

#[test]
#[ignore = "must fail"]
fn weak_parks_by_store() {
    explore("weak", 3, || two_events(Steps { parks_by_exchange: false, ..RIGHT }));
}

#[test]
fn the_checker_finds_weaker_variants() {
    must_find("weak_wake_only_reads", &["a wake-up was lost"]);
    must_find("weak_parks_by_store", &["a wake-up was lost", DATA_RACE]);
}
