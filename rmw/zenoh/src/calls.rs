// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Rules for callbacks: an object waits for its last one when it is destroyed, and those of one object do not overlap.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most items that wait behind a running callback before the threads that bring more have to wait.
const MAX_WAITING: usize = 1024;

/// Locks a mutex; a thread that panicked while it held the mutex changes nothing, as all updates are single steps.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the callbacks that run, so that an object can wait for their end.
#[derive(Default)]
pub struct Gate {
    state: Mutex<GateState>, // guards the two fields of the state
    is_empty: Condvar,
}

#[derive(Default)]
struct GateState {
    running: usize,
    is_closed: bool,
}

impl Gate {
    /// Calls `callback` unless the gate is closed.
    pub fn call(&self, callback: impl FnOnce()) {
        if let Some(_running) = self.enter() {
            callback();
        }
    }

    fn enter(&self) -> Option<Running<'_>> {
        let mut state = lock(&self.state);
        if state.is_closed {
            return None;
        }
        state.running += 1;
        Some(Running(self))
    }

    /// Returns true after `close` was called.
    pub fn is_closed(&self) -> bool {
        lock(&self.state).is_closed
    }

    /// Prevents further callbacks and waits until those that run have returned.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        while state.running > 0 {
            state = self.is_empty.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A call that has not returned; also a panic ends it.
struct Running<'a>(&'a Gate);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.running -= 1;
        if state.running == 0 && state.is_closed {
            self.0.is_empty.notify_all();
        }
    }
}

/// Handles items one after the other although several threads bring them. No lock is held during a call.
pub struct Serial<T> {
    state: Mutex<SerialState<T>>, // guards the fields of the state
    has_space: Condvar,
}

struct SerialState<T> {
    waiting: VecDeque<T>,
    is_running: bool,
    blocked: usize, // the threads that wait for space: without one, no item costs a system call
}

impl<T> Default for Serial<T> {
    fn default() -> Self {
        Serial {
            state: Mutex::new(SerialState { waiting: VecDeque::new(), is_running: false, blocked: 0 }),
            has_space: Condvar::new(),
        }
    }
}

impl<T> Serial<T> {
    /// Calls `handle` for the item, or leaves the item to the thread that is inside `handle` now. `handle` must not
    /// panic.
    pub fn handle(&self, item: T, handle: impl Fn(T)) {
        self.with_space().waiting.push_back(item);
        self.run(handle);
    }

    /// Waits while as many items wait behind a running call as may.
    pub fn wait_for_space(&self) {
        drop(self.with_space());
    }

    /// Adds an item without waiting. `run` must follow.
    pub fn add(&self, item: T) {
        lock(&self.state).waiting.push_back(item);
    }

    /// Calls `handle` for what waits, in the order in which it was added, unless another thread does so now. `handle` must not
    /// panic.
    pub fn run(&self, handle: impl Fn(T)) {
        let mut next = self.take(false);
        while let Some(item) = next {
            handle(item);
            next = self.take(true);
        }
    }

    fn with_space(&self) -> MutexGuard<'_, SerialState<T>> {
        let mut state = lock(&self.state);
        while state.is_running && state.waiting.len() >= MAX_WAITING {
            state.blocked += 1;
            state = self.has_space.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.blocked -= 1;
        }
        state
    }

    /// Returns the next item; None if there is none, or if another thread than the caller (`is_runner`) runs.
    fn take(&self, is_runner: bool) -> Option<T> {
        let mut state = lock(&self.state);
        if state.is_running != is_runner {
            return None;
        }
        let item = state.waiting.pop_front();
        state.is_running = item.is_some();
        if state.blocked > 0 {
            self.has_space.notify_one();
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{mpsc, Arc};
    use std::thread;

    #[test]
    fn a_gate_waits_for_its_last_callback() {
        let gate = Arc::new(Gate::default());
        let (entered, is_entered) = mpsc::channel();
        let (release, is_released) = mpsc::channel::<()>();
        let has_returned = Arc::new(AtomicBool::new(false));
        let caller = thread::spawn({
            let (gate, has_returned) = (gate.clone(), has_returned.clone());
            move || {
                gate.call(|| {
                    entered.send(()).unwrap();
                    is_released.recv().unwrap();
                    has_returned.store(true, Ordering::SeqCst);
                })
            }
        });
        is_entered.recv().unwrap();
        let closer = thread::spawn({
            let (gate, has_returned) = (gate.clone(), has_returned.clone());
            move || {
                gate.close();
                assert!(has_returned.load(Ordering::SeqCst));
            }
        });
        while !lock(&gate.state).is_closed {
            thread::yield_now();
        }
        release.send(()).unwrap();
        closer.join().unwrap();
        caller.join().unwrap();
        gate.call(|| panic!("a closed gate calls nothing"));
    }

    #[test]
    fn a_panic_in_a_callback_does_not_block_the_gate() {
        let gate = Arc::new(Gate::default());
        let called = gate.clone();
        thread::spawn(move || called.call(|| panic!("expected by this test"))).join().unwrap_err();
        gate.close();
    }

    #[test]
    fn calls_do_not_overlap_and_none_is_lost() {
        const ITEMS: usize = 20_000;
        let serial = Arc::new(Serial::<usize>::default());
        let (running, calls) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let threads: Vec<_> = (0..3)
            .map(|_| {
                let (serial, running, calls) = (serial.clone(), running.clone(), calls.clone());
                thread::spawn(move || {
                    for item in 0..ITEMS {
                        serial.handle(item, |_| {
                            assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0);
                            calls.fetch_add(1, Ordering::SeqCst);
                            running.fetch_sub(1, Ordering::SeqCst);
                        });
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(calls.load(Ordering::SeqCst), 3 * ITEMS);
    }
}
