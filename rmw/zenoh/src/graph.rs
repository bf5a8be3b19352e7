// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The graph: tokens of peers that are followed, and our own that are announced.

use std::sync::atomic::Ordering;
use std::sync::Arc;

use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::Subscriber;
use zenoh::sample::{Sample, SampleKind};
use zenoh::Wait;

use crate::calls::{lock, Gate, Serial};
use crate::faults::{shown, Faults};
use crate::session::{text_of, Session};
use crate::wire::{self, Gid, Token};

/// A token of a peer that appeared or vanished.
pub struct Change {
    pub token: Token,
    pub session: Gid,
    pub gid: Gid,
    pub exists: bool,
}

/// Follows the tokens of peers.
pub struct Graph {
    subscriber: Subscriber<()>,
    gate: Arc<Gate>,
}

impl Graph {
    /// Ends the calls of the callback.
    pub fn close(self) -> Result<(), String> {
        self.gate.close();
        self.subscriber.undeclare().wait().map_err(text_of)
    }
}

/// Returns the change that a sample of a token describes; `None` if the token is malformed.
fn change_of(key: &str, kind: SampleKind) -> Option<Change> {
    let token = Token::parse(key)?;
    Some(Change {
        session: wire::session_bytes(&token.session)?,
        gid: wire::gid_of(key),
        exists: kind == SampleKind::Put,
        token,
    })
}

fn drop_token(faults: &Faults, key: &str) {
    let peer = key.split('/').nth(2).unwrap_or("");
    faults.drop_token(peer, || format!("a malformed liveliness token is ignored: {}", shown(key)));
}

impl Session {
    /// Calls `on_change` for the tokens of peers in a domain. Those of this session are left out.
    pub fn follow_graph<F>(&self, domain: u32, on_change: F) -> Result<(), String>
    where
        F: Fn(&Change) + Send + Sync + 'static,
    {
        if self.follows_graph.swap(true, Ordering::SeqCst) {
            return Err("the session follows a graph already".into());
        }
        let graph = self.declare_graph(domain, on_change);
        match graph {
            Ok(graph) => *lock(&self.graph) = Some(graph),
            Err(fault) => {
                self.follows_graph.store(false, Ordering::SeqCst);
                return Err(fault);
            }
        }
        Ok(())
    }

    fn declare_graph<F>(&self, domain: u32, on_change: F) -> Result<Graph, String>
    where
        F: Fn(&Change) + Send + Sync + 'static,
    {
        let own = self.id();
        let gate = Arc::new(Gate::default());
        let serial = Serial::default();
        let (faults, calls) = (self.faults.clone(), gate.clone());
        let on_sample = move |sample: Sample| {
            faults.guard(|| {
                let key = sample.key_expr().as_str();
                match change_of(key, sample.kind()) {
                    None => drop_token(&faults, key),
                    Some(change) if change.session == own => (),
                    Some(change) => serial.handle(change, |change: Change| {
                        faults.guard(|| calls.call(|| on_change(&change)));
                    }),
                }
            });
        };
        let subscriber = self
            .session
            .liveliness()
            .declare_subscriber(format!("@ros2_lv/{domain}/**"))
            .history(true)
            .callback(on_sample)
            .wait()
            .map_err(text_of)?;
        Ok(Graph { subscriber, gate })
    }

    /// Announces the entity of a token until the result is withdrawn.
    pub fn announce(&self, token: String) -> Result<Announcement, String> {
        self.session.liveliness().declare_token(token).wait().map(Announcement).map_err(text_of)
    }
}

/// A token of this session.
pub struct Announcement(LivelinessToken);

impl Announcement {
    pub fn withdraw(self) -> Result<(), String> {
        self.0.undeclare().wait().map_err(text_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_read_from_a_token() {
        let key = "@ros2_lv/7/c0ffee/0/0/NN/%/%/talker";
        let change = change_of(key, SampleKind::Delete).unwrap();
        assert!(!change.exists);
        assert_eq!(change.session[..4], [0xee, 0xff, 0xc0, 0]);
        assert_eq!(change.gid, wire::gid_of(key));
        assert!(change_of("@ros2_lv/7/c0ffee", SampleKind::Put).is_none());
    }
}
