// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Publishers and subscriptions, with the options of rmw_zenoh_cpp.

use std::sync::Arc;
use std::time::Duration;

use zenoh::bytes::ZBytes;
use zenoh::pubsub;
use zenoh::qos::{CongestionControl, Reliability};
use zenoh::sample::{Locality, Sample};
use zenoh::Wait;
use zenoh_ext::{
    AdvancedPublisher, AdvancedPublisherBuilderExt, AdvancedSubscriber, AdvancedSubscriberBuilderExt, CacheConfig,
    HistoryConfig, MissDetectionConfig, RecoveryConfig,
};

use crate::calls::{Gate, Serial};
use crate::faults::Faults;
use crate::payload::{accepted, Borrowed, Limit};
use crate::session::{text_of, Session};
use crate::wire::{self, Attachment, Gid, OwnKey, Qos};

/// The time after which a publisher says which number was its last, if it has published since.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// The time that a subscription waits for old samples, as in rmw_zenoh_cpp.
const HISTORY_TIMEOUT: Duration = Duration::from_millis(u64::MAX);

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
    TransientLocal(Box<AdvancedSubscriber<()>>),
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
            Subscriber::TransientLocal(subscriber) => subscriber.undeclare().wait(),
        }
        .map_err(text_of)
    }
}

/// Returns the attachment of a valid sample.
fn accepted_sample(faults: &Faults, own: &OwnKey, sample: &Sample) -> Option<Attachment> {
    let peer = || sample.timestamp().map_or_else(String::new, |time| time.get_id().to_string());
    accepted(faults, peer, own, sample.key_expr().as_str(), Some(sample.payload()), sample.attachment())
}

/// Returns what Zenoh calls for each sample of a session that is not `own`. Queries for old samples also reach the caches
/// of publishers of the own session.
fn receiver<F>(
    own: Gid,
    key: OwnKey,
    faults: Arc<Faults>,
    gate: Arc<Gate>,
    on_sample: F,
) -> impl Fn(Sample) + Send + Sync + 'static
where
    F: Fn(&ZBytes, &Attachment) + Send + Sync + 'static,
{
    let serial = Serial::default();
    move |sample: Sample| {
        faults.guard(|| {
            if sample.timestamp().is_some_and(|time| time.get_id().to_le_bytes() == own) {
                return;
            }
            let Some(info) = accepted_sample(&faults, &key, &sample) else {
                return;
            };
            serial.handle((sample, info), |(sample, info): (Sample, Attachment)| {
                faults.guard(|| gate.call(|| on_sample(sample.payload(), &info)));
            });
        });
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
        let own = OwnKey::new(&key);
        let builder = self.session.declare_subscriber(key).allowed_origin(Locality::Remote).callback(receiver(
            self.id(),
            own,
            self.faults.clone(),
            gate.clone(),
            on_sample,
        ));
        let subscriber = if qos.durability == wire::VOLATILE {
            builder.wait().map(Subscriber::Volatile)
        } else {
            let history = HistoryConfig::default().detect_late_publishers().max_samples(samples_of(qos));
            let mut builder = builder.history(history).query_timeout(HISTORY_TIMEOUT).subscriber_detection();
            if qos.reliability == wire::RELIABLE {
                builder = builder.recovery(RecoveryConfig::default().heartbeat());
            }
            builder.wait().map(|subscriber| Subscriber::TransientLocal(Box::new(subscriber)))
        }
        .map_err(text_of)?;
        Ok(Subscription { subscriber, gate })
    }
}
