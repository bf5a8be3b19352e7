// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Payloads: bytes of the caller that are sent without a copy, and received ones that are handed over as their parts.

use std::ffi::c_void;
use std::ptr;

use bytes::Bytes;
use zenoh::bytes::ZBytes;

use crate::faults::{shown, Faults};
use crate::wire::{Attachment, OwnKey, ATTACHMENT_SIZE, MAX_KEY_SIZE};

/// The shortest payload: the header of CDR.
const MIN_SIZE: usize = 4;
/// The most parts that are handed over without an allocation.
const FEW_PARTS: usize = 8;

pub type Release = unsafe extern "C" fn(*mut c_void);

/// The part of a message that the payload cannot fill: headers, the attachment, and the longest key.
const OVERHEAD: usize = 256 + ATTACHMENT_SIZE + MAX_KEY_SIZE;

/// The largest message that Zenoh puts together from fragments; it drops larger ones, at the receiver and without a word.
#[derive(Clone, Copy)]
pub struct Limit(usize);

impl Limit {
    pub fn of_message(size: usize) -> Limit {
        Limit(size)
    }

    /// Returns an error if a payload makes a message too large.
    pub fn check(self, payload: &Borrowed) -> Result<(), String> {
        let most = self.0.saturating_sub(OVERHEAD);
        if payload.size > most {
            return Err(format!(
                "it has {} bytes, and Zenoh transports at most {most} (transport/link/rx/max_message_size is {}); split \
                 it into several",
                payload.size, self.0
            ));
        }
        Ok(())
    }
}

/// Bytes that belong to the caller until they are released.
pub struct Borrowed {
    data: *const u8,
    size: usize,
    owner: *mut c_void,
    release: Option<Release>,
}

// SAFETY: the caller promises that the bytes do not change, and that `release` may be called on any thread.
unsafe impl Send for Borrowed {}

impl Borrowed {
    /// # Safety
    /// The bytes must be valid and constant until `release` is called.
    pub unsafe fn new(data: *const u8, size: usize, owner: *mut c_void, release: Option<Release>) -> Borrowed {
        Borrowed { data, size, owner, release }
    }
}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: `new` requires valid bytes.
        unsafe { std::slice::from_raw_parts(self.data, self.size) }
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: this is the only call.
            unsafe { release(self.owner) }
        }
    }
}

impl From<Borrowed> for ZBytes {
    fn from(payload: Borrowed) -> ZBytes {
        Bytes::from_owner(payload).into()
    }
}

/// A part of a received payload.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Part {
    pub data: *const u8,
    pub size: usize,
}

impl Part {
    fn of(bytes: &[u8]) -> Part {
        Part { data: bytes.as_ptr(), size: bytes.len() }
    }
}

/// Calls `use_parts` with the parts of a payload.
pub fn with_parts<R>(payload: &ZBytes, use_parts: impl FnOnce(&[Part]) -> R) -> R {
    let mut few = [Part { data: ptr::null(), size: 0 }; FEW_PARTS];
    let mut count = 0;
    for bytes in payload.slices() {
        if count == FEW_PARTS {
            let all: Vec<Part> = payload.slices().map(Part::of).collect();
            return use_parts(&all);
        }
        few[count] = Part::of(bytes);
        count += 1;
    }
    use_parts(&few[..count])
}

/// Returns the attachment of a message; counts and logs a message that has none or is too short, or that came by another
/// key than one of `own`. `peer` returns the id of its session, as far as that is known.
pub fn accepted(
    faults: &Faults,
    peer: impl FnOnce() -> String,
    own: &OwnKey,
    key: &str,
    payload: Option<&ZBytes>,
    attachment: Option<&ZBytes>,
) -> Option<Attachment> {
    let info = attachment
        .filter(|bytes| bytes.len() == ATTACHMENT_SIZE)
        .and_then(|bytes| Attachment::parse(&bytes.to_bytes()));
    let fault = match (&info, payload.map_or(0, ZBytes::len)) {
        (None, _) => "its attachment is malformed",
        (Some(_), size) if size < MIN_SIZE => "its payload is shorter than the header of CDR",
        (Some(_), _) if !own.admits(key) => "its key only overlaps the one that is received",
        (Some(_), _) => return info,
    };
    let peer = peer();
    faults.drop_sample(&peer, || {
        format!("a message on {} of session '{}' is dropped: {fault}", shown(key), shown(&peer))
    });
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    unsafe extern "C" fn count(owner: *mut c_void) {
        (*owner.cast::<AtomicUsize>()).fetch_add(1, Ordering::SeqCst);
    }

    #[test]
    fn a_payload_is_not_copied_and_is_released_once() {
        let released = AtomicUsize::new(0);
        let data = vec![7u8; 1000];
        let owner = ptr::from_ref(&released).cast_mut().cast();
        let payload: ZBytes = unsafe { Borrowed::new(data.as_ptr(), data.len(), owner, Some(count)) }.into();
        let copy = payload.clone();
        with_parts(&payload, |parts| {
            assert_eq!(parts.len(), 1);
            assert_eq!(parts[0].data, data.as_ptr());
            assert_eq!(parts[0].size, 1000);
        });
        drop(payload);
        assert_eq!(released.load(Ordering::SeqCst), 0);
        drop(copy);
        assert_eq!(released.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_payload_that_makes_a_message_too_large_is_refused() {
        let data = vec![0u8; 100];
        let payload = |size| unsafe { Borrowed::new(data.as_ptr(), size, ptr::null_mut(), None) };
        let limit = Limit::of_message(OVERHEAD + 10);
        assert_eq!(limit.check(&payload(10)), Ok(()));
        let fault = limit.check(&payload(11)).unwrap_err();
        assert!(fault.starts_with("it has 11 bytes, and Zenoh transports at most 10 ("), "{fault}");
        assert!(Limit::of_message(0).check(&payload(1)).is_err());
    }

    #[test]
    fn all_parts_are_handed_over_in_order() {
        for count in [0, 1, FEW_PARTS, FEW_PARTS + 1, 100] {
            let mut writer = ZBytes::writer();
            for i in 0..count {
                writer.append(ZBytes::from(vec![i as u8; 2]));
            }
            with_parts(&writer.finish(), |parts| {
                assert_eq!(parts.len(), count);
                for (i, part) in parts.iter().enumerate() {
                    assert_eq!(unsafe { std::slice::from_raw_parts(part.data, part.size) }, [i as u8; 2]);
                }
            });
        }
    }

    #[test]
    fn a_message_without_an_attachment_or_header_is_counted() {
        let faults = Faults::new(Box::new(|_, _| ()));
        let peer = || "c0ffee".to_owned();
        let own = OwnKey::new("7/k/T/H");
        let info = Attachment { sequence_number: 1, source_time: 2, gid: [3; 16] };
        let good = ZBytes::from(&info.bytes());
        let long = ZBytes::from(vec![0u8; 4]);
        let accept = |key: &str, payload: Option<&ZBytes>, attachment: Option<&ZBytes>| {
            accepted(&faults, peer, &own, key, payload, attachment)
        };
        assert_eq!(accept("7/k/T/H", Some(&long), Some(&good)), Some(info));
        assert_eq!(accept("7/k/T/H", Some(&ZBytes::from(vec![0u8; 3])), Some(&good)), None);
        assert_eq!(accept("7/k/T/H", None, Some(&good)), None);
        assert_eq!(accept("7/k/T/H", Some(&long), None), None);
        assert_eq!(accept("7/k/T/H", Some(&long), Some(&ZBytes::from(vec![0u8; 32]))), None);
        assert_eq!(faults.samples(), 4);
        // Rules of access compare the key as a peer wrote it.
        for key in ["7/*/T/H", "7/$*/T/H", "7/k/**", "**"] {
            assert_eq!(accept(key, Some(&long), Some(&good)), None, "{key}");
        }
        assert_eq!(faults.samples(), 8);
    }
}
