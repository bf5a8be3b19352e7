// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! What a session reports about the network.

mod peer;

use std::net::TcpListener;

use peer::*;
use rxros2_zenoh::abi::Entity;
use rxros2_zenoh::wire::{Kind, Qos};

#[test]
fn the_router_and_the_nodes_of_all_domains_are_reported() {
    let address = format!("tcp/127.0.0.1:{}", free_port());
    let router = Session::open_router(&format!("listen/endpoints=[\"{address}\"]")).unwrap();
    let overrides = format!("connect/endpoints=[\"{address}\"];listen/endpoints=[\"tcp/127.0.0.1:0\"]");
    let session = Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap();
    wait_until("the session meets the router", || session.state().routers == 1);
    let node = entity(Kind::Node, 1, "", Qos::default());
    session.announce(&node);
    session.announce(&Entity { domain: DOMAIN + 1, entity_id: 2, node_id: 2, ..node });
    let report = inspect(RANGE_DEFAULT, &overrides).unwrap();
    for part in [
        &format!("\"port\":{{\"endpoint\":\"{}\",\"is_open\":true,\"fault\":\"\"", &address[4..]),
        "\"mode\":\"peer\"",
        "\"kind\":\"router\"",
        &format!("{{\"domain\":{DOMAIN},\"session\":\"{}\"", id_text(&session)),
        &format!("{{\"domain\":{},\"session\":\"{}\"", DOMAIN + 1, id_text(&session)),
        "\\\"program\\\":\\\"router of rxros2\\\"",
        "\\\"program\\\":\\\"node of rxros2\\\"",
        &format!("\\\"process\\\":{}", std::process::id()),
    ] {
        assert!(report.contains(part), "{part} is not in {report}");
    }
    session.close();
    router.close();
}

/// Returns the id of a session as in tokens.
fn id_text(session: &Session) -> String {
    let digits: String = session.id().iter().rev().map(|byte| format!("{byte:02x}")).collect();
    digits.trim_start_matches('0').to_owned()
}

#[test]
fn a_port_without_a_router_and_one_of_another_program_are_reported() {
    let closed = inspect(RANGE_DEFAULT, &format!("connect/endpoints=[\"tcp/127.0.0.1:{}\"]", free_port())).unwrap();
    assert!(closed.contains("\"is_open\":false,\"fault\":\"\""), "{closed}");
    assert!(closed.contains("\"nodes\":[]"), "{closed}");

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("connect/endpoints=[\"tcp/{}\"]", listener.local_addr().unwrap());
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let other = inspect(RANGE_DEFAULT, &endpoint).unwrap();
    assert!(other.contains("\"is_open\":true,\"fault\":\"another program, not a Zenoh router"), "{other}");
    assert!(other.contains("\"cure\":\"end that program"), "{other}");

    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("connect/endpoints=[\"tcp/{}\"]", silent.local_addr().unwrap());
    let report = inspect(RANGE_DEFAULT, &endpoint).unwrap();
    assert!(report.contains("it accepts connections and says nothing"), "{report}");

    let off = inspect(RANGE_OFF, "").unwrap();
    assert!(off.contains("\"port\":null"), "{off}");
}
