// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The settings of a session: those of rmw_zenoh_cpp, changed by the range of discovery, static peers and overrides.

use std::path::Path;

use zenoh::Config;

use crate::addresses::{is_own_network_address, loopback_endpoint};
use crate::faults::{without_places, Faults, WARNING};
use crate::inspection::quoted;

/// The port of the router of a host.
const ROUTER_PORT: &str = "7447";

/// Where peers are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Off,
    Localhost,
    Subnet,
    Default,
}

impl Range {
    pub fn of_number(number: u32) -> Option<Range> {
        [Range::Off, Range::Localhost, Range::Subnet, Range::Default].get(number as usize).copied()
    }
}

/// What a session is opened with.
#[derive(Clone)]
pub struct Options {
    pub config_file: String,
    pub range: Range,
    pub peers: String,
    pub overrides: String,
    /// The folder of an enclave with which the session is secured; empty: it is not.
    pub enclave: String,
    pub is_router: bool,
    pub may_serve: bool,
}

impl Options {
    /// Returns the protocol of endpoints that do not name theirs.
    pub fn protocol(&self) -> &'static str {
        if self.enclave.is_empty() {
            "tcp"
        } else {
            "tls"
        }
    }
}

type Settings = &'static [(&'static str, &'static str)];

/// The settings that sessions and routers of rmw_zenoh_cpp share and that differ from Zenoh's own.
const COMMON: Settings = &[
    ("connect/timeout_ms", "{router: -1, peer: -1, client: 0}"),
    ("connect/exit_on_failure", "{router: false, peer: false, client: true}"),
    ("connect/retry", "{period_init_ms: 1000, period_max_ms: 4000, period_increase_factor: 2}"),
    ("open/return_conditions/connect_scouted", "true"),
    ("open/return_conditions/declares", "true"),
    ("scouting/multicast/enabled", "false"),
    ("scouting/gossip/enabled", "true"),
    ("scouting/gossip/multihop", "false"),
    ("scouting/gossip/target", "{router: [\"router\", \"peer\"], peer: [\"router\"]}"),
    ("scouting/gossip/autoconnect", "{router: [], peer: [\"router\", \"peer\"]}"),
    ("timestamping/enabled", "{router: true, peer: true, client: true}"),
    ("queries_default_timeout", "600000"),
    ("routing/interests/timeout", "10000"),
    ("transport/unicast/open_timeout", "60000"),
    ("transport/unicast/accept_timeout", "60000"),
    ("transport/unicast/accept_pending", "10000"),
    ("transport/unicast/max_sessions", "10000"),
    ("transport/link/tx/lease", "60000"),
    ("transport/link/tx/keep_alive", "2"),
    ("transport/link/rx/max_message_size", "1073741824"),
    ("adminspace/enabled", "true"),
    ("adminspace/permissions", "{read: true, write: false}"),
];

const PEER: Settings = &[
    ("mode", "\"peer\""),
    (
        "scouting/gossip/autoconnect_strategy",
        "{peer: {to_router: \"always\", to_peer: \"greater-zid\"}, router: {to_router: \"always\", to_peer: \"always\"}}",
    ),
    ("transport/link/tx/queue/congestion_control/block/wait_before_close", "60000000"),
];

const ROUTER: Settings =
    &[("mode", "\"router\""), ("transport/link/tx/queue/congestion_control/block/wait_before_close", "5000000")];

fn set(config: &mut Config, settings: &[(&str, &str)]) -> Result<(), String> {
    for (key, value) in settings {
        config
            .insert_json5(key, value)
            .map_err(|fault| without_places(&format!("cannot set {key} to {value}: {fault}")))?;
    }
    Ok(())
}

/// Returns the name of this host; empty: it is unknown.
fn host_name() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// Returns what a process tells others about itself, for `rxros2 doctor`.
fn metadata(program: &str) -> String {
    format!("{{program: {}, process: {}, host: {}}}", quoted(program), std::process::id(), quoted(&host_name()))
}

/// Returns the settings of a session or router.
pub fn configured(options: &Options, faults: &Faults) -> Result<Config, String> {
    let mut config = if options.config_file.is_empty() {
        let mut config = Config::default();
        set(&mut config, COMMON)?;
        set(&mut config, if options.is_router { ROUTER } else { PEER })?;
        let program = if options.is_router { "router of rxros2" } else { "node of rxros2" };
        set(&mut config, &[("metadata", &metadata(program))])?;
        set_endpoints(&mut config, options)?;
        apply_range(&mut config, options)?;
        config
    } else {
        let file = &options.config_file;
        Config::from_file(file)
            .map_err(|fault| without_places(&format!("cannot read the Zenoh configuration {file}: {fault}")))?
    };
    apply_overrides(&mut config, &options.overrides, faults);
    secure(&mut config, options)?;
    Ok(config)
}

/// Returns the size of the largest message that sessions with these settings receive.
pub fn largest_message(config: &Config) -> usize {
    let value = config.get_json("transport/link/rx/max_message_size");
    value.ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX)
}

/// Returns the settings of the router that a process becomes, which listens on `endpoint`.
pub fn configured_host_router(endpoint: &str, options: &Options) -> Result<Config, String> {
    let mut config = Config::default();
    set(&mut config, COMMON)?;
    set(&mut config, ROUTER)?;
    let listen = format!("[{}]", quoted(endpoint));
    // A router waits this long before it is open; it searches for nobody.
    set(&mut config, &[("scouting/delay", "1"), ("connect/endpoints", "[]"), ("listen/endpoints", &listen)])?;
    set(&mut config, &[("metadata", &metadata("node of rxros2 that serves as the router"))])?;
    secure(&mut config, options)?;
    Ok(config)
}

/// Sets the endpoints of rmw_zenoh_cpp.
fn set_endpoints(config: &mut Config, options: &Options) -> Result<(), String> {
    let protocol = options.protocol();
    let (connect, listen) = if options.is_router {
        ("[]".to_owned(), format!("[\"{protocol}/[::]:{ROUTER_PORT}\"]"))
    } else {
        (format!("[\"{protocol}/localhost:{ROUTER_PORT}\"]"), format!("[\"{protocol}/localhost:0\"]"))
    };
    set(config, &[("connect/endpoints", &connect), ("listen/endpoints", &listen)])
}

/// Lets only peers with a certificate of the same keystore connect, by TLS, and restricts them to the permissions of
/// their enclaves. No other setting weakens this.
fn secure(config: &mut Config, options: &Options) -> Result<(), String> {
    if options.enclave.is_empty() {
        return Ok(());
    }
    let folder = Path::new(&options.enclave);
    for key in ["connect/endpoints", "listen/endpoints"] {
        let endpoints = config.get_json(key).map_err(|fault| fault.to_string())?;
        let other = endpoints.split('"').find(|text| text.contains('/') && !text.starts_with("tls/"));
        if let Some(endpoint) = other {
            return Err(format!("{key} names '{endpoint}', but a secured session uses TLS only: write tls/… instead"));
        }
        // Settings of an endpoint, such as enable_mtls, have precedence over those of the session.
        if let Some(endpoint) = endpoints.split('"').find(|text| text.contains('#')) {
            return Err(format!(
                "{key} names '{endpoint}', but endpoints of a secured session have no settings of their own: \
                 remove '#' and what follows it"
            ));
        }
    }
    let path = |name: &str| quoted(&folder.join(name).to_string_lossy());
    let (certificate, key) = (path("cert.pem"), path("key.pem"));
    set(
        config,
        &[
            ("transport/link/protocols", "[\"tls\"]"),
            ("transport/link/tls/root_ca_certificate", &path("identity_ca.cert.pem")),
            ("transport/link/tls/enable_mtls", "true"),
            ("transport/link/tls/listen_certificate", &certificate),
            ("transport/link/tls/listen_private_key", &key),
            ("transport/link/tls/connect_certificate", &certificate),
            ("transport/link/tls/connect_private_key", &key),
            // A certificate names an enclave and not a host.
            ("transport/link/tls/verify_name_on_connect", "false"),
            ("transport/link/tls/close_link_on_expiration", "true"),
        ],
    )?;
    let file = folder.join(if options.is_router { "zenoh_router.json5" } else { "zenoh_session.json5" });
    let unreadable = |fault: String| format!("cannot read {}: {fault}", file.display());
    let generated = Config::from_file(&file).map_err(|fault| unreadable(fault.to_string()))?;
    let rules = generated.get_json("access_control").map_err(|fault| unreadable(fault.to_string()))?;
    if !rules.contains("\"enabled\":true") {
        return Err(format!(
            "{} does not enable access_control; 'rxros2 security generate_zenoh' writes it again",
            file.display()
        ));
    }
    set(config, &[("access_control", &rules)])
}

fn apply_range(config: &mut Config, options: &Options) -> Result<(), String> {
    if options.range == Range::Off {
        return set(
            config,
            &[("connect/endpoints", "[]"), ("listen/endpoints", "[]"), ("scouting/gossip/enabled", "false")],
        );
    }
    if options.range == Range::Localhost {
        set(config, &[("scouting/multicast/enabled", "true"), ("scouting/multicast/interface", "\"127.0.0.1\"")])?;
    } else if options.range == Range::Subnet {
        set(config, &[("scouting/multicast/enabled", "true")])?;
    }
    let protocol = options.protocol();
    let peers = static_peers(&options.peers, protocol);
    if !options.is_router && (options.range == Range::Subnet || !peers.is_empty()) {
        // Zenoh announces 0.0.0.0 as the addresses of the network alone: without a network nobody could connect.
        let endpoints = [loopback_endpoint(protocol), format!("{protocol}/0.0.0.0:0")];
        set(config, &[("listen/endpoints", &list(endpoints))])?;
    }
    if !peers.is_empty() {
        let router = if options.is_router { None } else { Some(format!("{protocol}/localhost:{ROUTER_PORT}")) };
        // The router of this host is connected by loopback only: an address of the network may go away.
        let peers = peers.into_iter().filter(|peer| options.is_router || !is_own_router(peer, protocol));
        set(config, &[("connect/endpoints", &list(router.into_iter().chain(peers)))])?;
    }
    Ok(())
}

/// Returns endpoints as a setting.
fn list(endpoints: impl IntoIterator<Item = String>) -> String {
    let endpoints: Vec<String> = endpoints.into_iter().map(|endpoint| quoted(&endpoint)).collect();
    format!("[{}]", endpoints.join(", "))
}

/// Returns true if an endpoint has an address of this host, other than loopback, and the port of its router. A name may be
/// that of another host as well: machines that are copies of each other have one name.
fn is_own_router(endpoint: &str, protocol: &str) -> bool {
    let address = endpoint.strip_prefix(protocol).and_then(|rest| rest.strip_prefix('/'));
    let has_its_port = |address: &str| address.rsplit_once(':').is_some_and(|(_, port)| port == ROUTER_PORT);
    address.is_some_and(|address| has_its_port(address) && is_own_network_address(address))
}

/// Returns the endpoints of hosts or endpoints that are separated by ';'.
fn static_peers(peers: &str, protocol: &str) -> Vec<String> {
    let peers = peers.split(';').map(str::trim).filter(|peer| !peer.is_empty());
    peers
        .map(|peer| match peer {
            endpoint if endpoint.contains('/') => endpoint.to_owned(),
            address if address.matches(':').count() > 1 && !address.starts_with('[') => {
                format!("{protocol}/[{address}]:{ROUTER_PORT}")
            }
            host if host.rsplit(']').next().is_some_and(|end| end.contains(':')) => format!("{protocol}/{host}"),
            host => format!("{protocol}/{host}:{ROUTER_PORT}"),
        })
        .collect()
}

/// Sets the pairs `key=value;key=value` of ZENOH_CONFIG_OVERRIDE; logs those that Zenoh refuses.
fn apply_overrides(config: &mut Config, overrides: &str, faults: &Faults) {
    for pair in overrides.split(';').map(str::trim).filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = pair.split_once('=').filter(|(_, value)| !value.is_empty()) else {
            faults.log(WARNING, &format!("'{pair}' in ZENOH_CONFIG_OVERRIDE is ignored: it is no pair key=value"));
            continue;
        };
        if let Err(fault) = config.insert_json5(key.trim(), value) {
            faults.log(WARNING, &without_places(&format!("'{pair}' in ZENOH_CONFIG_OVERRIDE is ignored: {fault}")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::lock;
    use std::sync::{Arc, Mutex};

    fn options() -> Options {
        Options {
            config_file: String::new(),
            range: Range::Default,
            peers: String::new(),
            overrides: String::new(),
            enclave: String::new(),
            is_router: false,
            may_serve: false,
        }
    }

    fn without_faults() -> Faults {
        Faults::new(Box::new(|_, text| panic!("{text}")))
    }

    fn value(options: &Options, key: &str) -> String {
        configured(options, &without_faults()).unwrap().get_json(key).unwrap()
    }

    #[test]
    fn all_settings_are_known_to_zenoh() {
        for range in [Range::Off, Range::Localhost, Range::Subnet, Range::Default] {
            for is_router in [false, true] {
                configured(&Options { range, is_router, ..options() }, &without_faults()).unwrap();
            }
        }
        configured_host_router("tcp/localhost:7447", &options()).unwrap();
        assert_eq!(value(&options(), "mode"), "\"peer\"");
        assert_eq!(value(&Options { is_router: true, ..options() }, "mode"), "\"router\"");
    }

    #[test]
    fn the_largest_message_is_that_of_the_settings() {
        let largest = |options: &Options| largest_message(&configured(options, &without_faults()).unwrap());
        assert_eq!(largest(&options()), 1 << 30);
        let overrides = "transport/link/rx/max_message_size=5000".into();
        assert_eq!(largest(&Options { overrides, ..options() }), 5000);
    }

    #[test]
    fn only_the_ranges_of_rxros2_scout() {
        let multicast = |range| value(&Options { range, ..options() }, "scouting/multicast/enabled");
        assert_eq!(multicast(Range::Default), "false");
        assert_eq!(multicast(Range::Off), "false");
        assert_eq!(multicast(Range::Localhost), "true");
        assert_eq!(multicast(Range::Subnet), "true");
        let localhost = Options { range: Range::Localhost, ..options() };
        assert_eq!(value(&localhost, "scouting/multicast/interface"), "\"127.0.0.1\"");
    }

    #[test]
    fn a_session_without_a_range_neither_connects_nor_listens() {
        let off = Options { range: Range::Off, peers: "a".into(), ..options() };
        assert_eq!(value(&off, "connect/endpoints"), "[]");
        assert_eq!(value(&off, "listen/endpoints"), "[]");
    }

    #[test]
    fn static_peers_are_connected_beside_the_router_of_the_host() {
        let options = Options { peers: "a; ::1;tcp/b:1;10.0.0.1:5;[::1]:7;[fe80::1]".into(), ..options() };
        assert_eq!(
            value(&options, "connect/endpoints"),
            "[\"tcp/localhost:7447\",\"tcp/a:7447\",\"tcp/[::1]:7447\",\"tcp/b:1\",\"tcp/10.0.0.1:5\",\"tcp/[::1]:7\",\
             \"tcp/[fe80::1]:7447\"]"
        );
        assert_listens_on_the_network(&options);
    }

    /// Fails unless a session listens on a loopback address and on all others.
    fn assert_listens_on_the_network(options: &Options) {
        let (endpoints, protocol) = (value(options, "listen/endpoints"), options.protocol());
        let is_right = endpoints.starts_with(&format!("[\"{protocol}/127."))
            && endpoints.ends_with(&format!("\"{protocol}/0.0.0.0:0\"]"));
        assert!(is_right && endpoints.matches('/').count() == 2, "{endpoints}");
    }

    #[test]
    fn the_router_of_the_own_host_is_no_static_peer() {
        let connect = |peers: &str| value(&Options { peers: peers.into(), ..options() }, "connect/endpoints");
        let own_addresses = zenoh_util::net::get_local_addresses(None).unwrap();
        for address in own_addresses.iter().filter(|address| address.is_ipv4() && !address.is_loopback()) {
            assert_eq!(connect(&address.to_string()), "[\"tcp/localhost:7447\"]");
            assert_eq!(connect(&format!("{address}:1")), format!("[\"tcp/localhost:7447\",\"tcp/{address}:1\"]"));
        }
        // Copies of a machine have its name.
        let name = host_name();
        assert_eq!(connect(&name), format!("[\"tcp/localhost:7447\",\"tcp/{name}:7447\"]"));
    }

    #[test]
    fn overrides_replace_settings_and_report_their_faults() {
        let logged = Arc::new(Mutex::new(Vec::new()));
        let log = logged.clone();
        let faults = Faults::new(Box::new(move |_, text| lock(&log).push(text.to_owned())));
        let overrides = "mode=\"client\"; nonsense ;no/such/key=1;connect/endpoints=[\"tcp/a=b:1\"];mode=";
        let config = configured(&Options { overrides: overrides.into(), ..options() }, &faults).unwrap();
        assert_eq!(config.get_json("mode").unwrap(), "\"client\"");
        let texts = lock(&logged);
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(texts[0].contains("'nonsense'") && texts[1].contains("no/such/key") && texts[2].contains("'mode='"));
    }

    /// Writes the settings of an enclave with some access control into a new folder, and returns it.
    fn enclave(name: &str, access_control: &str) -> String {
        let folder = std::env::temp_dir().join(format!("rxros2_{}_{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("zenoh_session.json5"), format!("{{access_control: {access_control}}}")).unwrap();
        folder.to_str().unwrap().to_owned()
    }

    const RULES: &str = "{enabled: true, default_permission: \"deny\", rules: [], subjects: [], policies: []}";

    #[test]
    fn a_secured_session_uses_tls_and_the_rules_of_its_enclave() {
        let enclave = enclave("secured", RULES);
        let options = Options { range: Range::Subnet, peers: "a".into(), enclave: enclave.clone(), ..options() };
        assert_eq!(value(&options, "connect/endpoints"), "[\"tls/localhost:7447\",\"tls/a:7447\"]");
        assert_listens_on_the_network(&options);
        assert_eq!(value(&options, "transport/link/protocols"), "[\"tls\"]");
        assert_eq!(value(&options, "transport/link/tls/listen_private_key"), format!("\"{enclave}/key.pem\""));
        assert_eq!(value(&options, "access_control/enabled"), "true");
        let router = configured_host_router("tls/localhost:7447", &options).unwrap();
        assert_eq!(router.get_json("access_control/default_permission").unwrap(), "\"deny\"");
    }

    #[test]
    fn names_may_have_any_character() {
        let enclave = enclave("e\u{301}\u{1F600}\"\\", RULES);
        let options = Options { range: Range::Subnet, peers: "e\u{301}".into(), enclave: enclave.clone(), ..options() };
        let key: String = value(&options, "transport/link/tls/listen_private_key");
        assert_eq!(key, quoted(&format!("{enclave}/key.pem")));
        assert_eq!(value(&options, "connect/endpoints"), "[\"tls/localhost:7447\",\"tls/e\u{301}:7447\"]");
    }

    #[test]
    fn overrides_do_not_weaken_a_secured_session() {
        let overrides = "access_control/enabled=false;transport/link/tls/enable_mtls=false;transport/link/protocols=[]";
        let options = Options { enclave: enclave("overridden", RULES), overrides: overrides.into(), ..options() };
        assert_eq!(value(&options, "access_control/enabled"), "true");
        assert_eq!(value(&options, "transport/link/tls/enable_mtls"), "true");
        assert_eq!(value(&options, "transport/link/protocols"), "[\"tls\"]");
    }

    #[test]
    fn a_secured_session_refuses_what_is_not_secure() {
        let fault = |options: Options| configured(&options, &without_faults()).unwrap_err();
        let secured = || Options { enclave: enclave("refused", RULES), ..options() };
        let peer = fault(Options { peers: "tcp/a:1".into(), ..secured() });
        assert!(peer.contains("'tcp/a:1'") && peer.contains("tls/"), "{peer}");
        let listen = fault(Options { overrides: "listen/endpoints=[\"udp/a:1\"]".into(), ..secured() });
        assert!(listen.contains("listen/endpoints names 'udp/a:1'"), "{listen}");
        let open = fault(Options { enclave: enclave("open", "{enabled: false}"), ..options() });
        assert!(open.contains("does not enable access_control"), "{open}");
        let missing = fault(Options { enclave: "/nowhere".into(), ..options() });
        assert!(missing.contains("/nowhere/zenoh_session.json5"), "{missing}");
        let router = fault(Options { is_router: true, ..secured() });
        assert!(router.contains("zenoh_router.json5"), "{router}");
    }

    #[test]
    fn endpoints_of_a_secured_session_have_no_settings() {
        let secured = || Options { enclave: enclave("endpoints", RULES), ..options() };
        let refused = |options: Options| {
            let fault = configured(&options, &without_faults()).unwrap_err();
            assert!(fault.contains("no settings of their own"), "{fault}");
        };
        for endpoint in ["tls/a:1#enable_mtls=false", "tls/a:1?rel=1#root_ca_certificate_base64=eA=="] {
            refused(Options { peers: endpoint.into(), ..secured() });
            for key in ["connect", "listen"] {
                for list in [format!("[\"{endpoint}\"]"), format!("{{peer: [\"{endpoint}\"]}}")] {
                    refused(Options { overrides: format!("{key}/endpoints={list}"), ..secured() });
                }
            }
        }
        // Whether messages may be lost is no matter of security.
        assert_eq!(
            value(&Options { peers: "tls/a:1?rel=1".into(), ..secured() }, "connect/endpoints"),
            "[\"tls/localhost:7447\",\"tls/a:1?rel=1\"]"
        );
    }

    #[test]
    fn a_file_that_does_not_exist_is_named() {
        let options = Options { config_file: "/nowhere/zenoh.json5".into(), ..options() };
        let fault = configured(&options, &without_faults()).unwrap_err();
        assert!(fault.contains("/nowhere/zenoh.json5"), "{fault}");
    }
}
