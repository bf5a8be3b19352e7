// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Detects that this process is a fork of one that used Zenoh: it has none of the threads of Zenoh, so that each call
//! would wait for ever.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;

static IS_FORKED: AtomicBool = AtomicBool::new(false);
static WATCHED: Once = Once::new();

type Handler = Option<unsafe extern "C" fn()>;

extern "C" {
    fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> i32;
}

unsafe extern "C" fn in_child() {
    IS_FORKED.store(true, Ordering::Relaxed);
}

/// Remembers forks from now on.
pub fn watch() {
    // SAFETY: the handler only stores a flag. It cannot be registered only if memory is exhausted.
    WATCHED.call_once(|| unsafe {
        pthread_atfork(None, None, Some(in_child));
    });
}

/// Returns an error in a process in which Zenoh cannot work.
pub fn check() -> Result<(), String> {
    if IS_FORKED.load(Ordering::Relaxed) {
        return Err("this process was forked from one that uses Zenoh, whose threads it does not have; start a new \
                    program instead"
            .into());
    }
    Ok(())
}
