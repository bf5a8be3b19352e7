// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! A user of the C interface: sessions of one process that meet over TCP, and callbacks that fill channels.
#![allow(dead_code)] // no test program uses all of it

use std::ffi::{c_char, c_void, CStr};
use std::net::TcpListener;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rxros2_zenoh::abi::*;
use rxros2_zenoh::objects;
use rxros2_zenoh::wire::{Gid, Kind, Qos};

pub const PATIENCE: Duration = Duration::from_secs(60);
pub const DOMAIN: u32 = 50;
pub const RANGE_OFF: u32 = 0;
pub const RANGE_LOCALHOST: u32 = 1;
pub const RANGE_SUBNET: u32 = 2;
pub const RANGE_DEFAULT: u32 = 3;
pub const TYPE: &str = "std_msgs::msg::dds_::String_";

pub fn api() -> &'static Functions {
    unsafe { rxros2_zenoh::rxros2_zenoh_api(ABI).as_ref().unwrap() }
}

/// Waits until `is_true` returns true.
pub fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_true() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Returns an empty fault that a function may fill.
pub fn no_fault() -> Fault {
    Fault { text: [0; 512] }
}

pub fn text_of(fault: &Fault) -> String {
    unsafe { CStr::from_ptr(fault.text.as_ptr()) }.to_str().unwrap().to_owned()
}

pub fn text(text: Text) -> String {
    if text.size == 0 {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.size) };
    std::str::from_utf8(bytes).unwrap().to_owned()
}

/// Calls a function that creates an object.
pub fn created<T>(create: impl FnOnce(*mut *mut T, *mut Fault) -> bool) -> Result<*mut T, String> {
    let (mut out, mut fault) = (ptr::null_mut(), no_fault());
    if create(&mut out, &mut fault) {
        Ok(out)
    } else {
        assert!(out.is_null());
        Err(text_of(&fault))
    }
}

/// Turns a value into the context of callbacks; it lives as long as the process.
fn context<T>(value: T) -> *mut c_void {
    Box::into_raw(Box::new(value)).cast()
}

pub type Lines = Arc<Mutex<Vec<(u32, String)>>>;

unsafe extern "C" fn on_log(context: *mut c_void, severity: u32, line: Text) {
    (*context.cast::<Lines>()).lock().unwrap().push((severity, text(line)));
}

/// A session.
pub struct Session {
    pub handle: *mut objects::Session,
    pub log: Lines,
}

unsafe impl Send for Session {}
unsafe impl Sync for Session {}

impl Session {
    pub fn open(range: u32, peers: &str, overrides: &str, may_serve: bool) -> Result<Session, String> {
        Session::open_with(range, peers, overrides, may_serve, false)
    }

    pub fn open_router(overrides: &str) -> Result<Session, String> {
        Session::open_with(RANGE_DEFAULT, "", overrides, false, true)
    }

    fn open_with(
        range: u32,
        peers: &str,
        overrides: &str,
        may_serve: bool,
        is_router: bool,
    ) -> Result<Session, String> {
        let log = Lines::default();
        let options = SessionOptions {
            config_file: Text::EMPTY,
            range,
            peers: Text::of(peers),
            overrides: Text::of(overrides),
            enclave: Text::EMPTY,
            is_router,
            may_serve,
            context: context(log.clone()),
            on_log: Some(on_log),
        };
        let handle = created(|out, fault| unsafe { (api().open)(&options, out, fault) })?;
        Ok(Session { handle, log })
    }

    /// Opens a session that listens on a free port, and returns the port.
    pub fn listening() -> (Session, u16) {
        loop {
            let port = free_port();
            let overrides = format!("connect/endpoints=[];listen/endpoints=[\"tcp/127.0.0.1:{port}\"]");
            if let Ok(session) = Session::open(RANGE_DEFAULT, "", &overrides, false) {
                return (session, port);
            }
        }
    }

    /// Opens a session that connects to the session on a port, and waits for the connection.
    pub fn connected(port: u16) -> Session {
        let overrides = format!("connect/endpoints=[\"tcp/127.0.0.1:{port}\"];listen/endpoints=[\"tcp/127.0.0.1:0\"]");
        let session = Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap();
        wait_until("the sessions meet", || session.state().peers > 0);
        session
    }

    /// Opens two sessions that are connected.
    pub fn pair() -> (Session, Session) {
        let (first, port) = Session::listening();
        let second = Session::connected(port);
        wait_until("the sessions meet", || first.state().peers > 0);
        (first, second)
    }

    pub fn state(&self) -> SessionState {
        let mut state = SessionState::default();
        unsafe { (api().state)(self.handle, &mut state) };
        state
    }

    pub fn id(&self) -> Gid {
        let mut id = [0; 16];
        unsafe { (api().session_id)(self.handle, id.as_mut_ptr()) };
        id
    }

    pub fn close(self) {
        unsafe { (api().close)(self.handle) }
    }

    pub fn follow(&self) -> Receiver<(Seen, bool)> {
        let (sender, receiver) = channel::<(Seen, bool)>();
        let mut fault = no_fault();
        let is_ok =
            unsafe { (api().follow_graph)(self.handle, DOMAIN, on_entity, context(Mutex::new(sender)), &mut fault) };
        assert!(is_ok, "{}", text_of(&fault));
        receiver
    }

    /// Announces an entity and waits until another session, which follows the graph, knows it. Whoever knows the token of
    /// an endpoint reaches that endpoint; before, Zenoh may or may not deliver.
    pub fn announce_to(&self, changes: &Receiver<(Seen, bool)>, entity: &Entity) -> *mut objects::Announcement {
        let token = self.announce(entity);
        wait_for(changes, entity.entity_id, true);
        token
    }

    pub fn announce(&self, entity: &Entity) -> *mut objects::Announcement {
        created(|out, fault| unsafe { (api().announce)(self.handle, entity, out, fault) }).unwrap()
    }

    pub fn gid_of(&self, entity: &Entity) -> Gid {
        let (mut gid, mut fault) = ([0; 16], no_fault());
        let is_ok = unsafe { (api().gid_of)(self.handle, entity, gid.as_mut_ptr(), &mut fault) };
        assert!(is_ok, "{}", text_of(&fault));
        gid
    }

    pub fn publisher(&self, entity: &Entity) -> *mut objects::Publisher {
        created(|out, fault| unsafe { (api().create_publisher)(self.handle, entity, out, fault) }).unwrap()
    }

    pub fn subscription(&self, entity: &Entity) -> (*mut objects::Subscription, Receiver<Message>) {
        let (sender, receiver) = channel();
        let handle = self.subscription_with(entity, on_message, context(Mutex::new(sender)));
        (handle, receiver)
    }

    pub fn subscription_with(
        &self,
        entity: &Entity,
        on_sample: OnSample,
        context: *mut c_void,
    ) -> *mut objects::Subscription {
        created(|out, fault| unsafe {
            (api().create_subscription)(self.handle, entity, on_sample, context, out, fault)
        })
        .unwrap()
    }

    /// Creates a client, and returns the channels of its responses and failures.
    pub fn client(&self, entity: &Entity) -> (*mut objects::Client, Receiver<Outcome>) {
        let (sender, receiver) = channel();
        let context = context(Mutex::new(sender));
        let handle = created(|out, fault| unsafe {
            (api().create_client)(self.handle, entity, on_response, on_failure, context, out, fault)
        })
        .unwrap();
        (handle, receiver)
    }

    pub fn service(&self, entity: &Entity) -> (*mut objects::Service, Receiver<(Message, Request)>) {
        let (sender, receiver) = channel();
        let context = context(Mutex::new(sender));
        let handle = created(|out, fault| unsafe {
            (api().create_service)(self.handle, entity, on_request, context, out, fault)
        })
        .unwrap();
        (handle, receiver)
    }
}

unsafe extern "C" fn on_report(context: *mut c_void, report: Text) {
    *context.cast::<String>() = text(report);
}

/// Returns the report of a session with overrides.
pub fn inspect(range: u32, overrides: &str) -> Result<String, String> {
    let (mut report, mut fault) = (String::new(), no_fault());
    let options = SessionOptions {
        config_file: Text::EMPTY,
        range,
        peers: Text::EMPTY,
        overrides: Text::of(overrides),
        enclave: Text::EMPTY,
        is_router: false,
        may_serve: true,
        context: ptr::null_mut(),
        on_log: None,
    };
    if unsafe { (api().inspect)(&options, on_report, ptr::from_mut(&mut report).cast(), &mut fault) } {
        Ok(report)
    } else {
        Err(text_of(&fault))
    }
}

/// A part of an entity of a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub kind: u32,
    pub session: Gid,
    pub gid: Gid,
    pub entity_id: u64,
    pub node: String,
    pub name: String,
    pub type_name: String,
    pub qos: Qos,
}

unsafe extern "C" fn on_entity(context: *mut c_void, entity: *const Entity, exists: bool) {
    let entity = &*entity;
    assert_eq!(entity.domain, DOMAIN);
    let seen = Seen {
        kind: entity.kind,
        session: entity.session,
        gid: entity.gid,
        entity_id: entity.entity_id,
        node: text(entity.node),
        name: text(entity.name),
        type_name: text(entity.type_name),
        qos: entity.qos,
    };
    send(context, (seen, exists));
}

/// Sends to the channel that is the context of a callback; a test that has ended does not listen.
unsafe fn send<T>(context: *mut c_void, value: T) {
    let _ = (*context.cast::<Mutex<Sender<T>>>()).lock().unwrap().send(value);
}

/// A received sample, request or response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub bytes: Vec<u8>,
    pub info: Info,
}

impl Message {
    unsafe fn of(sample: *const Sample) -> Message {
        let sample = &*sample;
        let mut bytes = Vec::new();
        for part in std::slice::from_raw_parts(sample.parts, sample.part_count) {
            bytes.extend_from_slice(std::slice::from_raw_parts(part.data, part.size));
        }
        assert_eq!(bytes.len(), sample.size);
        Message { bytes, info: sample.info }
    }
}

unsafe extern "C" fn on_message(context: *mut c_void, sample: *const Sample) {
    send(context, Message::of(sample));
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Response(Message),
    Failure(i64, String),
}

unsafe extern "C" fn on_response(context: *mut c_void, sample: *const Sample) {
    send(context, Outcome::Response(Message::of(sample)));
}

unsafe extern "C" fn on_failure(context: *mut c_void, sequence_number: i64, reason: Text) {
    send(context, Outcome::Failure(sequence_number, text(reason)));
}

/// A request of which a test is the owner.
pub struct Request(pub *mut objects::Request);

unsafe impl Send for Request {}

impl Request {
    pub fn respond(&self, bytes: &[u8], info: &Info) -> Result<(), String> {
        sent(api().send_response, self.0, bytes, info)
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        unsafe { (api().release_request)(self.0) }
    }
}

unsafe extern "C" fn on_request(context: *mut c_void, sample: *const Sample, request: *mut objects::Request) {
    send(context, (Message::of(sample), Request(request)));
}

/// Returns an entity with texts that live as long as the process.
pub fn entity(kind: Kind, id: u64, name: &'static str, qos: Qos) -> Entity {
    Entity {
        kind: kind as u32,
        domain: DOMAIN,
        session: [0; 16],
        gid: [0; 16],
        node_id: 0,
        entity_id: id,
        enclave: Text::of("/"),
        namespace: Text::of("/"),
        node: Text::of("talker"),
        name: Text::of(name),
        type_name: Text::of(TYPE),
        type_hash: Text::of("RIHS01_df66"),
        qos,
    }
}

pub fn info(sequence_number: i64) -> Info {
    Info { sequence_number, source_time: 1_700_000_000_000_000_000 + sequence_number, gid: *b"gid of something" }
}

struct Owner {
    _bytes: Vec<u8>,
    released: Arc<AtomicUsize>,
}

unsafe extern "C" fn release(owner: *mut c_void) {
    // The bytes are freed, so that a use after the release is found by checkers of memory.
    let owner = Box::from_raw(owner.cast::<Owner>());
    owner.released.fetch_add(1, Ordering::SeqCst);
}

/// Returns a payload, and the number of its releases.
pub fn payload(bytes: &[u8]) -> (Payload, Arc<AtomicUsize>) {
    let released = Arc::new(AtomicUsize::new(0));
    let bytes = bytes.to_vec();
    let (data, size) = (bytes.as_ptr(), bytes.len());
    let owner = Box::into_raw(Box::new(Owner { _bytes: bytes, released: released.clone() })).cast();
    (Payload { data, size, owner, release: Some(release) }, released)
}

type SendFunction<T> = unsafe extern "C" fn(*const T, *const Payload, *const Info, *mut Fault) -> bool;

/// Sends bytes and checks that they are released if that fails.
pub fn sent<T>(function: SendFunction<T>, object: *const T, bytes: &[u8], info: &Info) -> Result<(), String> {
    let (payload, released) = payload(bytes);
    let mut fault = no_fault();
    if unsafe { function(object, &payload, info, &mut fault) } {
        return Ok(());
    }
    assert_eq!(released.load(Ordering::SeqCst), 1);
    Err(text_of(&fault))
}

/// Waits for the change of an entity with an id.
pub fn wait_for(changes: &Receiver<(Seen, bool)>, entity_id: u64, exists: bool) -> Seen {
    loop {
        let (seen, is_there) = next(changes);
        if seen.entity_id == entity_id && is_there == exists {
            return seen;
        }
    }
}

pub fn next<T>(receiver: &Receiver<T>) -> T {
    receiver.recv_timeout(PATIENCE).expect("a callback comes")
}

/// Returns the description of the library.
pub fn description() -> &'static str {
    let text: *const c_char = api().description;
    unsafe { CStr::from_ptr(text) }.to_str().unwrap()
}
