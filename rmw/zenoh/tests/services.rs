// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Clients and services through the C interface.

mod peer;

use std::sync::mpsc::Receiver;
use std::time::Duration;

use peer::*;
use rxros2_zenoh::abi::Entity;
use rxros2_zenoh::objects::Client;
use rxros2_zenoh::wire::{Kind, Qos};
use zenoh::Wait;

const REQUEST: &[u8] = &[0, 1, 0, 0, 1, 2];

fn client_of(name: &'static str) -> Entity {
    entity(Kind::Client, 1, name, Qos::default())
}

fn service_of(name: &'static str) -> Entity {
    entity(Kind::Service, 2, name, Qos::default())
}

/// Sends requests until a service receives one, because a first one may come before the service is known.
fn first_request(client: *mut Client, requests: &Receiver<(Message, Request)>) -> (Message, Request) {
    for number in 1..600 {
        sent(api().send_request, client, REQUEST, &info(number)).unwrap();
        if let Ok(request) = requests.recv_timeout(Duration::from_millis(100)) {
            return request;
        }
    }
    panic!("a request comes");
}

/// Returns the next outcome that is no request from before the service was known.
fn next_response(outcomes: &Receiver<Outcome>) -> Message {
    loop {
        if let Outcome::Response(message) = next(outcomes) {
            return message;
        }
    }
}

#[test]
fn each_of_two_services_answers_a_request() {
    let (first, second) = Session::pair();
    let changes = first.follow();
    let (client, outcomes) = first.client(&client_of("/add"));
    let (one, one_requests) = second.service(&service_of("/add"));
    let (other, other_requests) = second.service(&service_of("/add"));
    let token = second.announce_to(&changes, &service_of("/add"));

    let number = 1000;
    sent(api().send_request, client, REQUEST, &info(number)).unwrap();
    for (requests, answer) in [(&one_requests, 7u8), (&other_requests, 8)] {
        let (message, request) = next(requests);
        assert_eq!(message, Message { bytes: REQUEST.to_vec(), info: info(number) });
        request.respond(&[0, 1, 0, 0, answer], &info(number)).unwrap();
    }
    let mut answers: Vec<u8> = (0..2)
        .map(|_| {
            let message = next_response(&outcomes);
            assert_eq!(message.info, info(number));
            message.bytes[4]
        })
        .collect();
    answers.sort();
    assert_eq!(answers, [7, 8]);
    unsafe { (api().withdraw)(token) };
    unsafe { (api().destroy_client)(client) };
    unsafe { (api().destroy_service)(one) };
    unsafe { (api().destroy_service)(other) };
    first.close();
    second.close();
}

#[test]
fn a_request_without_a_service_fails() {
    let (first, second) = Session::pair();
    let (client, outcomes) = first.client(&client_of("/nowhere"));
    sent(api().send_request, client, REQUEST, &info(5)).unwrap();
    assert_eq!(next(&outcomes), Outcome::Failure(5, "no service answered".into()));
    unsafe { (api().destroy_client)(client) };
    first.close();
    second.close();
}

#[test]
fn a_request_that_is_released_without_an_answer_fails() {
    let (first, second) = Session::pair();
    let (client, outcomes) = first.client(&client_of("/add"));
    let (service, requests) = second.service(&service_of("/add"));
    let (message, request) = first_request(client, &requests);
    let number = message.info.sequence_number;
    drop(request);
    loop {
        if next(&outcomes) == Outcome::Failure(number, "no service answered".into()) {
            break;
        }
    }
    unsafe { (api().destroy_client)(client) };
    unsafe { (api().destroy_service)(service) };
    first.close();
    second.close();
}

#[test]
fn a_request_is_answered_after_its_service_was_destroyed_and_several_times() {
    let (first, second) = Session::pair();
    let (client, outcomes) = first.client(&client_of("/add"));
    let (service, requests) = second.service(&service_of("/add"));
    let (message, request) = first_request(client, &requests);
    unsafe { (api().destroy_service)(service) };
    let answers = [vec![0, 1, 0, 0, 1], vec![3; 2_000_000]];
    for answer in &answers {
        request.respond(answer, &message.info).unwrap();
    }
    for answer in answers {
        let response = next_response(&outcomes);
        assert!(response.bytes == answer);
        assert_eq!(response.info, message.info);
    }
    drop(request);
    unsafe { (api().destroy_client)(client) };
    first.close();
    second.close();
}

#[test]
fn a_session_does_not_answer_its_own_requests() {
    let (first, second) = Session::pair();
    let (client, outcomes) = first.client(&client_of("/add"));
    let (service, requests) = first.service(&service_of("/add"));
    sent(api().send_request, client, REQUEST, &info(5)).unwrap();
    assert_eq!(next(&outcomes), Outcome::Failure(5, "no service answered".into()));
    assert_eq!(requests.try_iter().count(), 0);
    unsafe { (api().destroy_client)(client) };
    unsafe { (api().destroy_service)(service) };
    first.close();
    second.close();
}

#[test]
fn a_request_times_out_as_the_settings_say_but_not_that_of_a_result() {
    let (first, port) = Session::listening();
    let overrides = format!(
        "connect/endpoints=[\"tcp/127.0.0.1:{port}\"];listen/endpoints=[\"tcp/127.0.0.1:0\"];queries_default_timeout=300"
    );
    let second = Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap();
    let (service, requests) = first.service(&service_of("/add"));
    let (results, result_requests) = first.service(&service_of("/fibonacci/_action/get_result"));
    let (client, outcomes) = second.client(&client_of("/add"));
    let (result_client, result_outcomes) = second.client(&client_of("/fibonacci/_action/get_result"));
    let (message, result_request) = first_request(result_client, &result_requests);
    while result_outcomes.try_recv().is_ok() {}
    let (_, request) = first_request(client, &requests);
    let reason = loop {
        match next(&outcomes) {
            Outcome::Failure(_, reason) if reason != "no service answered" => break reason,
            _ => (),
        }
    };
    assert_eq!(reason, "Timeout");
    drop(request);
    assert!(result_outcomes.try_recv().is_err());
    result_request.respond(&[0, 1, 0, 0], &message.info).unwrap();
    assert_eq!(next_response(&result_outcomes).info, message.info);
    unsafe { (api().destroy_client)(client) };
    unsafe { (api().destroy_client)(result_client) };
    unsafe { (api().destroy_service)(service) };
    unsafe { (api().destroy_service)(results) };
    drop(result_request);
    second.close();
    first.close();
}

#[test]
fn a_client_that_is_destroyed_forgets_its_requests() {
    let (first, second) = Session::pair();
    let (client, outcomes) = first.client(&client_of("/fibonacci/_action/get_result"));
    let (service, requests) = second.service(&service_of("/fibonacci/_action/get_result"));
    let (message, request) = first_request(client, &requests);
    while outcomes.try_recv().is_ok() {}
    unsafe { (api().destroy_client)(client) };
    request.respond(&[0, 1, 0, 0], &message.info).unwrap();
    drop(request);
    unsafe { (api().destroy_service)(service) };
    first.close();
    second.close();
    assert!(outcomes.try_recv().is_err());
}

#[test]
fn malformed_requests_and_responses_are_dropped_and_counted() {
    let (session, port) = Session::listening();
    let mut config = zenoh::Config::default();
    config.insert_json5("scouting/multicast/enabled", "false").unwrap();
    config.insert_json5("connect/endpoints", &format!("[\"tcp/127.0.0.1:{port}\"]")).unwrap();
    config.insert_json5("listen/endpoints", "[]").unwrap();
    let stranger = zenoh::open(config).wait().unwrap();
    let key = |name: &str| format!("{DOMAIN}/{name}/{TYPE}/RIHS01_df66");

    let (service, requests) = session.service(&service_of("/add"));
    let querier = stranger.declare_querier(key("add")).wait().unwrap();
    wait_until("the service is known", || querier.matching_status().wait().unwrap().matching());
    let replies = querier.get().payload(vec![0u8; 8]).attachment(vec![0u8; 12]).wait().unwrap();
    assert!(replies.recv().is_err(), "the query ends");
    assert!(querier.get().wait().unwrap().recv().is_err());
    assert_eq!(session.state().malformed_samples, 2);
    // Rules of access see the pattern, not the services that it overlaps.
    let mut attachment = vec![0u8; 33];
    attachment[16] = 16;
    let query = stranger.get(key("*")).payload(vec![0u8; 8]).attachment(attachment.clone());
    assert!(query.wait().unwrap().recv().is_err(), "the query ends");
    assert_eq!(session.state().malformed_samples, 3);
    assert_eq!(requests.try_iter().count(), 0);

    let queryable = stranger
        .declare_queryable(key("sub"))
        .complete(true)
        .callback(move |query| {
            query.reply(query.key_expr(), vec![0u8; 8]).attachment(vec![0u8; 12]).wait().unwrap();
            query.reply(format!("{DOMAIN}/*/{TYPE}/RIHS01_df66"), vec![0u8; 8]).attachment(&attachment).wait().unwrap();
            query.reply_err("no way\n").wait().unwrap();
        })
        .wait()
        .unwrap();
    let (client, outcomes) = session.client(&client_of("/sub"));
    let mut number = 0;
    while session.state().malformed_samples == 3 {
        number += 1;
        assert!(number < 600);
        sent(api().send_request, client, REQUEST, &info(number)).unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    loop {
        match next(&outcomes) {
            Outcome::Failure(_, reason) if reason == "no service answered" => (),
            outcome => {
                assert!(matches!(&outcome, Outcome::Failure(_, reason) if reason == "no way\\n"), "{outcome:?}");
                break;
            }
        }
    }
    drop(queryable);
    unsafe { (api().destroy_client)(client) };
    unsafe { (api().destroy_service)(service) };
    session.close();
    stranger.close().wait().unwrap();
}

#[test]
fn a_payload_is_released_once_if_a_request_cannot_be_sent() {
    let (session, _) = Session::listening();
    let (client, _) = session.client(&client_of("/add"));
    session.close();
    assert!(sent(api().send_request, client, REQUEST, &info(1)).is_err());
    unsafe { (api().destroy_client)(client) };
}
