// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The types and functions of rxros2_zenoh.h. No panic leaves a function.

use std::ffi::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

use zenoh::bytes::ZBytes;

use crate::end_of_thread;
use crate::faults::{panic_text, print_panics_in_one_line, Log};
use crate::forked;
use crate::graph::{Announcement, Change};
use crate::inspection;
use crate::payload::{with_parts, Borrowed, Part, Release};
use crate::services::{Client, Request, Responses, Service};
use crate::session::Session;
use crate::settings::{Options, Range};
use crate::topics::{Publisher, Subscription};
use crate::wire::{self, Attachment, EndpointText, Gid, Kind, Qos, Token};

pub const ABI: u32 = 4;

const FAULT_SIZE: usize = 512;

/// A text that is not terminated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const c_char,
    pub size: usize,
}

impl Text {
    pub const EMPTY: Text = Text { data: ptr::null(), size: 0 };

    pub fn of(text: &str) -> Text {
        Text { data: text.as_ptr().cast(), size: text.len() }
    }

    /// Copies the text; an error if it is not UTF-8.
    unsafe fn get(self) -> Result<String, String> {
        if self.size == 0 {
            return Ok(String::new());
        }
        let bytes = std::slice::from_raw_parts(self.data.cast::<u8>(), self.size);
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| "a text is not UTF-8".into())
    }
}

/// The reason of a failure, terminated.
#[repr(C)]
pub struct Fault {
    pub text: [c_char; FAULT_SIZE],
}

impl Fault {
    fn write(&mut self, text: &str) {
        let mut size = text.len().min(FAULT_SIZE - 1);
        while !text.is_char_boundary(size) {
            size -= 1;
        }
        for (to, from) in self.text.iter_mut().zip(&text.as_bytes()[..size]) {
            *to = *from as c_char;
        }
        self.text[size] = 0;
    }
}

/// A node or endpoint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entity {
    pub kind: u32,
    pub domain: u32,
    pub session: Gid,
    pub gid: Gid,
    pub node_id: u64,
    pub entity_id: u64,
    pub enclave: Text,
    pub namespace: Text,
    pub node: Text,
    pub name: Text,
    pub type_name: Text,
    pub type_hash: Text,
    pub qos: Qos,
}

impl Entity {
    /// Describes an entity for the time that `change` lives.
    fn of(change: &Change) -> Entity {
        let token = &change.token;
        let endpoint = token.endpoint.as_ref();
        Entity {
            kind: token.kind as u32,
            domain: token.domain,
            session: change.session,
            gid: change.gid,
            node_id: token.node_id,
            entity_id: token.entity_id,
            enclave: Text::of(&token.enclave),
            namespace: Text::of(&token.namespace),
            node: Text::of(&token.node),
            name: endpoint.map_or(Text::EMPTY, |endpoint| Text::of(&endpoint.name)),
            type_name: endpoint.map_or(Text::EMPTY, |endpoint| Text::of(&endpoint.type_name)),
            type_hash: endpoint.map_or(Text::EMPTY, |endpoint| Text::of(&endpoint.type_hash)),
            qos: endpoint.map_or_else(Qos::default, |endpoint| endpoint.qos),
        }
    }

    unsafe fn key(&self) -> Result<String, String> {
        wire::topic_key(self.domain, &self.name.get()?, &self.type_name.get()?, &self.type_hash.get()?)
    }

    unsafe fn subscription_key(&self) -> Result<String, String> {
        wire::subscription_key(self.domain, &self.name.get()?, &self.type_name.get()?, &self.type_hash.get()?)
    }

    unsafe fn token(&self, session: &Session) -> Result<String, String> {
        let kind = Kind::of_number(self.kind).ok_or("the kind of an entity is unknown")?;
        let endpoint = match kind {
            Kind::Node => None,
            _ => Some(EndpointText {
                name: self.name.get()?,
                type_name: self.type_name.get()?,
                type_hash: self.type_hash.get()?,
                qos: self.qos.resolved()?,
            }),
        };
        let token = Token {
            kind,
            domain: self.domain,
            session: session.id_text(),
            node_id: self.node_id,
            entity_id: self.entity_id,
            enclave: self.enclave.get()?,
            namespace: self.namespace.get()?,
            node: self.node.get()?,
            endpoint,
        };
        token.text()
    }
}

/// The attachment of a message.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    pub sequence_number: i64,
    pub source_time: i64,
    pub gid: Gid,
}

impl Info {
    fn of(attachment: &Attachment) -> Info {
        let Attachment { sequence_number, source_time, gid } = *attachment;
        Info { sequence_number, source_time, gid }
    }

    fn attachment(&self) -> Attachment {
        let Info { sequence_number, source_time, gid } = *self;
        Attachment { sequence_number, source_time, gid }
    }
}

/// A received message.
#[repr(C)]
pub struct Sample {
    pub parts: *const Part,
    pub part_count: usize,
    pub size: usize,
    pub info: Info,
}

impl Sample {
    fn with(payload: &ZBytes, info: &Attachment, use_sample: impl FnOnce(&Sample)) {
        with_parts(payload, |parts| {
            let info = Info::of(info);
            use_sample(&Sample { parts: parts.as_ptr(), part_count: parts.len(), size: payload.len(), info });
        });
    }
}

/// Bytes to send.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Payload {
    pub data: *const u8,
    pub size: usize,
    pub owner: *mut c_void,
    pub release: Option<Release>,
}

impl Payload {
    /// Takes the bytes over, which are released when the result is dropped.
    unsafe fn take(payload: *const Payload) -> Borrowed {
        let Payload { data, size, owner, release } = *payload;
        Borrowed::new(data, size, owner, release)
    }
}

/// The settings of a session.
#[repr(C)]
pub struct SessionOptions {
    pub config_file: Text,
    pub range: u32,
    pub peers: Text,
    pub overrides: Text,
    pub enclave: Text,
    pub is_router: bool,
    pub may_serve: bool,
    pub context: *mut c_void,
    pub on_log: Option<OnLog>,
}

impl SessionOptions {
    unsafe fn get(&self) -> Result<Options, String> {
        Ok(Options {
            config_file: self.config_file.get()?,
            range: Range::of_number(self.range).ok_or("the range of discovery is unknown")?,
            peers: self.peers.get()?,
            overrides: self.overrides.get()?,
            enclave: self.enclave.get()?,
            is_router: self.is_router,
            may_serve: self.may_serve,
        })
    }

    fn log(&self) -> Log {
        let (context, on_log) = (Context(self.context), self.on_log);
        Box::new(move |severity, text| {
            if let Some(on_log) = on_log {
                // SAFETY: the caller promises that the function may be called on any thread.
                unsafe { on_log(context.get(), severity, Text::of(text)) }
            }
        })
    }
}

/// What a session counted, and whom it is connected with.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionState {
    pub malformed_samples: u64,
    pub malformed_tokens: u64,
    pub routers: u64,
    pub peers: u64,
    pub serves: bool,
}

pub type OnReport = unsafe extern "C" fn(*mut c_void, Text);
pub type OnLog = unsafe extern "C" fn(*mut c_void, u32, Text);
pub type OnEntity = unsafe extern "C" fn(*mut c_void, *const Entity, bool);
pub type OnSample = unsafe extern "C" fn(*mut c_void, *const Sample);
pub type OnFailure = unsafe extern "C" fn(*mut c_void, i64, Text);
pub type OnRequest = unsafe extern "C" fn(*mut c_void, *const Sample, *mut Request);

type SendFunction<T> = unsafe extern "C" fn(*const T, *const Payload, *const Info, *mut Fault) -> bool;

/// The functions of the library.
#[repr(C)]
pub struct Functions {
    pub abi: u32,
    pub description: *const c_char,
    pub open: unsafe extern "C" fn(*const SessionOptions, *mut *mut Session, *mut Fault) -> bool,
    pub close: unsafe extern "C" fn(*mut Session),
    pub session_id: unsafe extern "C" fn(*const Session, *mut u8),
    pub state: unsafe extern "C" fn(*const Session, *mut SessionState),
    pub follow_graph: unsafe extern "C" fn(*mut Session, u32, OnEntity, *mut c_void, *mut Fault) -> bool,
    pub gid_of: unsafe extern "C" fn(*const Session, *const Entity, *mut u8, *mut Fault) -> bool,
    pub announce: unsafe extern "C" fn(*const Session, *const Entity, *mut *mut Announcement, *mut Fault) -> bool,
    pub withdraw: unsafe extern "C" fn(*mut Announcement),
    pub create_publisher: unsafe extern "C" fn(*const Session, *const Entity, *mut *mut Publisher, *mut Fault) -> bool,
    pub publish: SendFunction<Publisher>,
    pub has_readers: unsafe extern "C" fn(*const Publisher) -> bool,
    pub destroy_publisher: unsafe extern "C" fn(*mut Publisher),
    pub create_subscription: unsafe extern "C" fn(
        *const Session,
        *const Entity,
        OnSample,
        *mut c_void,
        *mut *mut Subscription,
        *mut Fault,
    ) -> bool,
    pub destroy_subscription: unsafe extern "C" fn(*mut Subscription),
    pub create_client: unsafe extern "C" fn(
        *const Session,
        *const Entity,
        OnSample,
        OnFailure,
        *mut c_void,
        *mut *mut Client,
        *mut Fault,
    ) -> bool,
    pub send_request: SendFunction<Client>,
    pub destroy_client: unsafe extern "C" fn(*mut Client),
    pub create_service: unsafe extern "C" fn(
        *const Session,
        *const Entity,
        OnRequest,
        *mut c_void,
        *mut *mut Service,
        *mut Fault,
    ) -> bool,
    pub send_response: SendFunction<Request>,
    pub release_request: unsafe extern "C" fn(*mut Request),
    pub destroy_service: unsafe extern "C" fn(*mut Service),
    pub inspect: unsafe extern "C" fn(*const SessionOptions, OnReport, *mut c_void, *mut Fault) -> bool,
}

// SAFETY: the only pointer is that of a constant text.
unsafe impl Sync for Functions {}

static FUNCTIONS: Functions = Functions {
    abi: ABI,
    description: c"zenoh 1.10.2".as_ptr(),
    open,
    close,
    session_id,
    state,
    follow_graph,
    gid_of,
    announce,
    withdraw,
    create_publisher,
    publish,
    has_readers,
    destroy_publisher,
    create_subscription,
    destroy_subscription,
    create_client,
    send_request,
    destroy_client,
    create_service,
    send_response,
    release_request,
    destroy_service,
    inspect,
};

pub fn functions(abi: u32) -> *const Functions {
    if abi == ABI {
        &FUNCTIONS
    } else {
        ptr::null()
    }
}

/// The caller's pointer, which the caller's functions may use on any thread.
#[derive(Clone, Copy)]
struct Context(*mut c_void);

// SAFETY: the caller promises it.
unsafe impl Send for Context {}
unsafe impl Sync for Context {}

impl Context {
    fn get(self) -> *mut c_void {
        self.0
    }
}

/// Runs `work`; writes the text of an error or panic to `fault` and returns false.
unsafe fn guarded(fault: *mut Fault, work: impl FnOnce() -> Result<(), String>) -> bool {
    let text = match end_of_thread::run(|| catch_unwind(AssertUnwindSafe(|| forked::check().and_then(|()| work())))) {
        Ok(Ok(Ok(()))) => return true,
        Ok(Ok(Err(text))) | Err(text) => text,
        Ok(Err(panic)) => format!("internal error in the Zenoh library: {}", panic_text(panic.as_ref())),
    };
    if let Some(fault) = fault.as_mut() {
        fault.write(&text);
    }
    false
}

/// Writes what `create` returns to `out`.
unsafe fn create<T>(out: *mut *mut T, fault: *mut Fault, create: impl FnOnce() -> Result<T, String>) -> bool {
    guarded(fault, || {
        *out = Box::into_raw(Box::new(create()?));
        Ok(())
    })
}

/// Ends an object. In a forked process nothing can be ended, and the memory is the least loss. An object whose session
/// is closed already reports a fault that nobody needs.
unsafe fn destroy<T>(object: *mut T, end: impl FnOnce(T) -> Result<(), String>) {
    if !object.is_null() {
        guarded(ptr::null_mut(), || end(*Box::from_raw(object)));
    }
}

unsafe extern "C" fn open(options: *const SessionOptions, out: *mut *mut Session, fault: *mut Fault) -> bool {
    create(out, fault, || {
        forked::watch();
        print_panics_in_one_line();
        Session::open(&(*options).get()?, (*options).log())
    })
}

unsafe extern "C" fn close(session: *mut Session) {
    destroy(session, Session::close);
}

unsafe extern "C" fn session_id(session: *const Session, out: *mut u8) {
    let id = (*session).id();
    ptr::copy_nonoverlapping(id.as_ptr(), out, id.len());
}

unsafe extern "C" fn state(session: *const Session, out: *mut SessionState) {
    *out = SessionState::default();
    guarded(ptr::null_mut(), || {
        let state = (*session).state();
        *out = SessionState {
            malformed_samples: state.malformed_samples,
            malformed_tokens: state.malformed_tokens,
            routers: state.routers,
            peers: state.peers,
            serves: state.serves,
        };
        Ok(())
    });
}

unsafe extern "C" fn follow_graph(
    session: *mut Session,
    domain: u32,
    on_entity: OnEntity,
    context: *mut c_void,
    fault: *mut Fault,
) -> bool {
    let context = Context(context);
    guarded(fault, || {
        (*session).follow_graph(domain, move |change| {
            // SAFETY: the entity is valid during the call.
            unsafe { on_entity(context.get(), &Entity::of(change), change.exists) }
        })
    })
}

unsafe extern "C" fn gid_of(session: *const Session, entity: *const Entity, gid: *mut u8, fault: *mut Fault) -> bool {
    guarded(fault, || {
        let id = wire::gid_of(&(*entity).token(&*session)?);
        ptr::copy_nonoverlapping(id.as_ptr(), gid, id.len());
        Ok(())
    })
}

unsafe extern "C" fn announce(
    session: *const Session,
    entity: *const Entity,
    out: *mut *mut Announcement,
    fault: *mut Fault,
) -> bool {
    create(out, fault, || (*session).announce((*entity).token(&*session)?))
}

unsafe extern "C" fn withdraw(token: *mut Announcement) {
    destroy(token, Announcement::withdraw);
}

unsafe extern "C" fn create_publisher(
    session: *const Session,
    entity: *const Entity,
    out: *mut *mut Publisher,
    fault: *mut Fault,
) -> bool {
    create(out, fault, || (*session).create_publisher((*entity).key()?, &(*entity).qos.resolved()?))
}

unsafe extern "C" fn publish(
    publisher: *const Publisher,
    payload: *const Payload,
    info: *const Info,
    fault: *mut Fault,
) -> bool {
    let payload = Payload::take(payload);
    guarded(fault, || (*publisher).publish(payload, &(*info).attachment()))
}

unsafe extern "C" fn has_readers(publisher: *const Publisher) -> bool {
    let mut has_readers = false;
    guarded(ptr::null_mut(), || {
        has_readers = (*publisher).has_readers();
        Ok(())
    });
    has_readers
}

unsafe extern "C" fn destroy_publisher(publisher: *mut Publisher) {
    destroy(publisher, Publisher::destroy);
}

unsafe extern "C" fn create_subscription(
    session: *const Session,
    entity: *const Entity,
    on_sample: OnSample,
    context: *mut c_void,
    out: *mut *mut Subscription,
    fault: *mut Fault,
) -> bool {
    let context = Context(context);
    create(out, fault, || {
        let qos = (*entity).qos.resolved()?;
        (*session).create_subscription((*entity).subscription_key()?, &qos, move |payload, info| {
            // SAFETY: the sample is valid during the call.
            Sample::with(payload, info, |sample| unsafe { on_sample(context.get(), sample) });
        })
    })
}

unsafe extern "C" fn destroy_subscription(subscription: *mut Subscription) {
    destroy(subscription, Subscription::destroy);
}

struct CResponses {
    context: Context,
    on_response: OnSample,
    on_failure: OnFailure,
}

impl Responses for CResponses {
    fn on_response(&self, payload: &ZBytes, info: &Attachment) {
        // SAFETY: the sample is valid during the call.
        Sample::with(payload, info, |sample| unsafe { (self.on_response)(self.context.get(), sample) });
    }

    fn on_failure(&self, sequence_number: i64, reason: &str) {
        // SAFETY: the text is valid during the call.
        unsafe { (self.on_failure)(self.context.get(), sequence_number, Text::of(reason)) }
    }
}

unsafe extern "C" fn create_client(
    session: *const Session,
    entity: *const Entity,
    on_response: OnSample,
    on_failure: OnFailure,
    context: *mut c_void,
    out: *mut *mut Client,
    fault: *mut Fault,
) -> bool {
    let responses = CResponses { context: Context(context), on_response, on_failure };
    create(out, fault, || (*session).create_client((*entity).key()?, responses))
}

unsafe extern "C" fn send_request(
    client: *const Client,
    payload: *const Payload,
    info: *const Info,
    fault: *mut Fault,
) -> bool {
    let payload = Payload::take(payload);
    guarded(fault, || (*client).send_request(payload, &(*info).attachment()))
}

unsafe extern "C" fn destroy_client(client: *mut Client) {
    destroy(client, Client::destroy);
}

unsafe extern "C" fn create_service(
    session: *const Session,
    entity: *const Entity,
    on_request: OnRequest,
    context: *mut c_void,
    out: *mut *mut Service,
    fault: *mut Fault,
) -> bool {
    let context = Context(context);
    create(out, fault, || {
        (*session).create_service((*entity).key()?, move |payload, info, request| {
            let request = Box::into_raw(Box::new(request));
            // SAFETY: the sample is valid during the call; the callback owns the request.
            Sample::with(payload, info, |sample| unsafe { on_request(context.get(), sample, request) });
        })
    })
}

unsafe extern "C" fn send_response(
    request: *const Request,
    payload: *const Payload,
    info: *const Info,
    fault: *mut Fault,
) -> bool {
    let payload = Payload::take(payload);
    guarded(fault, || (*request).send_response(payload, &(*info).attachment()))
}

unsafe extern "C" fn release_request(request: *mut Request) {
    destroy(request, |request| {
        drop(request);
        Ok(())
    });
}

unsafe extern "C" fn destroy_service(service: *mut Service) {
    destroy(service, Service::destroy);
}

unsafe extern "C" fn inspect(
    options: *const SessionOptions,
    on_report: OnReport,
    context: *mut c_void,
    fault: *mut Fault,
) -> bool {
    guarded(fault, || {
        forked::watch();
        print_panics_in_one_line();
        let options_of_session = Options { may_serve: false, ..(*options).get()? };
        let report = inspection::inspect(&options_of_session, (*options).log())?;
        on_report(context, Text::of(&report));
        Ok(())
    })
}
