// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Runs functions of Zenoh also while a thread ends: static objects of a program are destroyed after the thread-local
//! values of its thread, without which Zenoh panics.

use std::thread::Builder;

/// A thread-local value that cannot be used any longer when those of Zenoh may be destroyed.
struct Mark;

impl Drop for Mark {
    fn drop(&mut self) {}
}

thread_local! {
    static MARK: Mark = const { Mark };
}

/// A value that another thread uses while its owner waits for that thread.
struct Lent<T>(T);

// SAFETY: run() joins the thread that uses the value.
unsafe impl<T> Send for Lent<T> {}

impl<T> Lent<T> {
    fn take(self) -> T {
        self.0
    }
}

/// Calls `work`, on another thread if the values of this one are destroyed. `work` must not panic.
pub fn run<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    if MARK.try_with(|_| ()).is_ok() {
        return Ok(work());
    }
    run_elsewhere(work)
}

fn run_elsewhere<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    let work = Lent(work);
    // SAFETY: the thread is joined before this function returns.
    let thread = unsafe { Builder::new().name("zenoh_exit".into()).spawn_unchecked(move || Lent((work.take())())) };
    let thread = thread.map_err(|fault| format!("no thread can be started while the program ends: {fault}"))?;
    thread.join().map(Lent::take).map_err(|_| "a function failed while the program ended".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::sync::mpsc::{channel, Sender};
    use std::thread;

    /// Sends the name of the thread on which work runs when a thread-local value is destroyed.
    struct AtEnd(Sender<Option<String>>);

    impl Drop for AtEnd {
        fn drop(&mut self) {
            let name = run(|| thread::current().name().map(str::to_owned));
            self.0.send(name.unwrap()).unwrap();
        }
    }

    thread_local! {
        static AT_END: RefCell<Option<AtEnd>> = const { RefCell::new(None) };
    }

    #[test]
    fn work_runs_on_another_thread_after_the_values_of_a_thread_are_destroyed() {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new().name("ends".into()).spawn(move || {
            // The value that is used first is destroyed last.
            AT_END.set(Some(AtEnd(sender)));
            assert_eq!(run(|| thread::current().name().map(str::to_owned)), Ok(Some("ends".into())));
        });
        thread.unwrap().join().unwrap();
        assert_eq!(receiver.recv().unwrap(), Some("zenoh_exit".into()));
    }
}
