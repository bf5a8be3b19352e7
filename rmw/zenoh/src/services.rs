// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Clients and services: a request is a query to all services of a name, a response is a reply.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

use zenoh::bytes::ZBytes;
use zenoh::query::{ConsolidationMode, Querier, Query, QueryTarget, Queryable, Reply};
use zenoh::sample::Locality;
use zenoh::Wait;

use crate::calls::{Gate, Serial};
use crate::faults::{shown, Faults};
use crate::payload::{accepted, Borrowed, Limit};
use crate::session::{text_of, Session};
use crate::wire::{Attachment, OwnKey};

/// The timeout of requests for the results of actions, as in rmw_zenoh_cpp.
const NEVER: Duration = Duration::from_millis(u64::MAX);

/// Receives what comes back for the requests of a client.
pub trait Responses: Send + Sync + 'static {
    fn on_response(&self, payload: &ZBytes, info: &Attachment);
    fn on_failure(&self, sequence_number: i64, reason: &str);
}

/// Sends requests to services of other sessions.
pub struct Client {
    querier: Querier<'static>,
    shared: Arc<Shared>,
    limit: Limit,
}

/// The part of a client that its requests need.
struct Shared {
    key: OwnKey,
    responses: Box<dyn Responses>,
    faults: Arc<Faults>,
    gate: Gate,
}

/// A request that was sent. When it is dropped, all replies have come.
struct Pending {
    client: Arc<Shared>,
    sequence_number: i64,
    has_result: AtomicBool,
}

impl Pending {
    fn on_reply(&self, reply: &Reply) {
        let sample = match reply.result() {
            Ok(sample) => sample,
            Err(error) => return self.fail(&shown(&String::from_utf8_lossy(&error.payload().to_bytes()))),
        };
        let peer = || reply.replier_id().map_or_else(String::new, |id| id.zid().to_string());
        let key = sample.key_expr().as_str();
        let client = &self.client;
        if let Some(info) =
            accepted(&client.faults, peer, &client.key, key, Some(sample.payload()), sample.attachment())
        {
            self.has_result.store(true, Ordering::Relaxed);
            client.gate.call(|| client.responses.on_response(sample.payload(), &info));
        }
    }

    fn fail(&self, reason: &str) {
        self.has_result.store(true, Ordering::Relaxed);
        self.client.gate.call(|| self.client.responses.on_failure(self.sequence_number, reason));
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !*self.has_result.get_mut() {
            self.client.faults.guard(|| self.fail("no service answered"));
        }
    }
}

impl Client {
    pub fn send_request(&self, payload: Borrowed, info: &Attachment) -> Result<(), String> {
        self.limit.check(&payload)?;
        let pending = Pending {
            client: self.shared.clone(),
            sequence_number: info.sequence_number,
            has_result: AtomicBool::new(false),
        };
        self.querier
            .get()
            .payload(payload)
            .attachment(ZBytes::from(info.bytes()))
            .callback(move |reply| pending.client.faults.guard(|| pending.on_reply(&reply)))
            .wait()
            .map_err(text_of)
    }

    /// Ends the calls of the callbacks and forgets the requests.
    pub fn destroy(self) -> Result<(), String> {
        // The gate first: a request that ends here is no failure.
        self.shared.gate.close();
        self.querier.undeclare().wait().map_err(text_of)
    }
}

/// A received request.
pub struct Request {
    query: Query,
    limit: Limit,
}

impl Request {
    pub fn send_response(&self, payload: Borrowed, info: &Attachment) -> Result<(), String> {
        self.limit.check(&payload)?;
        let attachment = ZBytes::from(info.bytes());
        self.query.reply(self.query.key_expr(), payload).attachment(attachment).wait().map_err(text_of)
    }
}

/// Receives the requests of other sessions.
pub struct Service {
    queryable: Queryable<()>,
    gate: Arc<Gate>,
}

impl Service {
    /// Ends the calls of the callback.
    pub fn destroy(self) -> Result<(), String> {
        // The gate first: no callback may come after this, not even if the rest fails.
        self.gate.close();
        self.queryable.undeclare().wait().map_err(text_of)
    }
}

/// Returns the payload and the attachment of a valid request.
fn accepted_query(faults: &Faults, own: &OwnKey, query: &Query) -> Option<(ZBytes, Attachment)> {
    let peer = || query.source_info().map_or_else(String::new, |source| source.source_id().zid().to_string());
    let payload = query.payload().cloned();
    let info = accepted(faults, peer, own, query.key_expr().as_str(), payload.as_ref(), query.attachment())?;
    Some((payload?, info))
}

/// Returns true if the requests of a service may take for ever.
fn takes_for_ever(key: &str) -> bool {
    key.contains("/_action/get_result/")
}

impl Session {
    pub fn create_client(&self, key: String, responses: impl Responses) -> Result<Client, String> {
        let (waits, own) = (takes_for_ever(&key), OwnKey::new(&key));
        let mut builder = self
            .session
            .declare_querier(key)
            .target(QueryTarget::AllComplete)
            .consolidation(ConsolidationMode::None)
            .allowed_destination(Locality::Remote);
        if waits {
            builder = builder.timeout(NEVER);
        }
        let querier = builder.wait().map_err(text_of)?;
        let shared =
            Shared { key: own, responses: Box::new(responses), faults: self.faults.clone(), gate: Gate::default() };
        Ok(Client { querier, shared: Arc::new(shared), limit: self.limit })
    }

    /// Calls `on_request` for each valid request of another session.
    pub fn create_service<F>(&self, key: String, on_request: F) -> Result<Service, String>
    where
        F: Fn(&ZBytes, &Attachment, Request) + Send + Sync + 'static,
    {
        let gate = Arc::new(Gate::default());
        let (faults, calls, limit) = (self.faults.clone(), gate.clone(), self.limit);
        let own = OwnKey::new(&key);
        let serial = Serial::<(ZBytes, Attachment, Request)>::default();
        let on_query = move |mut query: Query| {
            faults.guard(|| {
                if let Some((payload, info)) = accepted_query(&faults, &own, &query) {
                    // A request that waits for its answer needs its bytes no longer.
                    if let Some(bytes) = query.payload_mut() {
                        *bytes = ZBytes::new();
                    }
                    serial.handle((payload, info, Request { query, limit }), |(payload, info, request)| {
                        faults.guard(|| calls.call(|| on_request(&payload, &info, request)));
                    });
                }
            });
        };
        let queryable = self
            .session
            .declare_queryable(key)
            .complete(true)
            .allowed_origin(Locality::Remote)
            .callback(on_query)
            .wait()
            .map_err(text_of)?;
        Ok(Service { queryable, gate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_of_actions_take_for_ever() {
        assert!(takes_for_ever("0/fibonacci/_action/get_result/T_/RIHS01_0"));
        assert!(!takes_for_ever("0/fibonacci/_action/send_goal/T_/RIHS01_0"));
        assert!(!takes_for_ever("0/get_result/T_/RIHS01_0"));
    }
}
