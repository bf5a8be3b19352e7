// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The router of a host: the first session that finds none opens one inside its process; when that ends, another
//! session does.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zenoh::config::{WhatAmI, ZenohId};
use zenoh::sample::SampleKind;
use zenoh::session::{TransportEvent, TransportEventsListener};
use zenoh::{Config, Wait};

use crate::calls::lock;
use crate::faults::{while_closing, Faults, DEBUG, WARNING};
use crate::probe::{self, Answer, Interrupt};
use crate::session::text_of;
use crate::settings::{configured_host_router, Options, Range};

/// The time in which a router on this host must accept a connection.
const ANSWER_TIME: Duration = Duration::from_millis(500);
/// The times between the checks of a session that is connected with no router.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LAST_PAUSE: Duration = Duration::from_secs(4);

/// The time in which a program at the port of the router must answer.
const PROBE_TIME: Duration = Duration::from_secs(2);
/// The checks without an answer after which a program that accepts connections is no router.
const SILENT_CHECKS: u32 = 3;

/// Returns the loopback endpoint of settings with that protocol, such as "localhost:7447"; `None` if they have none.
pub fn loopback_endpoint(config: &Config, protocol: &str) -> Option<String> {
    let endpoints = config.get_json("connect/endpoints").ok()?;
    endpoints
        .split('"')
        .filter_map(|text| text.strip_prefix(protocol)?.strip_prefix('/'))
        .find(|address| is_loopback(address))
        .map(str::to_owned)
}

fn is_loopback(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| {
        port.parse::<u16>().is_ok_and(|port| port != 0)
            && (host == "localhost" || host == "[::1]" || host.starts_with("127."))
    })
}

/// Returns the endpoints on which the router tries to listen, the best first.
fn listen_endpoints(port: &str, options: &Options) -> Vec<String> {
    let protocol = options.protocol();
    if options.range == Range::Subnet || !options.peers.is_empty() {
        vec![format!("{protocol}/[::]:{port}"), format!("{protocol}/0.0.0.0:{port}")]
    } else {
        vec![format!("{protocol}/127.0.0.1:{port}")]
    }
}

/// The routers with which a session is connected, and what the watching thread shall do.
#[derive(Default)]
struct Watch {
    routers: Vec<ZenohId>,
    has_lost_router: bool,
    is_stopped: bool,
}

struct Shared {
    endpoint: String,
    addresses: Vec<SocketAddr>,
    options: Options,
    endpoints: Vec<String>,
    faults: Arc<Faults>,
    router: Mutex<Option<zenoh::Session>>, // guards the router inside this process
    watch: Mutex<Watch>,                   // guards the fields of the watch
    has_changed: Condvar,
    has_reported: AtomicBool, // that another program has the port
    interrupt: Interrupt,     // ends the question to that program
}

/// Returns what is wrong with what listens at the port of the router, which is to be reached by `protocol`; `None` if it
/// may be a router.
pub fn fault_of(answer: &Answer, protocol: &str) -> Option<String> {
    let is_secured = protocol == "tls";
    match answer {
        Answer::Nothing => None,
        Answer::Tls if is_secured => None, // only a secured connection would tell more
        Answer::Tls => Some("a program that expects TLS, such as a secured Zenoh router".into()),
        Answer::Zenoh(None) if !is_secured => None,
        Answer::Zenoh(Some(WhatAmI::Router)) if !is_secured => None,
        Answer::Zenoh(None | Some(WhatAmI::Router)) => Some("a node of Zenoh that is not secured".into()),
        Answer::Zenoh(Some(kind)) => Some(format!("a {kind} of Zenoh, not a router")),
        Answer::Other(reason) => Some(format!("another program, not a Zenoh router: {reason}")),
        Answer::Closed => Some("another program, not a Zenoh router: it closes the connection".into()),
        Answer::Silence => Some("another program, not a Zenoh router: it accepts connections and says nothing".into()),
    }
}

/// Returns how a program at the router's port is worked around.
pub fn cure_of(endpoint: &str, protocol: &str) -> String {
    let port = endpoint.rsplit(':').next().unwrap_or_default();
    format!(
        "end that program, or let all processes use another port, for example by \
         ZENOH_CONFIG_OVERRIDE='connect/endpoints=[\"{protocol}/localhost:{}\"]'",
        port.parse::<u16>().map_or(17447, |port| port.wrapping_add(10000).max(1024))
    )
}

impl Shared {
    /// Returns true if something listens where the router of this host does.
    fn is_answered(&self) -> bool {
        self.addresses.iter().any(|address| TcpStream::connect_timeout(address, ANSWER_TIME).is_ok())
    }

    /// Opens a router inside this process unless this host has one.
    fn serve(&self) {
        if lock(&self.router).is_some() || self.is_answered() {
            return;
        }
        let mut reason = String::new();
        for endpoint in &self.endpoints {
            match configured_host_router(endpoint, &self.options)
                .and_then(|config| zenoh::open(config).wait().map_err(text_of))
            {
                Ok(router) => {
                    *lock(&self.router) = Some(router);
                    self.faults.log(DEBUG, &format!("this process is the Zenoh router of this host, on {endpoint}"));
                    return;
                }
                Err(fault) => reason = fault,
            }
        }
        // Another process may have been faster.
        if !self.is_answered() {
            self.faults
                .log(WARNING, &format!("this host has no Zenoh router, and this process cannot be it: {reason}"));
        }
    }

    fn on_transport(&self, event: &TransportEvent) {
        let transport = event.transport();
        if transport.whatami() != WhatAmI::Router {
            return;
        }
        let mut watch = lock(&self.watch);
        watch.routers.retain(|id| id != transport.zid());
        if event.kind() == SampleKind::Put {
            watch.routers.push(*transport.zid());
            self.has_reported.store(false, Ordering::Relaxed);
        } else {
            watch.has_lost_router = true;
        }
        self.has_changed.notify_all();
    }

    /// Reports, once, a program at the router's port that is no router. Call it if the session has no router although
    /// something listens; `checks` is the number of such calls in a row.
    fn report_other_program(&self, checks: u32) {
        let answers = self.addresses.iter().map(|address| probe::ask(address, PROBE_TIME, &self.interrupt));
        let Some(answer) = answers.into_iter().find(|answer| *answer != Answer::Nothing) else {
            return;
        };
        let protocol = self.options.protocol();
        let Some(fault) = fault_of(&answer, protocol) else {
            return;
        };
        // A router that begins, ends or has much to do says nothing either, or closes the connection.
        let is_vague = matches!(answer, Answer::Silence | Answer::Closed);
        if (is_vague && checks < SILENT_CHECKS) || !self.has_none() || lock(&self.watch).is_stopped {
            return;
        }
        if self.has_reported.swap(true, Ordering::Relaxed) {
            return;
        }
        self.faults.log(
            WARNING,
            &format!(
                "no router connects the processes of this host: at {} listens {fault}; {}",
                self.endpoint,
                cure_of(&self.endpoint, protocol)
            ),
        );
    }

    /// Returns true if the session has no router although this process does not serve.
    fn has_none(&self) -> bool {
        lock(&self.watch).routers.is_empty() && lock(&self.router).is_none()
    }

    /// Serves whenever the router is lost; sleeps while the session is connected with one.
    fn watch(&self) {
        let mut pause = FIRST_PAUSE;
        let mut checks = 0;
        while self.wait_for_loss(pause) {
            self.serve();
            checks = if self.has_none() { checks + 1 } else { 0 };
            // The first check may follow the loss of a router at once, when another process begins to serve.
            if checks > 1 && !self.has_reported.load(Ordering::Relaxed) {
                self.report_other_program(checks);
            }
            pause = if lock(&self.watch).routers.is_empty() { (pause * 2).min(LAST_PAUSE) } else { FIRST_PAUSE };
        }
    }

    /// Waits until a router is lost, or for `pause` as long as there is none. Returns false if the watch has ended.
    fn wait_for_loss(&self, pause: Duration) -> bool {
        let mut watch = lock(&self.watch);
        while !watch.is_stopped && !watch.has_lost_router {
            if watch.routers.is_empty() {
                let (next, timeout) =
                    self.has_changed.wait_timeout(watch, pause).unwrap_or_else(PoisonError::into_inner);
                watch = next;
                if timeout.timed_out() && watch.routers.is_empty() {
                    break;
                }
            } else {
                watch = self.has_changed.wait(watch).unwrap_or_else(PoisonError::into_inner);
            }
        }
        watch.has_lost_router = false;
        !watch.is_stopped
    }
}

/// Provides this host with a router.
pub struct HostRouter {
    shared: Arc<Shared>,
    watching: Mutex<Option<Watching>>, // guards what stop() ends
}

struct Watching {
    listener: TransportEventsListener<()>,
    thread: JoinHandle<()>,
}

impl HostRouter {
    /// Serves if no router answers on this host. Returns `None` if the settings do not name a router on this host.
    pub fn prepare(config: &Config, options: &Options, faults: Arc<Faults>) -> Option<HostRouter> {
        let endpoint = loopback_endpoint(config, options.protocol())?;
        let (_, port) = endpoint.rsplit_once(':')?;
        let shared = Shared {
            endpoint: endpoint.clone(),
            addresses: endpoint.to_socket_addrs().ok()?.collect(),
            endpoints: listen_endpoints(port, options),
            options: options.clone(),
            faults,
            router: Mutex::new(None),
            watch: Mutex::default(),
            has_changed: Condvar::new(),
            has_reported: AtomicBool::new(false),
            interrupt: Interrupt::default(),
        };
        shared.serve();
        Some(HostRouter { shared: Arc::new(shared), watching: Mutex::new(None) })
    }

    /// Watches the routers of the session; logs why that is not possible.
    pub fn watch(&self, session: &zenoh::Session) {
        match self.try_watch(session) {
            Ok(watching) => *lock(&self.watching) = Some(watching),
            Err(fault) => {
                self.shared.faults.log(WARNING, &format!("the Zenoh router of this host cannot be watched: {fault}"));
            }
        }
    }

    fn try_watch(&self, session: &zenoh::Session) -> Result<Watching, String> {
        let shared = self.shared.clone();
        let listener = session
            .info()
            .transport_events_listener()
            .history(true)
            .callback(move |event| shared.faults.guard(|| shared.on_transport(&event)))
            .wait()
            .map_err(text_of)?;
        let shared = self.shared.clone();
        let thread = thread::Builder::new()
            .name("zenoh_router".into())
            .spawn(move || shared.watch())
            .map_err(|fault| fault.to_string())?;
        Ok(Watching { listener, thread })
    }

    pub fn serves(&self) -> bool {
        lock(&self.shared.router).is_some()
    }

    /// Ends the watch, but not the router.
    pub fn stop(&self) {
        let Some(watching) = lock(&self.watching).take() else {
            return;
        };
        lock(&self.shared.watch).is_stopped = true;
        self.shared.has_changed.notify_all();
        self.shared.interrupt.end();
        // Both end in any case; a session that is closed already is no fault.
        let _ = watching.listener.undeclare().wait();
        let _ = watching.thread.join();
    }

    /// Ends the watch and the router.
    pub fn close(self) {
        self.stop();
        let router = lock(&self.shared.router).take();
        if let Some(Err(fault)) =
            router.map(|router| while_closing(&self.shared.faults, || router.close().wait()).map_err(text_of))
        {
            self.shared.faults.log(WARNING, &format!("the Zenoh router of this host did not end orderly: {fault}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secured_router_expects_tls() {
        let router = Answer::Zenoh(Some(WhatAmI::Router));
        assert_eq!(fault_of(&Answer::Tls, "tls"), None);
        assert_eq!(fault_of(&router, "tcp"), None);
        assert!(fault_of(&Answer::Tls, "tcp").unwrap().contains("expects TLS"));
        assert!(fault_of(&router, "tls").unwrap().contains("not secured"));
        assert!(cure_of("localhost:7447", "tls").contains("tls/localhost:17447"));
    }

    #[test]
    fn only_an_endpoint_on_this_host_is_served() {
        let endpoint = |endpoints: &str| {
            let mut config = Config::default();
            config.insert_json5("connect/endpoints", endpoints).unwrap();
            loopback_endpoint(&config, "tcp")
        };
        assert_eq!(endpoint("[\"tcp/10.0.0.1:7447\", \"tcp/localhost:7447\"]").as_deref(), Some("localhost:7447"));
        assert_eq!(endpoint("[\"tcp/[::1]:1\"]").as_deref(), Some("[::1]:1"));
        assert_eq!(endpoint("[\"tcp/10.0.0.1:7447\"]"), None);
        assert_eq!(endpoint("[\"tcp/localhost:0\"]"), None);
        assert_eq!(endpoint("[]"), None);
        assert_eq!(endpoint("[\"tls/localhost:7447\"]"), None);
    }
}
