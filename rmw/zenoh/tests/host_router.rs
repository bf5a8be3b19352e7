// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! How sessions of a host find each other, and what a forked process gets.

mod peer;

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use peer::*;
use rxros2_zenoh::wire::{Kind, Qos};

/// Opens a session that becomes the router on a port if there is none.
fn serving(port: u16) -> Session {
    let overrides = format!("connect/endpoints=[\"tcp/localhost:{port}\"]");
    Session::open(RANGE_DEFAULT, "", &overrides, true).unwrap()
}

#[test]
fn the_first_session_is_the_router_and_the_next_one_takes_over() {
    let port = free_port();
    let first = serving(port);
    assert!(first.state().serves);
    wait_until("the first session meets its router", || first.state().routers == 1);
    let second = serving(port);
    assert!(!second.state().serves);
    wait_until("the second session meets the router", || second.state().routers == 1);
    wait_until("the sessions meet", || first.state().peers > 0 && second.state().peers > 0);

    let start = Instant::now();
    first.close();
    wait_until("the second session takes over", || second.state().serves);
    println!("took over after {:?}", start.elapsed());
    let third = serving(port);
    assert!(!third.state().serves);
    let changes = third.follow();
    let token = second.announce(&entity(Kind::Node, 3, "", Qos::default()));
    assert_eq!(next(&changes).0.session, second.id());
    println!("met again after {:?}", start.elapsed());
    let lines = second.log.lock().unwrap().clone();
    assert!(lines.iter().any(|(severity, line)| *severity == 10 && line.contains("router of this host")), "{lines:?}");
    unsafe { (api().withdraw)(token) };
    third.close();
    second.close();
}

#[test]
fn a_router_of_a_killed_process_is_replaced() {
    if let Some(port) = std::env::var_os("RXROS2_ZENOH_TEST_PORT") {
        let session = serving(port.to_str().unwrap().parse().unwrap());
        assert!(session.state().serves);
        std::thread::sleep(PATIENCE * 3); // until the test kills this process
        return;
    }
    let port = free_port();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_router_of_a_killed_process_is_replaced"])
        .env("RXROS2_ZENOH_TEST_PORT", port.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the other process serves", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    let session = serving(port);
    assert!(!session.state().serves);
    wait_until("the session meets the router", || session.state().routers == 1);
    child.kill().unwrap();
    let start = Instant::now();
    wait_until("the session takes over", || session.state().serves);
    println!("took over after {:?}", start.elapsed());
    child.wait().unwrap();
    wait_until("the session meets its router", || session.state().routers == 1);
    session.close();
}

#[test]
fn only_one_of_many_sessions_takes_over() {
    let port = free_port();
    let first = serving(port);
    let others: Vec<Session> = (0..4).map(|_| serving(port)).collect();
    wait_until("all meet the router", || others.iter().all(|session| session.state().routers == 1));
    first.close();
    wait_until("one takes over", || others.iter().filter(|session| session.state().serves).count() == 1);
    wait_until("all meet the router", || others.iter().all(|session| session.state().routers == 1));
    assert_eq!(others.iter().filter(|session| session.state().serves).count(), 1);
    let warnings: Vec<String> = others
        .iter()
        .flat_map(|session| session.log.lock().unwrap().clone())
        .filter(|(severity, _)| *severity > 20)
        .map(|(_, line)| line)
        .collect();
    assert!(warnings.is_empty(), "{warnings:?}");
    for session in others {
        session.close();
    }
}

fn warnings(session: &Session) -> Vec<String> {
    let lines = session.log.lock().unwrap();
    lines.iter().filter(|(severity, _)| *severity > 20).map(|(_, line)| line.clone()).collect()
}

#[test]
fn another_program_at_the_port_of_the_router_is_reported_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let count = connections.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            drop(stream);
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let session = serving(port);
    assert!(!session.state().serves);
    wait_until("the program is reported", || !warnings(&session).is_empty());
    let before = connections.load(Ordering::SeqCst);
    wait_until("it is checked again", || connections.load(Ordering::SeqCst) > before + 3);
    let lines = warnings(&session);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let expected = format!("at localhost:{port} listens another program, not a Zenoh router: it closes the connection");
    assert!(lines[0].contains(&expected), "{lines:?}");
    assert!(lines[0].contains("ZENOH_CONFIG_OVERRIDE='connect/endpoints=[\"tcp/localhost:"), "{lines:?}");
    session.close();
}

#[test]
fn a_session_ends_soon_although_a_program_at_the_port_of_the_router_says_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let session = serving(port);
    // Both Zenoh and the question what listens there wait for an answer.
    let connections: Vec<_> = listener.incoming().take(4).collect();
    let start = Instant::now();
    session.close();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    drop(connections);
}

#[test]
fn a_session_without_permission_does_not_serve() {
    let port = free_port();
    let overrides = format!("connect/endpoints=[\"tcp/localhost:{port}\"]");
    let session = Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap();
    assert!(!session.state().serves);
    session.close();
    let session = Session::open(RANGE_DEFAULT, "", "connect/endpoints=[\"tcp/192.0.2.1:1\"]", true).unwrap();
    assert!(!session.state().serves);
    session.close();
}

#[test]
fn sessions_with_range_localhost_meet_without_a_router() {
    let address = format!("scouting/multicast/address=\"224.0.0.224:{}\";connect/endpoints=[]", free_port());
    let first = Session::open(RANGE_LOCALHOST, "", &address, false).unwrap();
    let second = Session::open(RANGE_LOCALHOST, "", &address, false).unwrap();
    wait_until("the sessions meet", || first.state().peers == 1 && second.state().peers == 1);
    assert_eq!(first.state().routers, 0);
    first.close();
    second.close();
}

/// Runs a test again on a host that has no network but its loopback device. Returns false there, so that the test goes on;
/// here true, also if this system allows no such host.
fn runs_without_a_network(test: &str) -> bool {
    const VARIABLE: &str = "RXROS2_ZENOH_TEST_ALONE";
    let alone = ["--user", "--map-root-user", "--net"];
    if std::env::var_os(VARIABLE).is_some() {
        return false;
    }
    let trial = Command::new("unshare").args(alone).args(["ip", "link", "set", "lo", "up"]).output();
    if !trial.is_ok_and(|output| output.status.success()) {
        println!("skipped: this system allows no namespace of networks");
        return true;
    }
    let status = Command::new("unshare")
        .args(alone)
        .args(["sh", "-c", "ip link set lo up && exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(VARIABLE, "1")
        .status();
    assert!(status.unwrap().success());
    true
}

#[test]
fn sessions_with_range_subnet_meet_on_a_host_without_a_network() {
    if runs_without_a_network("sessions_with_range_subnet_meet_on_a_host_without_a_network") {
        return;
    }
    let first = Session::open(RANGE_SUBNET, "", "", true).unwrap();
    let second = Session::open(RANGE_SUBNET, "", "", true).unwrap();
    assert!(first.state().serves);
    wait_until("the sessions meet", || first.state().peers == 1 && second.state().peers == 1);
    first.close();
    second.close();
}

#[test]
fn sessions_with_range_default_do_not_meet_without_a_router() {
    let address = format!("scouting/multicast/address=\"224.0.0.224:{}\";connect/endpoints=[]", free_port());
    let first = Session::open(RANGE_DEFAULT, "", &address, false).unwrap();
    let second = Session::open(RANGE_LOCALHOST, "", &address, false).unwrap();
    let third = Session::open(RANGE_LOCALHOST, "", &address, false).unwrap();
    wait_until("the sessions that scout meet", || second.state().peers == 1 && third.state().peers == 1);
    assert_eq!(first.state().peers, 0);
    for session in [first, second, third] {
        session.close();
    }
}

#[test]
fn a_session_that_cannot_scout_is_opened_with_a_warning() {
    let occupied = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    let port = occupied.local_addr().unwrap().port();
    let overrides = format!("scouting/multicast/address=\"224.0.0.224:{port}\";connect/endpoints=[]");
    let session = Session::open(RANGE_LOCALHOST, "", &overrides, false).unwrap();
    let lines = session.log.lock().unwrap().clone();
    assert!(lines.iter().any(|(severity, line)| *severity == 30 && line.contains("multicast")), "{lines:?}");
    session.close();
}

#[test]
fn a_session_with_range_off_opens_and_meets_nobody() {
    let (first, port) = Session::listening();
    let session = Session::open(RANGE_OFF, &format!("tcp/127.0.0.1:{port}"), "", true).unwrap();
    let publisher = session.publisher(&entity(Kind::Publisher, 1, "/chatter", Qos::default()));
    sent(api().publish, publisher, &[0, 1, 0, 0], &info(1)).unwrap();
    let state = session.state();
    assert_eq!((state.peers, state.routers, state.serves), (0, 0, false));
    unsafe { (api().destroy_publisher)(publisher) };
    session.close();
    assert_eq!(first.state().peers, 0);
    first.close();
}

#[test]
fn a_router_connects_sessions() {
    let port = free_port();
    let listens = format!("listen/endpoints=[\"tcp/127.0.0.1:{port}\"]");
    let router = Session::open_router(&listens).unwrap();
    assert!(Session::open_router(&listens).is_err(), "only one router has a port");
    let overrides = format!("connect/endpoints=[\"tcp/localhost:{port}\"]");
    let first = Session::open(RANGE_DEFAULT, "", &overrides, true).unwrap();
    let second = Session::open(RANGE_DEFAULT, "", &overrides, false).unwrap();
    assert!(!first.state().serves);
    let changes = first.follow();
    let token = second.announce(&entity(Kind::Node, 3, "", Qos::default()));
    assert_eq!(next(&changes).0.session, second.id());
    unsafe { (api().withdraw)(token) };
    for session in [first, second, router] {
        session.close();
    }
}

#[test]
fn errors_do_not_name_files_of_the_machine_that_built_the_library() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let fault = Session::open_router(&format!("listen/endpoints=[\"tcp/{address}\"]")).err().unwrap();
    assert!(fault.contains(&address.to_string()), "{fault}");
    assert!(!fault.contains(".rs") && !fault.contains("zenoh-"), "{fault}");
}

#[test]
fn a_static_peer_is_reached() {
    let (first, port) = Session::listening();
    let peers = format!("tcp/127.0.0.1:{port}");
    let second = Session::open(RANGE_DEFAULT, &peers, "", false).unwrap();
    wait_until("the sessions meet", || first.state().peers > 0);
    second.close();
    first.close();
}

extern "C" {
    fn fork() -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn _exit(code: i32) -> !;
}

/// Returns 0 if a forked process is refused without hanging; runs in the child.
fn check_child(session: &Session, publisher: *mut rxros2_zenoh::objects::Publisher) -> i32 {
    let Err(fault) = sent(api().publish, publisher, &[0, 1, 0, 0], &info(1)) else { return 1 };
    if !fault.contains("forked") {
        return 2;
    }
    unsafe { (api().destroy_publisher)(publisher) };
    unsafe { (api().close)(session.handle) };
    0
}

#[test]
fn a_forked_process_is_refused_and_does_not_hang() {
    let (session, _) = Session::listening();
    let publisher = session.publisher(&entity(Kind::Publisher, 1, "/chatter", Qos::default()));
    let child = unsafe { fork() };
    if child == 0 {
        let code = check_child(&session, publisher);
        unsafe { _exit(code) };
    }
    let has_ended = std::cell::Cell::new(None);
    wait_until("the child ends", || {
        let mut status = -1;
        if unsafe { waitpid(child, &mut status, 1) } == child {
            has_ended.set(Some(status));
        }
        has_ended.get().is_some()
    });
    assert_eq!(has_ended.get(), Some(0));
    sent(api().publish, publisher, &[0, 1, 0, 0], &info(1)).unwrap();
    unsafe { (api().destroy_publisher)(publisher) };
    session.close();
}
