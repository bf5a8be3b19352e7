// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Sessions: how they are opened and closed, and whom they are connected with.

use std::net::ToSocketAddrs;
use std::sync::atomic::AtomicBool;
use std::sync::{mpsc, Arc, Mutex};
use std::thread;
use std::time::Duration;

use zenoh::internal::runtime::Runtime;
use zenoh::{Config, Wait};

use crate::addresses::{self, Opened, MULTICAST};
use crate::calls::lock;
use crate::connection_faults;
use crate::faults::{while_closing, without_places, Faults, Log, WARNING};
use crate::graph::Graph;
use crate::host_router::HostRouter;
use crate::payload::Limit;
use crate::settings::{self, Options, Range};
use crate::wire::Gid;

/// The longest time that the end of a session without a router is waited for.
const LONELY_CLOSE_TIME: Duration = Duration::from_secs(1);

/// Returns the text of an error of Zenoh.
pub fn text_of(fault: zenoh::Error) -> String {
    without_places(&fault.to_string())
}

/// Returns what is missing if the name of this host's own address is unknown, as in a root folder without /etc/hosts.
fn cure_of_localhost() -> &'static str {
    if ("localhost", 0).to_socket_addrs().is_ok() {
        ""
    } else {
        "; 'localhost' has no address here: add the line '127.0.0.1 localhost' to /etc/hosts"
    }
}

/// Opens a session; without multicast scouting, which not every network and container has, if that is the obstacle.
fn open_or_without_scouting(config: Config, faults: &Faults) -> Result<Opened, String> {
    let fault = match addresses::open(config.clone()) {
        Ok(session) => return Ok(session),
        Err(fault) => text_of(fault),
    };
    let mut config = config;
    if config.get_json(MULTICAST).is_ok_and(|value| value == "true") && config.insert_json5(MULTICAST, "false").is_ok()
    {
        if let Ok(session) = addresses::open(config) {
            faults.log(
                WARNING,
                &format!("Zenoh finds peers only through routers: it cannot scout by multicast: {fault}"),
            );
            return Ok(session);
        }
    }
    Err(fault)
}

/// Closes a session that has no router, and waits briefly for its end: Zenoh waits 10 s for its own attempts to connect
/// with a program that says nothing.
fn close_without_router(session: Opened, faults: &Arc<Faults>) -> Result<(), String> {
    let (sender, receiver) = mpsc::channel();
    let faults = faults.clone();
    let close = move || {
        let result = while_closing(&faults, || session.close()).map_err(text_of);
        let _ = sender.send(result); // perhaps nobody waits any more
    };
    thread::Builder::new().name("zenoh_close".into()).spawn(close).map_err(|fault| fault.to_string())?;
    // What takes longer ends with its attempts to connect, or with the process.
    receiver.recv_timeout(LONELY_CLOSE_TIME).unwrap_or(Ok(()))
}

/// What a session counted, and whom it is connected with.
pub struct State {
    pub malformed_samples: u64,
    pub malformed_tokens: u64,
    pub routers: u64,
    pub peers: u64,
    pub serves: bool,
}

pub struct Session {
    pub(crate) session: zenoh::Session,
    runtime: Option<Runtime>, // of the session, if it is not ended with it
    pub(crate) faults: Arc<Faults>,
    pub(crate) graph: Mutex<Option<Graph>>, // guards the only graph of the session
    pub(crate) follows_graph: AtomicBool,
    pub(crate) limit: Limit,
    is_router: bool,
    host_router: Option<HostRouter>,
}

impl Session {
    pub fn open(options: &Options, log: Log) -> Result<Session, String> {
        // Zenoh's own log, on stderr, is written only if RUST_LOG asks for it, as in rmw_zenoh_cpp.
        if std::env::var_os("RUST_LOG").is_some() {
            zenoh::init_log_from_env_or("error");
        }
        let faults = Arc::new(Faults::new(log));
        if !options.enclave.is_empty() {
            connection_faults::report_to(&faults);
        }
        let config = settings::configured(options, &faults)?;
        let limit = Limit::of_message(settings::largest_message(&config));
        let serves =
            options.may_serve && !options.is_router && options.range != Range::Off && options.config_file.is_empty();
        let host_router = if serves { HostRouter::prepare(&config, options, faults.clone()) } else { None };
        let Opened { session, runtime } = match open_or_without_scouting(config, &faults) {
            Ok(opened) => opened,
            Err(fault) => {
                if let Some(router) = host_router {
                    router.close();
                }
                return Err(format!("cannot open a Zenoh session: {fault}{}", cure_of_localhost()));
            }
        };
        if let Some(router) = &host_router {
            router.watch(&session);
        }
        Ok(Session {
            session,
            runtime,
            faults,
            graph: Mutex::new(None),
            follows_graph: AtomicBool::new(false),
            limit,
            is_router: options.is_router,
            host_router,
        })
    }

    /// Ends the graph, the session and the router, in this order.
    pub fn close(self) -> Result<(), String> {
        let graph = lock(&self.graph).take();
        let graph = graph.map_or(Ok(()), Graph::close);
        if let Some(router) = &self.host_router {
            router.stop();
        }
        let has_router = self.is_router || self.session.info().routers_zid().wait().next().is_some();
        let opened = Opened { session: self.session, runtime: self.runtime };
        let session = if has_router {
            while_closing(&self.faults, || opened.close()).map_err(text_of)
        } else {
            close_without_router(opened, &self.faults)
        };
        if let Some(router) = self.host_router {
            router.close();
        }
        graph.and(session)
    }

    /// Returns the bytes of the id, lowest first.
    pub fn id(&self) -> Gid {
        self.session.zid().to_le_bytes()
    }

    /// Returns the id as in tokens.
    pub fn id_text(&self) -> String {
        self.session.zid().to_string()
    }

    pub fn state(&self) -> State {
        State {
            malformed_samples: self.faults.samples(),
            malformed_tokens: self.faults.tokens(),
            routers: self.session.info().routers_zid().wait().count() as u64,
            peers: self.session.info().peers_zid().wait().count() as u64,
            serves: self.host_router.as_ref().is_some_and(HostRouter::serves),
        }
    }
}
