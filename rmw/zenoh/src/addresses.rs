// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The addresses at which a session listens, in the order in which others try them.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use zenoh::internal::runtime::{Runtime, RuntimeBuilder};
use zenoh::internal::ResolveFuture;
use zenoh::{Config, Wait};
use zenoh_util::net::get_local_addresses;

/// The keys of the settings that open() changes.
const CONNECT: &str = "connect/endpoints";
const LISTEN: &str = "listen/endpoints";
pub const MULTICAST: &str = "scouting/multicast/enabled";

/// The most attempts to get an order. With two addresses each succeeds with a probability of one half.
const MOST_ATTEMPTS: u32 = 40;

/// Returns an endpoint at which processes of this host connect to a session. Zenoh announces it to other hosts too, and
/// they try it on themselves. The address is drawn at random, so that there they do not meet programs of their own that
/// listen at 127.0.0.1.
pub fn loopback_endpoint(protocol: &str) -> String {
    let random = RandomState::new().hash_one(()).to_le_bytes();
    let drawn = Ipv4Addr::new(127, 1 + random[0] % 254, random[1], 1 + random[2] % 254);
    let address = if TcpListener::bind((drawn, 0)).is_ok() { drawn } else { Ipv4Addr::LOCALHOST };
    format!("{protocol}/{address}:0")
}

/// Returns true if an address and port, such as "10.0.0.1:7447", are of this host and not of loopback.
pub fn is_own_network_address(address: &str) -> bool {
    let Ok(ip) = address.parse().map(|address: SocketAddr| address.ip()) else {
        return false;
    };
    !ip.is_loopback() && get_local_addresses(None).is_ok_and(|all| all.contains(&ip))
}

/// A session, and its runtime unless Zenoh ends that with the session.
pub struct Opened {
    pub session: zenoh::Session,
    pub runtime: Option<Runtime>,
}

impl Opened {
    /// Closes the session and its runtime.
    pub fn close(self) -> zenoh::Result<()> {
        let result = self.session.close().wait();
        self.runtime.map_or(Ok(()), |runtime| runtime.close().wait()).and(result)
    }
}

/// Opens a session. If it listens on loopback and elsewhere, it announces loopback first.
///
/// Another session takes the first announced address that works. An address of the network works inside a host too, but
/// falls silent when the host loses it. Zenoh's order is random, but constant as soon as a session listens. So a session
/// first only listens, again and again until the order is right, and then connects.
pub fn open(config: Config) -> zenoh::Result<Opened> {
    if !may_mix_addresses(&config) {
        return zenoh::open(config).wait().map(|session| Opened { session, runtime: None });
    }
    ResolveFuture::new(async move {
        let mut runtime = listening(&config).await?;
        let session = zenoh::session::init(runtime.clone().into())
            .aggregated_subscribers(config.aggregation().subscribers().clone())
            .aggregated_publishers(config.aggregation().publishers().clone())
            .await?;
        if let Err(fault) = connect(&mut runtime, &config).await {
            let _ = (session.close().await, runtime.close().await); // the first fault counts
            return Err(fault);
        }
        Ok(Opened { session, runtime: Some(runtime) })
    })
    .wait()
}

/// Returns true for the settings of a peer that listens at several addresses, on ports that may be others each time.
fn may_mix_addresses(config: &Config) -> bool {
    let value = |key| config.get_json(key).unwrap_or_default();
    let listen = value(LISTEN);
    let endpoints: Vec<&str> = listen.split('"').filter(|text| text.contains('/')).collect();
    value("mode") == "\"peer\"" && endpoints.len() > 1 && endpoints.iter().all(|endpoint| endpoint.ends_with(":0"))
}

/// Starts a runtime that listens and announces loopback first, but connects with nobody yet.
async fn listening(config: &Config) -> zenoh::Result<Runtime> {
    let mut quiet = config.clone();
    quiet.insert_json5(CONNECT, "[]")?;
    quiet.insert_json5(MULTICAST, "false")?;
    let mut attempts = 0;
    loop {
        let mut runtime = RuntimeBuilder::new(quiet.clone()).build().await?;
        let result = runtime.start().await;
        attempts += 1;
        let is_loopback = runtime.get_locators_noloopback().into_iter().map(|locator| {
            locator.address().as_str().parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback())
        });
        if result.is_ok() && (is_in_order(is_loopback) || attempts == MOST_ATTEMPTS) {
            return Ok(runtime);
        }
        let closed = runtime.close().await;
        result.and(closed)?; // the first fault counts
    }
}

/// Lets a runtime that listens connect with others.
async fn connect(runtime: &mut Runtime, config: &Config) -> zenoh::Result<()> {
    let (connect, multicast) = (config.get_json(CONNECT)?, config.get_json(MULTICAST)?);
    for (key, value) in [(LISTEN, "[]"), (CONNECT, &connect), (MULTICAST, &multicast)] {
        // Zenoh reads these settings when a runtime starts, and only then.
        runtime.config().lock().insert_json5(key, value).map_err(|fault| format!("cannot set {key}: {fault}"))?;
    }
    runtime.start().await?;
    runtime.config().lock().insert_json5(LISTEN, &config.get_json(LISTEN)?).map_err(|fault| fault.to_string())?;
    Ok(())
}

/// Returns true if the loopback addresses come first, or if there are none.
fn is_in_order(is_loopback: impl Iterator<Item = bool>) -> bool {
    let mut of_network = is_loopback.skip_while(|is_loopback| *is_loopback);
    !of_network.any(|is_loopback| is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_session_has_a_loopback_address_of_its_own() {
        let address = || {
            let endpoint = loopback_endpoint("tcp");
            endpoint.strip_prefix("tcp/").unwrap().parse::<SocketAddr>().unwrap().ip()
        };
        let (first, second) = (address(), address());
        assert!(first.is_loopback() && second.is_loopback(), "{first} {second}");
        assert_ne!(first, second);
        assert_ne!(first, Ipv4Addr::LOCALHOST);
    }

    #[test]
    fn addresses_of_loopback_and_of_others_are_not_of_this_network() {
        for address in ["127.0.0.1:7447", "[::1]:7447", "192.0.2.1:7447", "host:7447", ""] {
            assert!(!is_own_network_address(address), "{address}");
        }
    }

    #[test]
    fn loopback_is_to_come_first() {
        for right in [&[] as &[bool], &[true], &[false], &[true, false, false], &[true, true, false]] {
            assert!(is_in_order(right.iter().copied()), "{right:?}");
        }
        for wrong in [&[false, true] as &[bool], &[true, false, true]] {
            assert!(!is_in_order(wrong.iter().copied()), "{wrong:?}");
        }
    }

    #[test]
    fn only_peers_that_listen_at_several_addresses_may_mix_them() {
        let may = |mode: &str, listen: &str| {
            let mut config = Config::default();
            config.insert_json5("mode", mode).unwrap();
            config.insert_json5(LISTEN, listen).unwrap();
            may_mix_addresses(&config)
        };
        let both = "[\"tcp/0.0.0.0:0\", \"tcp/127.0.0.1:0\"]";
        assert!(may("\"peer\"", both));
        assert!(!may("\"client\"", both));
        assert!(!may("\"router\"", both));
        assert!(!may("\"peer\"", "[\"tcp/127.0.0.1:0\"]"));
        assert!(!may("\"peer\"", "[\"tcp/0.0.0.0:1\", \"tcp/127.0.0.1:0\"]"));
        assert!(!may("\"peer\"", "[]"));
    }

    #[test]
    fn a_session_announces_loopback_first() {
        let mut config = Config::default();
        let settings =
            [("mode", "\"peer\""), (LISTEN, "[\"tcp/0.0.0.0:0\", \"tcp/127.0.0.1:0\"]"), (MULTICAST, "false")];
        for (key, value) in settings {
            config.insert_json5(key, value).unwrap();
        }
        // Half of all sessions would announce it first anyway.
        for _ in 0..8 {
            let opened = open(config.clone()).unwrap();
            let locators = opened.session.info().locators().wait();
            assert!(locators[0].to_string().starts_with("tcp/127.0.0.1:"), "{locators:?}");
            opened.close().unwrap();
        }
    }
}
