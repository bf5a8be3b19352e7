// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Sessions, the graph and topics through the C interface.

mod peer;

use std::collections::HashSet;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};

use peer::*;
use rxros2_zenoh::abi::{Info, Sample, Text, ABI};
use rxros2_zenoh::wire::{Kind, Qos, BEST_EFFORT, KEEP_ALL, RELIABLE, TRANSIENT_LOCAL};
use zenoh::Wait;

fn volatile() -> Qos {
    Qos { depth: 10, ..Qos::default() }
}

fn transient_local(depth: u64) -> Qos {
    Qos { depth, durability: TRANSIENT_LOCAL, ..Qos::default() }
}

/// Publishes until the subscription has received, because a first sample may come before it is known; returns it.
fn first_sample(
    publisher: *mut rxros2_zenoh::objects::Publisher,
    samples: &Receiver<Message>,
    bytes: &[u8],
) -> Message {
    for number in 1.. {
        sent(api().publish, publisher, bytes, &info(number)).unwrap();
        if let Ok(message) = samples.recv_timeout(std::time::Duration::from_millis(100)) {
            return message;
        }
        assert!(number < 600, "a sample comes");
    }
    unreachable!()
}

#[test]
fn another_version_of_the_interface_has_no_functions() {
    assert!(rxros2_zenoh::rxros2_zenoh_api(ABI + 1).is_null());
    assert_eq!(api().abi, ABI);
    assert_eq!(description(), "zenoh 1.10.2");
}

#[test]
fn tokens_of_a_peer_appear_and_vanish_and_own_ones_do_not() {
    let (first, second) = Session::pair();
    let early = first.follow();
    let topic = entity(Kind::Publisher, 1, "/chatter", volatile());
    let own = first.announce(&entity(Kind::Node, 7, "", Qos::default()));
    let token = second.announce(&topic);
    let node = second.announce(&entity(Kind::Node, 0, "", Qos::default()));

    let seen = wait_for(&early, 1, true);
    assert_eq!(seen.session, second.id());
    assert_eq!(seen.gid, second.gid_of(&topic));
    assert_eq!((seen.kind, seen.node.as_str(), seen.name.as_str()), (1, "talker", "/chatter"));
    assert_eq!((seen.type_name.as_str(), seen.qos), (TYPE, volatile()));
    assert_eq!(wait_for(&early, 0, true).name, "");

    let late = second.follow();
    assert_eq!(wait_for(&late, 7, true).session, first.id());
    unsafe { (api().withdraw)(token) };
    wait_for(&early, 1, false);
    unsafe { (api().withdraw)(own) };
    wait_for(&late, 7, false);
    unsafe { (api().withdraw)(node) };
    second.close();
    wait_for(&early, 0, false);
    assert_eq!(early.try_iter().filter(|(seen, _)| seen.session == first.id()).count(), 0);
    first.close();
}

/// Returns the ids of the next entities that appear or vanish, each once.
fn next_ids(changes: &Receiver<(Seen, bool)>, count: u64, exists: bool) -> HashSet<u64> {
    let mut ids = HashSet::new();
    while ids.len() < count as usize {
        let (seen, is_there) = next(changes);
        assert_eq!(is_there, exists);
        ids.insert(seen.entity_id);
    }
    ids
}

#[test]
fn thousands_of_tokens_are_followed() {
    const COUNT: u64 = 5000;
    let start = std::time::Instant::now();
    let all: HashSet<u64> = (1..=COUNT).collect();
    let (first, port) = Session::listening();
    let second = Session::connected(port);
    let changes = second.follow();
    for id in &all {
        first.announce(&entity(Kind::Subscription, *id, "/many", volatile()));
    }
    assert_eq!(next_ids(&changes, COUNT, true), all);
    println!("announced one by one after {:?}", start.elapsed());

    let late = std::time::Instant::now();
    let third = Session::connected(port);
    let at_once = third.follow();
    assert_eq!(next_ids(&at_once, COUNT, true), all);
    println!("announced at once after {:?}", late.elapsed());

    let end = std::time::Instant::now();
    first.close();
    assert_eq!(next_ids(&changes, COUNT, false), all);
    assert_eq!(next_ids(&at_once, COUNT, false), all);
    println!("vanished after {:?}", end.elapsed());
    for session in [second, third] {
        assert_eq!(session.state().malformed_tokens, 0);
        session.close();
    }
}

#[test]
fn tokens_vanish_when_their_session_closes() {
    let (first, second) = Session::pair();
    let changes = first.follow();
    let token = second.announce(&entity(Kind::Node, 3, "", Qos::default()));
    wait_for(&changes, 3, true);
    second.close();
    wait_for(&changes, 3, false);
    unsafe { (api().withdraw)(token) };
    first.close();
}

#[test]
fn a_session_follows_one_graph() {
    let (session, _) = Session::listening();
    session.follow();
    let mut fault = no_fault();
    unsafe extern "C" fn ignore(_: *mut c_void, _: *const rxros2_zenoh::abi::Entity, _: bool) {}
    assert!(!unsafe { (api().follow_graph)(session.handle, DOMAIN, ignore, std::ptr::null_mut(), &mut fault) });
    assert!(text_of(&fault).contains("already"), "{}", text_of(&fault));
    session.close();
}

/// Opens a session of Zenoh itself that connects to a port.
fn stranger(port: u16) -> zenoh::Session {
    let mut config = zenoh::Config::default();
    config.insert_json5("scouting/multicast/enabled", "false").unwrap();
    config.insert_json5("listen/endpoints", "[]").unwrap();
    config.insert_json5("connect/endpoints", &format!("[\"tcp/127.0.0.1:{port}\"]")).unwrap();
    config.insert_json5("timestamping/enabled", "true").unwrap();
    zenoh::open(config).wait().unwrap()
}

#[test]
fn malformed_tokens_are_ignored_and_counted() {
    let (session, port) = Session::listening();
    let changes = session.follow();
    let stranger = stranger(port);
    let keys = ["@ros2_lv/50/c0ffee/x/0/NN/%/%/bad", "@ros2_lv/50/c0ffee/0/0/XX/%/%/bad", "@ros2_lv/50"];
    let tokens = keys.map(|key| stranger.liveliness().declare_token(key).wait().unwrap());
    wait_until("the tokens are counted", || session.state().malformed_tokens == 3);
    let good = stranger.liveliness().declare_token("@ros2_lv/50/c0ffee/0/5/NN/%/%/good").wait().unwrap();
    assert_eq!(next(&changes).0.node, "good");
    let lines = session.log.lock().unwrap().iter().filter(|(_, line)| line.contains("malformed")).count();
    assert_eq!(lines, 2, "one line for each session in the tokens");
    drop((good, tokens));
    session.close();
    stranger.close().wait().unwrap();
}

#[test]
fn a_sample_arrives_as_it_was_published() {
    let (first, second) = Session::pair();
    let changes = second.follow();
    // Zenoh drops a large sample on a busy machine unless all are kept.
    let qos = Qos { history: KEEP_ALL, ..volatile() };
    let publisher = second.publisher(&entity(Kind::Publisher, 1, "/chatter", qos));
    let topic = entity(Kind::Subscription, 2, "/chatter", volatile());
    let (subscription, samples) = first.subscription(&topic);
    let token = first.announce_to(&changes, &topic);

    let large: Vec<u8> = (0..3_000_000u32).map(|i| i as u8).collect();
    let (bytes, released) = payload(&large);
    let sent_info = Info { sequence_number: -5, source_time: 42, gid: *b"0123456789abcdef" };
    let mut fault = no_fault();
    assert!(unsafe { (api().publish)(publisher, &bytes, &sent_info, &mut fault) }, "{}", text_of(&fault));
    let message = next(&samples);
    assert_eq!(message.info, sent_info);
    assert!(message.bytes == large);
    wait_until("the payload is released", || released.load(Ordering::SeqCst) == 1);

    unsafe { (api().withdraw)(token) };
    unsafe { (api().destroy_subscription)(subscription) };
    unsafe { (api().destroy_publisher)(publisher) };
    first.close();
    second.close();
    assert_eq!(released.load(Ordering::SeqCst), 1);
}

#[test]
fn a_session_does_not_receive_its_own_samples() {
    let (first, second) = Session::pair();
    let topic = entity(Kind::Publisher, 1, "/chatter", volatile());
    let (own, own_samples) = first.subscription(&topic);
    let (other, other_samples) = second.subscription(&topic);
    let publisher = first.publisher(&topic);
    first_sample(publisher, &other_samples, &[0, 1, 0, 0]);
    assert_eq!(own_samples.try_iter().count(), 0);
    for subscription in [own, other] {
        unsafe { (api().destroy_subscription)(subscription) };
    }
    unsafe { (api().destroy_publisher)(publisher) };
    first.close();
    second.close();
}

#[test]
fn a_late_subscription_receives_the_last_samples_if_both_are_transient_local() {
    let (first, port) = Session::listening();
    let publisher = first.publisher(&entity(Kind::Publisher, 1, "/map", transient_local(3)));
    for number in 1..=5 {
        sent(api().publish, publisher, &[0, 1, 0, 0, number as u8], &info(number)).unwrap();
    }
    // Zenoh sends samples to a new session until it knows what that session wants; so this one comes last.
    let second = Session::connected(port);
    let (subscription, samples) = second.subscription(&entity(Kind::Subscription, 2, "/map", transient_local(10)));
    let numbers: Vec<i64> = (0..3).map(|_| next(&samples).info.sequence_number).collect();
    assert_eq!(numbers, [3, 4, 5]);
    sent(api().publish, publisher, &[0, 1, 0, 0, 6], &info(6)).unwrap();
    assert_eq!(next(&samples), Message { bytes: vec![0, 1, 0, 0, 6], info: info(6) });
    unsafe { (api().destroy_subscription)(subscription) };
    unsafe { (api().destroy_publisher)(publisher) };
    first.close();
    second.close();
}

#[test]
fn a_late_publisher_sends_its_old_samples() {
    let (first, port) = Session::listening();
    let (subscription, samples) = first.subscription(&entity(Kind::Subscription, 1, "/map", transient_local(10)));
    let second = Session::connected(port);
    let publisher = second.publisher(&entity(Kind::Publisher, 1, "/map", transient_local(1)));
    // The first sample may be sent before the subscription is known; then it comes out of the cache.
    sent(api().publish, publisher, &[0, 1, 0, 0, 1], &info(1)).unwrap();
    assert_eq!(next(&samples).info, info(1));
    unsafe { (api().destroy_subscription)(subscription) };
    unsafe { (api().destroy_publisher)(publisher) };
    second.close();
    first.close();
}

/// Creates late subscriptions to a publisher that goes on publishing, and checks that none lacks a sample.
fn late_subscriptions_lack_nothing(reliability: u32) {
    const KEPT: u64 = 1000;
    let (first, port) = Session::listening();
    let qos = Qos { reliability, ..transient_local(KEPT) };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let publisher = first.publisher(&entity(Kind::Publisher, 1, "/map", qos));
            for number in 1.. {
                if is_over.load(Ordering::SeqCst) {
                    break;
                }
                sent(api().publish, publisher, &[0, 1, 0, 0], &info(number)).unwrap();
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
            unsafe { (api().destroy_publisher)(publisher) };
        });
        let mut holes = Vec::new();
        for attempt in 0..20 {
            let second = Session::connected(port);
            let (subscription, samples) = second.subscription(&entity(Kind::Subscription, 2, "/map", qos));
            let mut last = next(&samples).info.sequence_number;
            for _ in 0..KEPT + 200 {
                let number = next(&samples).info.sequence_number;
                if number != last + 1 {
                    holes.push((attempt, last, number));
                }
                last = number;
            }
            unsafe { (api().destroy_subscription)(subscription) };
            second.close();
        }
        is_over.store(true, Ordering::SeqCst);
        assert_eq!(holes, [], "attempt, number before, number after");
    });
    first.close();
}

#[test]
fn late_reliable_subscriptions_lack_nothing() {
    late_subscriptions_lack_nothing(RELIABLE);
}

#[test]
fn late_best_effort_subscriptions_lack_nothing() {
    late_subscriptions_lack_nothing(BEST_EFFORT);
}

/// Declares a cache of a publisher that has kept the samples 1 and 2; returns how often it was asked, too.
fn cache_of(stranger: &zenoh::Session) -> (zenoh::query::Queryable<()>, Arc<AtomicUsize>) {
    let queries = Arc::new(AtomicUsize::new(0));
    let cache = stranger
        .declare_queryable(cache_key(stranger))
        .callback({
            let (stranger, queries) = (stranger.clone(), queries.clone());
            move |query| {
                queries.fetch_add(1, Ordering::SeqCst);
                for number in [1, 2] {
                    query
                        .reply(topic_key(), vec![number; 4])
                        .attachment(attachment(number.into()))
                        .timestamp(stranger.new_timestamp())
                        .wait()
                        .unwrap();
                }
            }
        })
        .wait()
        .unwrap();
    (cache, queries)
}

fn topic_key() -> String {
    format!("50/map/{TYPE}/RIHS01_df66")
}

fn cache_key(session: &zenoh::Session) -> String {
    format!("{}/@adv/pub/{}/1/_", topic_key(), session.zid())
}

fn attachment(number: i64) -> Vec<u8> {
    [number.to_le_bytes().as_slice(), number.to_le_bytes().as_slice(), &[16], &[5; 16]].concat()
}

#[test]
fn a_publisher_is_asked_once_for_its_old_samples() {
    let (session, port) = Session::listening();
    let stranger = stranger(port);
    let (_cache, queries) = cache_of(&stranger);
    let _token = stranger.liveliness().declare_token(cache_key(&stranger)).wait().unwrap();
    let odd = ["zz/1/_", "*/1/_", ""].map(|end| format!("{}/@adv/pub/{end}", topic_key()));
    let _odd: Vec<_> = odd.map(|key| stranger.liveliness().declare_token(key).wait().ok()).into_iter().collect();
    let (subscription, samples) = session.subscription(&entity(Kind::Subscription, 1, "/map", transient_local(10)));
    assert_eq!([next(&samples), next(&samples)].map(|message| message.info.sequence_number), [1, 2]);
    let publisher = stranger.declare_publisher(topic_key()).wait().unwrap();
    wait_until("the stranger knows the subscription", || publisher.matching_status().wait().unwrap().matching());
    publisher.put(vec![3u8; 4]).attachment(attachment(3)).wait().unwrap();
    assert_eq!(next(&samples).info.sequence_number, 3);
    assert_eq!(queries.load(Ordering::SeqCst), 1);
    assert!(session.state().malformed_tokens >= 1);
    unsafe { (api().destroy_subscription)(subscription) };
    session.close();
    stranger.close().wait().unwrap();
}

#[test]
fn a_publisher_whose_sample_comes_before_its_token_is_asked_for_old_ones() {
    let (session, port) = Session::listening();
    let (subscription, samples) = session.subscription(&entity(Kind::Subscription, 1, "/map", transient_local(10)));
    let stranger = stranger(port);
    let (_cache, queries) = cache_of(&stranger);
    let publisher = stranger.declare_publisher(topic_key()).wait().unwrap();
    wait_until("the stranger knows the subscription", || publisher.matching_status().wait().unwrap().matching());
    publisher.put(vec![3u8; 4]).attachment(attachment(3)).wait().unwrap();
    publisher.put(vec![4u8; 4]).attachment(attachment(4)).wait().unwrap();
    let numbers = [(); 4].map(|()| next(&samples).info.sequence_number);
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!(queries.load(Ordering::SeqCst), 1);
    unsafe { (api().destroy_subscription)(subscription) };
    session.close();
    stranger.close().wait().unwrap();
}

#[test]
fn a_publisher_that_keeps_all_blocks_instead_of_dropping() {
    const COUNT: i64 = 300;
    let (first, second) = Session::pair();
    let qos = Qos { history: KEEP_ALL, ..Qos::default() };
    let changes = second.follow();
    let publisher = second.publisher(&entity(Kind::Publisher, 1, "/image", qos));
    let topic = entity(Kind::Subscription, 2, "/image", qos);
    let (subscription, samples) = first.subscription(&topic);
    let token = first.announce_to(&changes, &topic);
    let large = vec![1; 1 << 20];
    for number in 1..=COUNT {
        sent(api().publish, publisher, &large, &info(number)).unwrap();
    }
    for number in 1..=COUNT {
        assert_eq!(next(&samples).info.sequence_number, number);
    }
    unsafe { (api().withdraw)(token) };
    unsafe { (api().destroy_subscription)(subscription) };
    unsafe { (api().destroy_publisher)(publisher) };
    first.close();
    second.close();
}

#[test]
fn malformed_samples_are_dropped_and_counted() {
    let (session, port) = Session::listening();
    let topic = entity(Kind::Subscription, 1, "/chatter", volatile());
    let (subscription, samples) = session.subscription(&topic);
    let stranger = stranger(port);
    let publisher = stranger.declare_publisher(format!("50/chatter/{TYPE}/RIHS01_df66")).wait().unwrap();
    let mut attachment = vec![0u8; 33];
    attachment[16] = 16;
    wait_until("the stranger knows the subscription", || publisher.matching_status().wait().unwrap().matching());
    publisher.put(vec![0u8; 8]).wait().unwrap();
    publisher.put(vec![0u8; 8]).attachment(vec![0u8; 33]).wait().unwrap();
    publisher.put(vec![0u8; 8]).attachment(attachment[..32].to_vec()).wait().unwrap();
    publisher.put(vec![0u8; 3]).attachment(attachment.clone()).wait().unwrap();
    // Rules of access see the pattern, not the topics that it overlaps.
    for pattern in ["*", "chat$*", "**"] {
        let key = format!("50/{pattern}/{TYPE}/RIHS01_df66");
        stranger.put(key, vec![8u8; 8]).attachment(attachment.clone()).wait().unwrap();
    }
    publisher.put(vec![9u8; 8]).attachment(attachment).wait().unwrap();
    assert_eq!(next(&samples).bytes, [9; 8]);
    assert_eq!(session.state().malformed_samples, 7);
    let lines = session.log.lock().unwrap().iter().filter(|(_, line)| line.contains("/chatter/")).count();
    assert_eq!(lines, 1, "one line for a peer");
    unsafe { (api().destroy_subscription)(subscription) };
    session.close();
    stranger.close().wait().unwrap();
}

#[test]
fn a_message_that_zenoh_cannot_transport_is_refused() {
    let limited = |overrides: &str| {
        let overrides = format!("{overrides};transport/link/rx/max_message_size=100000");
        Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap()
    };
    let port = free_port();
    let first = limited(&format!("connect/endpoints=[];listen/endpoints=[\"tcp/127.0.0.1:{port}\"]"));
    let second =
        limited(&format!("connect/endpoints=[\"tcp/127.0.0.1:{port}\"];listen/endpoints=[\"tcp/127.0.0.1:0\"]"));
    wait_until("the sessions meet", || second.state().peers > 0);
    let publisher = first.publisher(&entity(Kind::Publisher, 1, "/large", volatile()));
    let (subscription, samples) = second.subscription(&entity(Kind::Subscription, 1, "/large", volatile()));
    first_sample(publisher, &samples, &[0, 1, 0, 0]);
    let fault = sent(api().publish, publisher, &vec![0; 100_000], &info(2)).unwrap_err();
    assert!(fault.starts_with("it has 100000 bytes, and Zenoh transports at most 9"), "{fault}");
    assert!(fault.contains("transport/link/rx/max_message_size is 100000"), "{fault}");
    sent(api().publish, publisher, &vec![0; 95_000], &info(3)).unwrap();
    while next(&samples).bytes.len() != 95_000 {}
    let (client, _outcomes) = first.client(&entity(Kind::Client, 2, "/large", volatile()));
    assert!(sent(api().send_request, client, &vec![0; 100_000], &info(1)).unwrap_err().starts_with("it has 100000"));
    unsafe {
        (api().destroy_client)(client);
        (api().destroy_publisher)(publisher);
        (api().destroy_subscription)(subscription);
    }
    first.close();
    second.close();
}

#[test]
fn a_payload_is_released_once_if_publishing_fails() {
    let (session, _) = Session::listening();
    let publisher = session.publisher(&entity(Kind::Publisher, 1, "/chatter", volatile()));
    session.close();
    let fault = sent(api().publish, publisher, &[0, 1, 0, 0], &info(1)).unwrap_err();
    assert!(!fault.is_empty());
    unsafe { (api().destroy_publisher)(publisher) };
}

#[test]
fn invalid_entities_are_refused_with_a_reason() {
    let (session, _) = Session::listening();
    let refused = |entity: &rxros2_zenoh::abi::Entity| {
        created(|out, fault| unsafe { (api().create_publisher)(session.handle, entity, out, fault) }).unwrap_err()
    };
    let good = entity(Kind::Publisher, 1, "/chatter", volatile());
    let mut bad = good;
    bad.name = Text::of("/a*b");
    assert!(refused(&bad).contains("a*b"));
    let mut bad = good;
    bad.qos.durability = 7;
    assert!(refused(&bad).contains("durability"));
    let mut bad = good;
    let not_utf8 = b"/\xff";
    bad.name = Text { data: not_utf8.as_ptr().cast(), size: 2 };
    assert!(refused(&bad).contains("UTF-8"));
    let long = format!("/{}*", "\u{e4}".repeat(600));
    bad.name = Text::of(&long);
    assert!(refused(&bad).len() > 500, "a long reason is cut");
    session.close();
}

/// A callback that waits inside its first call.
struct Blocker {
    entered: Mutex<Sender<()>>,
    release: Mutex<Receiver<()>>,
    calls: AtomicUsize,
    is_destroyed: AtomicBool,
}

unsafe extern "C" fn block(context: *mut c_void, _: *const Sample) {
    let blocker = &*context.cast::<Blocker>();
    assert!(!blocker.is_destroyed.load(Ordering::SeqCst), "no call comes after the end");
    if blocker.calls.fetch_add(1, Ordering::SeqCst) == 0 {
        blocker.entered.lock().unwrap().send(()).unwrap();
        blocker.release.lock().unwrap().recv().unwrap();
    }
}

fn is_destroyed_after_its_callback(qos: Qos) {
    let (first, second) = Session::pair();
    let (entered, is_entered) = channel();
    let (release, is_released) = channel();
    let blocker = Arc::new(Blocker {
        entered: Mutex::new(entered),
        release: Mutex::new(is_released),
        calls: AtomicUsize::new(0),
        is_destroyed: AtomicBool::new(false),
    });
    let topic = entity(Kind::Subscription, 1, "/chatter", qos);
    let context = Arc::as_ptr(&blocker).cast_mut().cast();
    let subscription = first.subscription_with(&topic, block, context);
    let publisher = second.publisher(&topic);
    for number in 1.. {
        sent(api().publish, publisher, &[0, 1, 0, 0], &info(number)).unwrap();
        if is_entered.recv_timeout(std::time::Duration::from_millis(50)).is_ok() {
            break;
        }
        assert!(number < 1200, "a sample comes");
    }
    let pointer = subscription as usize;
    let destroyer = std::thread::spawn({
        let blocker = blocker.clone();
        move || {
            unsafe { (api().destroy_subscription)(pointer as *mut rxros2_zenoh::objects::Subscription) };
            blocker.is_destroyed.store(true, Ordering::SeqCst);
        }
    });
    for number in 0..20 {
        sent(api().publish, publisher, &[0, 1, 0, 0], &info(number)).unwrap();
    }
    assert!(!blocker.is_destroyed.load(Ordering::SeqCst));
    release.send(()).unwrap();
    destroyer.join().unwrap();
    for number in 0..20 {
        sent(api().publish, publisher, &[0, 1, 0, 0], &info(number)).unwrap();
    }
    unsafe { (api().destroy_publisher)(publisher) };
    first.close();
    second.close();
}

#[test]
fn a_subscription_is_destroyed_after_its_callback() {
    is_destroyed_after_its_callback(volatile());
}

#[test]
fn a_transient_local_subscription_is_destroyed_after_its_callback() {
    is_destroyed_after_its_callback(transient_local(5));
}

#[test]
fn a_session_closes_while_samples_come() {
    let (first, second) = Session::pair();
    let topic = entity(Kind::Subscription, 1, "/chatter", volatile());
    let (subscription, samples) = first.subscription(&topic);
    let publisher = second.publisher(&topic) as usize;
    let is_over = Arc::new(AtomicBool::new(false));
    let publishing = std::thread::spawn({
        let is_over = is_over.clone();
        move || {
            let publisher = publisher as *mut rxros2_zenoh::objects::Publisher;
            while !is_over.load(Ordering::SeqCst) {
                let _ = sent(api().publish, publisher, &[0; 2000], &info(1));
            }
            unsafe { (api().destroy_publisher)(publisher) };
        }
    });
    next(&samples);
    unsafe { (api().destroy_subscription)(subscription) };
    first.close();
    second.close();
    is_over.store(true, Ordering::SeqCst);
    publishing.join().unwrap();
}
