// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! iceoryx2 behind a C interface: messages of bytes, and an event that wakes the reader. Each object is used by one thread.
//! A failure ends the process with its reason, as it ends the measurement.

use core::ffi::{c_char, c_void, CStr};
use core::mem::MaybeUninit;
use core::time::Duration;
use std::time::Instant;

use iceoryx2::port::listener::Listener;
use iceoryx2::port::notifier::Notifier;
use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;
use iceoryx2::sample::Sample;
use iceoryx2::sample_mut_uninit::SampleMutUninit;
use iceoryx2::service::port_factory::{event, publish_subscribe};

type Ipc = ipc::Service;
type Messages = publish_subscribe::PortFactory<Ipc, [u8], ()>;
type Arrivals = event::PortFactory<Ipc>;

const DEPTH: usize = 8;

/// The services that carry the messages and the wake-ups of `name`.
unsafe fn services(name: *const c_char) -> (Node<Ipc>, Messages, Arrivals) {
    set_log_level(LogLevel::Error);
    let name = CStr::from_ptr(name).to_str().expect("the name is UTF-8");
    let node = NodeBuilder::new().create::<Ipc>().expect("a node");
    let messages = node
        .service_builder(&name.try_into().expect("a service name"))
        .publish_subscribe::<[u8]>()
        .subscriber_max_buffer_size(DEPTH)
        .open_or_create()
        .expect("a service for messages");
    let arrivals = node
        .service_builder(&format!("{name}/arrived").as_str().try_into().expect("a service name"))
        .event()
        .open_or_create()
        .expect("a service for events");
    (node, messages, arrivals)
}

pub struct Sender {
    loan: Option<SampleMutUninit<Ipc, [MaybeUninit<u8>], ()>>,
    publisher: Publisher<Ipc, [u8], ()>,
    notifier: Notifier<Ipc>,
    arrivals: Arrivals,
    _messages: Messages,
    _node: Node<Ipc>,
}

/// # Safety
/// `name` ends with a zero.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_sender(name: *const c_char, bytes: usize) -> *mut Sender {
    let (node, messages, arrivals) = services(name);
    let publisher = messages.publisher_builder().initial_max_slice_len(bytes).create().expect("a publisher");
    let notifier = arrivals.notifier_builder().create().expect("a notifier");
    Box::into_raw(Box::new(Sender { loan: None, publisher, notifier, arrivals, _messages: messages, _node: node }))
}

/// Returns whether a reader waits for messages.
///
/// # Safety
/// `sender` is one of `iceoryx2_sender`.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_is_matched(sender: *const Sender) -> bool {
    (*sender).arrivals.dynamic_config().number_of_listeners() > 0
}

/// Returns the memory of the next message, `bytes` long.
///
/// # Safety
/// `sender` is one of `iceoryx2_sender`.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_loan(sender: *mut Sender, bytes: usize) -> *mut c_void {
    let sender = &mut *sender;
    let loan = sender.publisher.loan_slice_uninit(bytes).expect("memory for a message");
    sender.loan.insert(loan).payload_mut().as_mut_ptr().cast()
}

/// Sends the message that was lent, and wakes the reader.
///
/// # Safety
/// `sender` is one of `iceoryx2_sender`.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_send(sender: *mut Sender) {
    let sender = &mut *sender;
    if let Some(loan) = sender.loan.take() {
        // SAFETY: each byte pattern is a message; what the program has not written is mapped memory of the segment.
        loan.assume_init().send().expect("the message is sent");
        sender.notifier.notify().expect("the reader is notified");
    }
}

/// Takes the sender back.
///
/// # Safety
/// `sender` is one of `iceoryx2_sender`, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_end_sender(sender: *mut Sender) {
    drop(Box::from_raw(sender));
}

pub struct Receiver {
    held: Option<Sample<Ipc, [u8], ()>>,
    subscriber: Subscriber<Ipc, [u8], ()>,
    listener: Listener<Ipc>,
    _arrivals: Arrivals,
    _messages: Messages,
    _node: Node<Ipc>,
}

/// # Safety
/// `name` ends with a zero.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_receiver(name: *const c_char) -> *mut Receiver {
    let (node, messages, arrivals) = services(name);
    let subscriber = messages.subscriber_builder().create().expect("a subscriber");
    let listener = arrivals.listener_builder().create().expect("a listener");
    Box::into_raw(Box::new(Receiver {
        held: None,
        subscriber,
        listener,
        _arrivals: arrivals,
        _messages: messages,
        _node: node,
    }))
}

/// Returns the next message, which stays until the next call; null if none comes in time.
///
/// # Safety
/// `receiver` is one of `iceoryx2_receiver`.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_receive(receiver: *mut Receiver, seconds: u64) -> *const c_void {
    let receiver = &mut *receiver;
    receiver.held = None;
    let end = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(sample) = receiver.subscriber.receive().expect("the subscriber receives") {
            return receiver.held.insert(sample).payload().as_ptr().cast();
        }
        let rest = end.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            return core::ptr::null();
        }
        // Wakes without an event, too.
        receiver.listener.timed_wait(|_| {}, rest).expect("the listener waits");
    }
}

/// Takes the receiver back.
///
/// # Safety
/// `receiver` is one of `iceoryx2_receiver`, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn iceoryx2_end_receiver(receiver: *mut Receiver) {
    drop(Box::from_raw(receiver));
}
