// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Publishers and subscriptions, with the options of rmw_zenoh_cpp.

use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zenoh::bytes::ZBytes;
use zenoh::pubsub;
use zenoh::qos::{CongestionControl, Reliability};
use zenoh::query::{ConsolidationMode, QueryTarget, Reply, ReplyKeyExpr};
use zenoh::sample::{Locality, Sample, SampleKind};
use zenoh::session::{WeakSession, ZenohId};
use zenoh::Wait;
use zenoh_ext::{
    AdvancedPublisher, AdvancedPublisherBuilderExt, AdvancedSubscriber, AdvancedSubscriberBuilderExt, CacheConfig,
    MissDetectionConfig, RecoveryConfig,
};

use crate::calls::{lock, Gate, Serial};
use crate::faults::Faults;
use crate::history::{History, SessionId};
use crate::payload::{accepted, Borrowed, Limit};
use crate::session::{text_of, Session};
use crate::wire::{self, Attachment, OwnKey, Qos};

/// The time after which a publisher says which number was its last, if it has published since.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// The time that a subscription waits for old and for lost samples. Zenoh keeps a task for each query until then.
const HISTORY_TIMEOUT: Duration = Duration::from_secs(3600);
/// What follows the key of a topic in the keys of the tokens, heartbeats and caches of its publishers.
const PUBLISHERS: &str = "/@adv/pub/";

enum Declared {
    Volatile(pubsub::Publisher<'static>),
    TransientLocal(Box<AdvancedPublisher<'static>>),
}

/// Publishes to other sessions.
pub struct Publisher {
    declared: Declared,
    limit: Limit,
}

impl Publisher {
    pub fn publish(&self, payload: Borrowed, info: &Attachment) -> Result<(), String> {
        self.limit.check(&payload)?;
        let attachment = ZBytes::from(info.bytes());
        match &self.declared {
            Declared::Volatile(publisher) => publisher.put(payload).attachment(attachment).wait(),
            Declared::TransientLocal(publisher) => publisher.put(payload).attachment(attachment).wait(),
        }
        .map_err(text_of)
    }

    /// Returns true if a sample may reach a subscription of another session, now or later.
    pub fn has_readers(&self) -> bool {
        match &self.declared {
            Declared::Volatile(publisher) => publisher.matching_status().wait().is_ok_and(|status| status.matching()),
            Declared::TransientLocal(_) => true, // it keeps the sample for late ones
        }
    }

    pub fn destroy(self) -> Result<(), String> {
        match self.declared {
            Declared::Volatile(publisher) => publisher.undeclare().wait(),
            Declared::TransientLocal(publisher) => publisher.undeclare().wait(),
        }
        .map_err(text_of)
    }
}

enum Subscriber {
    Volatile(pubsub::Subscriber<()>),
    /// And the subscriber to the tokens of publishers.
    TransientLocal(Box<AdvancedSubscriber<()>>, pubsub::Subscriber<()>),
}

/// Receives the samples of other sessions.
pub struct Subscription {
    subscriber: Subscriber,
    gate: Arc<Gate>,
}

impl Subscription {
    /// Ends the calls of the callback.
    pub fn destroy(self) -> Result<(), String> {
        self.gate.close();
        match self.subscriber {
            Subscriber::Volatile(subscriber) => subscriber.undeclare().wait(),
            Subscriber::TransientLocal(subscriber, tokens) => {
                let result = tokens.undeclare().wait();
                subscriber.undeclare().wait().and(result)
            }
        }
        .map_err(text_of)
    }
}

/// What a subscription does with samples.
struct Receiver<F> {
    own: SessionId, // samples of which are ignored
    key: OwnKey,
    faults: Arc<Faults>,
    gate: Arc<Gate>,
    serial: Serial<(Sample, Attachment)>,
    on_sample: F,
}

impl<F> Receiver<F>
where
    F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static,
{
    /// Returns the attachment of a valid sample of another session.
    fn accept(&self, sample: &Sample) -> Option<Attachment> {
        if session_of(sample) == Some(self.own) {
            return None;
        }
        let peer = || sample.timestamp().map_or_else(String::new, |time| time.get_id().to_string());
        let key = sample.key_expr().as_str();
        accepted(&self.faults, peer, &self.key, key, Some(sample.payload()), sample.attachment())
    }

    /// Calls the callback for a sample that Zenoh brings, if it is valid.
    fn receive(&self, sample: Sample) {
        self.faults.guard(|| {
            if let Some(info) = self.accept(&sample) {
                self.serial.handle((sample, info), |item| self.call(item));
            }
        });
    }

    fn call(&self, (sample, info): (Sample, Attachment)) {
        self.faults.guard(|| self.gate.call(|| (self.on_sample)(sample.payload(), &info)));
    }
}

/// Returns the session that has stamped a sample: that of its publisher, if that has a clock.
fn session_of(sample: &Sample) -> Option<SessionId> {
    sample.timestamp().map(|time| time.get_id().to_le_bytes())
}

/// What a subscription with the durability `transient_local` does with samples, old ones too. It asks each publisher once
/// for its history. (The history of Zenoh's own subscriber asks all publishers and then each one, and drops old samples if
/// these queries overlap.) The subscriber calls it with a lock of its own held, which no callback of the history needs.
struct LateReceiver<F> {
    receiver: Receiver<F>,
    session: WeakSession,
    depth: usize,
    history: Mutex<History<(Sample, Attachment)>>, // guards the history
}

/// A query for old samples; its end lets samples that wait for them pass.
struct HistoryQuery<F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static> {
    receiver: Arc<LateReceiver<F>>,
    session: SessionId,
    all: String, // the key of the caches of the session
}

impl<F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static> Drop for HistoryQuery<F> {
    fn drop(&mut self) {
        let must_query =
            self.receiver.change(|history, receiver| history.end_query(self.session, |item| receiver.serial.add(item)));
        if must_query && !self.receiver.receiver.gate.is_closed() {
            self.receiver.query(self.session, &self.all, self.all.clone());
        }
    }
}

impl<F> LateReceiver<F>
where
    F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static,
{
    /// Changes the history, and calls the callback for the samples that are added to `serial`. No lock is held during a call.
    /// Returns what `change` returns.
    fn change(&self, change: impl FnOnce(&mut History<(Sample, Attachment)>, &Receiver<F>) -> bool) -> bool {
        let mut result = false;
        self.receiver.faults.guard(|| {
            self.receiver.serial.wait_for_space();
            result = change(&mut lock(&self.history), &self.receiver);
            self.receiver.serial.run(|item| self.receiver.call(item));
        });
        result
    }

    /// Receives a sample that is published now.
    fn receive(self: &Arc<Self>, sample: Sample) {
        let Some(info) = self.receiver.accept(&sample) else { return };
        let session = session_of(&sample).unwrap_or_default();
        let (topic, time) = (sample.key_expr().clone(), sample.timestamp().copied());
        let must_query = self.change(|history, receiver| {
            history.add_new(session, &info, (sample, info), |item| receiver.serial.add(item))
        });
        if must_query {
            let name = time.map_or_else(|| "*".to_owned(), |time| time.get_id().to_string());
            let all = format!("{topic}{PUBLISHERS}{name}/**");
            self.query(session, &all, all.clone());
        }
    }

    /// Follows the token of a publisher.
    fn follow(self: &Arc<Self>, token: &Sample) {
        if token.kind() != SampleKind::Put {
            return;
        }
        let key = token.key_expr().as_str();
        let (topic, publisher) = key.split_once(PUBLISHERS).unwrap_or_default();
        let name = publisher.split('/').next().unwrap_or_default();
        let Ok(session) = ZenohId::from_str(name) else {
            let text = || format!("a malformed token of a publisher is ignored: '{key}'");
            return self.receiver.faults.drop_token(name, text);
        };
        let session = session.to_le_bytes();
        if self.receiver.key.admits(topic) && session != self.receiver.own {
            lock(&self.history).begin_query(session);
            self.query(session, key, format!("{topic}{PUBLISHERS}{name}/**"));
        }
    }

    /// Queries caches for old samples, `all` of the session if some are missing afterwards. The query has begun in the history.
    fn query(self: &Arc<Self>, session: SessionId, caches: &str, all: String) {
        let query = HistoryQuery { receiver: self.clone(), session, all };
        let result = self
            .session
            .get(format!("{caches}?_max={}", self.depth))
            .callback(move |reply: Reply| {
                let late = &query.receiver;
                late.receiver.faults.guard(|| {
                    let Ok(sample) = reply.into_result() else { return };
                    if late.receiver.gate.is_closed() {
                        return;
                    }
                    if let Some(info) = late.receiver.accept(&sample) {
                        lock(&late.history).add_old(query.session, &info, (sample, info));
                    }
                });
            })
            .consolidation(ConsolidationMode::None)
            .accept_replies(ReplyKeyExpr::Any)
            .target(QueryTarget::All)
            .allowed_destination(Locality::Remote)
            .timeout(HISTORY_TIMEOUT)
            .wait();
        drop(result); // a query that fails has ended, too: the session closes
    }
}

fn samples_of(qos: &Qos) -> usize {
    usize::try_from(qos.depth).unwrap_or(usize::MAX)
}

impl Session {
    pub fn create_publisher(&self, key: String, qos: &Qos) -> Result<Publisher, String> {
        let is_reliable = qos.reliability == wire::RELIABLE;
        let blocks = is_reliable && qos.history == wire::KEEP_ALL;
        let builder = self
            .session
            .declare_publisher(key)
            .allowed_destination(Locality::Remote)
            .congestion_control(if blocks { CongestionControl::Block } else { CongestionControl::Drop })
            .reliability(if is_reliable { Reliability::Reliable } else { Reliability::BestEffort });
        if qos.durability == wire::VOLATILE {
            let declared = builder.wait().map(Declared::Volatile).map_err(text_of)?;
            return Ok(Publisher { declared, limit: self.limit });
        }
        let mut builder = builder.cache(CacheConfig::default().max_samples(samples_of(qos))).publisher_detection();
        if is_reliable {
            builder = builder.sample_miss_detection(MissDetectionConfig::default().sporadic_heartbeat(HEARTBEAT));
        }
        let declared =
            builder.wait().map(|publisher| Declared::TransientLocal(Box::new(publisher))).map_err(text_of)?;
        Ok(Publisher { declared, limit: self.limit })
    }

    /// Calls `on_sample` for each valid sample of another session.
    pub fn create_subscription<F>(&self, key: String, qos: &Qos, on_sample: F) -> Result<Subscription, String>
    where
        F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static,
    {
        let gate = Arc::new(Gate::default());
        let receiver = Receiver {
            own: self.id(),
            key: OwnKey::new(&key),
            faults: self.faults.clone(),
            gate: gate.clone(),
            serial: Serial::default(),
            on_sample,
        };
        let subscriber = if qos.durability == wire::VOLATILE {
            let builder = self.session.declare_subscriber(key).allowed_origin(Locality::Remote);
            builder.callback(move |sample| receiver.receive(sample)).wait().map(Subscriber::Volatile)
        } else {
            self.create_late_subscriber(key, qos, receiver)
        };
        match subscriber {
            Ok(subscriber) => Ok(Subscription { subscriber, gate }),
            Err(fault) => {
                gate.close(); // a query may run already
                Err(text_of(fault))
            }
        }
    }

    fn create_late_subscriber<F>(&self, key: String, qos: &Qos, receiver: Receiver<F>) -> zenoh::Result<Subscriber>
    where
        F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static,
    {
        let depth = samples_of(qos);
        let publishers = format!("{key}{PUBLISHERS}**");
        let late = Arc::new(LateReceiver {
            receiver,
            session: self.session.downgrade(),
            depth,
            history: Mutex::new(History::new(depth)),
        });
        let mut builder = self
            .session
            .declare_subscriber(key)
            .allowed_origin(Locality::Remote)
            .callback({
                let late = late.clone();
                move |sample| late.receiver.faults.guard(|| late.receive(sample))
            })
            .subscriber_detection();
        if qos.reliability == wire::RELIABLE {
            builder = builder.recovery(RecoveryConfig::default().heartbeat()).query_timeout(HISTORY_TIMEOUT);
        }
        let subscriber = builder.wait()?;
        // Only now: what a publisher publishes after it has answered must come as a new sample.
        let tokens = self
            .session
            .liveliness()
            .declare_subscriber(publishers)
            .history(true)
            .callback(move |token| late.receiver.faults.guard(|| late.follow(&token)))
            .wait()?;
        Ok(Subscriber::TransientLocal(Box::new(subscriber), tokens))
    }
}
