// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Reports why secured sessions cannot connect. Zenoh tells that to its own log only, and tries again for ever.

use std::sync::{Arc, Mutex, Once, Weak};

use crate::calls::lock;
use crate::faults::Faults;

static SESSIONS: Mutex<Vec<Weak<Faults>>> = Mutex::new(Vec::new()); // guards the sessions that are informed
static INSTALLED: Once = Once::new();

/// The parts of Zenoh that connect and accept.
const CONNECTING: &str = "zenoh::net::runtime::orchestrator";
const ACCEPTING: &str = "zenoh_link_tls";

/// How the reasons of TLS begin, in front of which Zenoh writes what it was doing.
const REASONS: &[&str] =
    &["invalid peer certificate", "peer sent no certificates", "received fatal alert", "received corrupt message"];

/// Logs the faults of TLS connections of this process with the session, each once. A program that sets RUST_LOG sees
/// them in Zenoh's log instead.
pub fn report_to(faults: &Arc<Faults>) {
    {
        let mut sessions = lock(&SESSIONS);
        sessions.retain(|session| session.strong_count() > 0);
        sessions.push(Arc::downgrade(faults));
    }
    INSTALLED.call_once(|| {
        zenoh_util::init_log_with_callback(
            |metadata| {
                metadata.is_event()
                    && match metadata.level().as_str() {
                        "ERROR" | "WARN" => metadata.target().starts_with(ACCEPTING) || metadata.target() == CONNECTING,
                        "DEBUG" => metadata.target() == CONNECTING,
                        _ => false,
                    }
            },
            |record| {
                // The record does not say which session it is about; the log of all of them is the process's.
                let session = || lock(&SESSIONS).iter().find_map(Weak::upgrade);
                if let Some(text) = record.message.as_deref().and_then(described) {
                    if let Some(session) = session() {
                        session.refuse_connection(&text);
                    }
                }
            },
        );
    });
}

/// Returns the line for a message of Zenoh's log, or `None` if it is about no fault of TLS.
fn described(message: &str) -> Option<String> {
    // A process that searches for the router of its host ends the connection before the handshake.
    if message.contains("eof") {
        return None;
    }
    let begin = REASONS.iter().filter_map(|reason| message.find(reason)).min()?;
    let reason = [" at /", ". Hint", ". Retry"]
        .iter()
        .fold(&message[begin..], |text, end| text.split(end).next().unwrap_or(text));
    let endpoint = message.split_once("tls/").and_then(|(_, rest)| rest.split_once('!'));
    let what = match endpoint {
        Some((address, _)) => format!("cannot connect to tls/{address}"),
        None => "refused a connection".to_owned(),
    };
    Some(format!("{what}, because TLS reports '{reason}'. Both sides need valid enclaves of one keystore"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_certificates_are_described_without_what_varies() {
        let line = described(
            "Unable to connect to configured peer tls/127.0.0.1:1! Can not create a new TLS link bound to \
             IpAddress(V4(Ipv4Addr([127, 0, 0, 1]))): invalid peer certificate: BadSignature at /a/b.rs:378.. Retry in 2s.",
        );
        let expected =
            "cannot connect to tls/127.0.0.1:1, because TLS reports 'invalid peer certificate: BadSignature'. \
                        Both sides need valid enclaves of one keystore";
        assert_eq!(line.as_deref(), Some(expected));
        let line = described("received fatal alert: UnknownCA. Hint: increase the system open file limit.").unwrap();
        assert!(
            line.starts_with("refused a connection, because TLS reports 'received fatal alert: UnknownCA'"),
            "{line}"
        );
    }

    #[test]
    fn absent_peers_are_no_fault_of_tls() {
        assert_eq!(described("Unable to connect to tls/a:1! Connection refused (os error 111)"), None);
        assert_eq!(described("tls handshake eof. Hint: increase the system open file limit."), None);
    }
}
