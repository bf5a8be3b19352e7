// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Describes what a session with some settings reaches: the router of this host, nodes of Zenoh and the ROS nodes on
//! them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::net::ToSocketAddrs;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zenoh::query::{ConsolidationMode, QueryTarget};
use zenoh::sample::{Sample, SampleKind};
use zenoh::{Config, Wait};

use crate::calls::lock;
use crate::faults::{Faults, Log};
use crate::host_router::{cure_of, fault_of, loopback_endpoint};
use crate::probe::{self, Answer, Interrupt};
use crate::session::{text_of, Session};
use crate::settings::{configured, Options, Range};
use crate::wire::{Kind, Token};

/// The time in which the program at the port of the router must answer.
const PROBE_TIME: Duration = Duration::from_secs(2);
/// Tokens are complete if none has come for this time, or after the longest time.
const QUIET_TIME: Duration = Duration::from_millis(500);
const LONGEST_TIME: Duration = Duration::from_secs(5);
/// The time in which nodes of Zenoh describe themselves.
const ADMIN_TIME: Duration = Duration::from_secs(2);
/// The most nodes of Zenoh and ROS nodes that are described.
const MOST: usize = 10_000;

/// Returns a text as JSON.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// Returns a setting, which is JSON already.
fn setting(config: &Config, key: &str) -> String {
    config.get_json(key).unwrap_or_else(|_| "null".into())
}

/// Describes what listens at the port of this host's router; "null" if the settings name none.
fn describe_port(config: &Config, protocol: &str) -> String {
    let Some(endpoint) = loopback_endpoint(config, protocol) else {
        return "null".into();
    };
    let addresses = endpoint.to_socket_addrs().map(Vec::from_iter).unwrap_or_default();
    let answers: Vec<Answer> =
        addresses.iter().map(|address| probe::ask(address, PROBE_TIME, &Interrupt::default())).collect();
    let answer = answers.iter().find(|answer| **answer != Answer::Nothing).unwrap_or(&Answer::Nothing);
    let (fault, cure) =
        fault_of(answer, protocol).map_or_else(Default::default, |fault| (fault, cure_of(&endpoint, protocol)));
    format!(
        "{{\"endpoint\":{},\"is_open\":{},\"fault\":{},\"cure\":{}}}",
        quoted(&endpoint),
        *answer != Answer::Nothing,
        quoted(&fault),
        quoted(&cure)
    )
}

/// The tokens of ROS nodes that have come.
#[derive(Default)]
struct Tokens {
    nodes: Mutex<(BTreeSet<String>, Option<Instant>)>, // guards the keys, and the time of the last one
    has_changed: Condvar,
}

impl Tokens {
    fn note(&self, sample: &Sample) {
        let mut nodes = lock(&self.nodes);
        let key = sample.key_expr().as_str();
        if sample.kind() == SampleKind::Delete {
            nodes.0.remove(key);
        } else if nodes.0.len() < MOST {
            nodes.0.insert(key.to_owned());
        }
        nodes.1 = Some(Instant::now());
        self.has_changed.notify_all();
    }

    /// Waits until no token comes any longer, and returns all.
    fn settled(&self) -> BTreeSet<String> {
        let begin = Instant::now();
        let mut nodes = lock(&self.nodes);
        loop {
            let quiet = nodes.1.unwrap_or(begin).max(begin).elapsed();
            let left = LONGEST_TIME.saturating_sub(begin.elapsed());
            if quiet >= QUIET_TIME || left.is_zero() {
                return std::mem::take(&mut nodes.0);
            }
            let pause = left.min(QUIET_TIME - quiet);
            nodes = self.has_changed.wait_timeout(nodes, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Returns the ROS nodes of all domains.
fn describe_nodes(session: &Session) -> Result<String, String> {
    let tokens = Arc::new(Tokens::default());
    let (noted, faults) = (tokens.clone(), session.faults.clone());
    let subscriber = session
        .session
        .liveliness()
        .declare_subscriber("@ros2_lv/*/**")
        .history(true)
        .callback(move |sample| faults.guard(|| noted.note(&sample)))
        .wait()
        .map_err(text_of)?;
    let keys = tokens.settled();
    subscriber.undeclare().wait().map_err(text_of)?;
    let nodes = keys.iter().filter_map(|key| Token::parse(key)).filter(|token| token.kind == Kind::Node);
    Ok(list(nodes.map(|token| {
        format!(
            "{{\"domain\":{},\"session\":{},\"namespace\":{},\"name\":{}}}",
            token.domain,
            quoted(&token.session),
            quoted(&token.namespace),
            quoted(&token.node)
        )
    })))
}

/// Returns the connections of the session.
fn describe_links(session: &Session) -> String {
    let info = session.session.info();
    let transports = info.transports().wait();
    let mut links = Vec::new();
    for transport in transports {
        let (id, kind) = (transport.zid().to_string(), transport.whatami().to_string());
        let ends = info.links().transport(transport).wait().map(|link| quoted(link.dst().as_str()));
        links.push(format!("{{\"id\":{},\"kind\":{},\"to\":{}}}", quoted(&id), quoted(&kind), list(ends)));
    }
    list(links)
}

/// Returns what nodes of Zenoh say about themselves, each as the text of a JSON object.
fn describe_zenoh_nodes(session: &Session) -> Result<String, String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    session
        .session
        .get("@/*/*")
        .target(QueryTarget::All)
        .consolidation(ConsolidationMode::None)
        .timeout(ADMIN_TIME)
        .callback(move |reply| {
            if let Ok(sample) = reply.result() {
                let _ = sender.send(String::from_utf8_lossy(&sample.payload().to_bytes()).into_owned());
            }
        })
        .wait()
        .map_err(text_of)?;
    // The sender is dropped when all have answered.
    Ok(list(receiver.into_iter().take(MOST).map(|text| quoted(&text))))
}

/// Opens a session, which does not serve, and returns a description of what it reaches as a JSON object.
pub fn inspect(options: &Options, log: Log) -> Result<String, String> {
    let config = configured(options, &Faults::new(Box::new(|_, _| ())))?;
    let port = if options.range == Range::Off { "null".into() } else { describe_port(&config, options.protocol()) };
    let session = Session::open(options, log)?;
    let nodes = describe_nodes(&session);
    let zenoh_nodes = describe_zenoh_nodes(&session);
    let (id, links) = (session.id_text(), describe_links(&session));
    // Zenoh does not wait for ever for its own attempts to connect, with a program that says nothing, and reports a fault.
    // The session ends nevertheless.
    let _ = session.close();
    Ok(format!(
        "{{\"id\":{},\"mode\":{},\"connect\":{},\"listen\":{},\"multicast\":{},\"port\":{port},\"links\":{links},\
         \"nodes\":{},\"zenoh_nodes\":{}}}",
        quoted(&id),
        setting(&config, "mode"),
        setting(&config, "connect/endpoints"),
        setting(&config, "listen/endpoints"),
        setting(&config, "scouting/multicast/enabled"),
        nodes?,
        zenoh_nodes?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n\u{e4}"), "\"a\\\"b\\\\c\\u000a\u{e4}\"");
        assert_eq!(list(["1".to_owned(), "2".to_owned()]), "[1,2]");
        assert_eq!(list([]), "[]");
    }
}
