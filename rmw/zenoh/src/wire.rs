// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! The texts and bytes that rmw_zenoh_cpp exchanges: keys, liveliness tokens, QoS, GIDs and attachments.

use xxhash_rust::xxh3::xxh3_128;

pub type Gid = [u8; 16];

/// The length of an attachment.
pub const ATTACHMENT_SIZE: usize = 33;
/// The longest key or token that is accepted from a peer.
pub const MAX_KEY_SIZE: usize = 4096;

const DEFAULT_DEPTH: u64 = 42;
const INFINITE: Duration = Duration { sec: 9_223_372_036, nsec: 854_775_807 };

/// A duration of a QoS profile.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration {
    pub sec: u64,
    pub nsec: u64,
}

/// A QoS profile with rmw's enumerators, without SYSTEM_DEFAULT and BEST_AVAILABLE.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Qos {
    pub reliability: u32,
    pub durability: u32,
    pub history: u32,
    pub liveliness: u32,
    pub depth: u64,
    pub deadline: Duration,
    pub lifespan: Duration,
    pub lease: Duration,
}

pub const RELIABLE: u32 = 1;
pub const BEST_EFFORT: u32 = 2;
pub const TRANSIENT_LOCAL: u32 = 1;
pub const VOLATILE: u32 = 2;
pub const KEEP_LAST: u32 = 1;
pub const KEEP_ALL: u32 = 2;
pub const AUTOMATIC: u32 = 1;
pub const MANUAL_BY_TOPIC: u32 = 3;

impl Default for Qos {
    fn default() -> Self {
        Qos {
            reliability: RELIABLE,
            durability: VOLATILE,
            history: KEEP_LAST,
            liveliness: AUTOMATIC,
            depth: DEFAULT_DEPTH,
            deadline: INFINITE,
            lifespan: INFINITE,
            lease: INFINITE,
        }
    }
}

impl Qos {
    /// Returns the profile with depth 0 and durations of 0 replaced by what they mean, or the policy that has no
    /// value of its own.
    pub fn resolved(mut self) -> Result<Self, String> {
        for (name, value, allowed) in [
            ("reliability", self.reliability, &[RELIABLE, BEST_EFFORT][..]),
            ("durability", self.durability, &[TRANSIENT_LOCAL, VOLATILE][..]),
            ("history", self.history, &[KEEP_LAST, KEEP_ALL][..]),
            ("liveliness", self.liveliness, &[AUTOMATIC, MANUAL_BY_TOPIC][..]),
        ] {
            if !allowed.contains(&value) {
                return Err(format!("the {name} of the QoS profile is {value}, which is no policy of Zenoh"));
            }
        }
        if self.depth == 0 {
            self.depth = DEFAULT_DEPTH;
        }
        for duration in [&mut self.deadline, &mut self.lifespan, &mut self.lease] {
            if (*duration == Duration { sec: 0, nsec: 0 }) || *duration > INFINITE {
                *duration = INFINITE;
            }
        }
        Ok(self)
    }

    /// Returns the text of a token; a value that is the default is left out.
    pub fn text(&self) -> String {
        fn unless<T: PartialEq + ToString>(value: T, default: T) -> String {
            if value == default {
                String::new()
            } else {
                value.to_string()
            }
        }
        fn duration(value: Duration) -> String {
            format!("{},{}", unless(value.sec, INFINITE.sec), unless(value.nsec, INFINITE.nsec))
        }
        let default = Qos::default();
        format!(
            "{}:{}:{},{}:{}:{}:{},{}",
            unless(self.reliability, default.reliability),
            unless(self.durability, default.durability),
            unless(self.history, default.history),
            unless(self.depth, default.depth),
            duration(self.deadline),
            duration(self.lifespan),
            unless(self.liveliness, default.liveliness),
            duration(self.lease),
        )
    }

    /// Parses the text of a token; `None` if it is malformed. rmw_zenoh_cpp announces BEST_AVAILABLE as it is, and then
    /// does what the lowest policy demands.
    pub fn parse(text: &str) -> Option<Qos> {
        fn number<T: std::str::FromStr>(text: &str, default: T) -> Option<T> {
            if text.is_empty() {
                Some(default)
            } else {
                decimal(text)
            }
        }
        fn policy(text: &str, default: u32, best_available: u32, lowest: u32) -> Option<u32> {
            number(text, default).map(|value| if value == best_available { lowest } else { value })
        }
        fn duration(sec: &str, nsec: &str) -> Option<Duration> {
            Some(Duration { sec: number(sec, INFINITE.sec)?, nsec: number(nsec, INFINITE.nsec)? })
        }
        let fields: Vec<&str> = text.split(':').collect();
        let &[reliability, durability, history, deadline, lifespan, liveliness] = fields.as_slice() else {
            return None;
        };
        let default = Qos::default();
        let (history, depth) = history.split_once(',')?;
        let (deadline_sec, deadline_nsec) = deadline.split_once(',')?;
        let (lifespan_sec, lifespan_nsec) = lifespan.split_once(',')?;
        let (liveliness, lease) = liveliness.split_once(',')?;
        let (lease_sec, lease_nsec) = lease.split_once(',')?;
        Qos {
            reliability: policy(reliability, default.reliability, 4, BEST_EFFORT)?,
            durability: policy(durability, default.durability, 4, VOLATILE)?,
            history: number(history, default.history)?,
            liveliness: policy(liveliness, default.liveliness, 5, AUTOMATIC)?,
            depth: number(depth, default.depth)?,
            deadline: duration(deadline_sec, deadline_nsec)?,
            lifespan: duration(lifespan_sec, lifespan_nsec)?,
            lease: duration(lease_sec, lease_nsec)?,
        }
        .resolved()
        .ok()
    }
}

impl PartialOrd for Duration {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (self.sec, self.nsec).partial_cmp(&(other.sec, other.nsec))
    }
}

/// The kind of entity that a token announces.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Node = 0,
    Publisher = 1,
    Subscription = 2,
    Service = 3,
    Client = 4,
}

impl Kind {
    pub fn of_number(number: u32) -> Option<Kind> {
        [Kind::Node, Kind::Publisher, Kind::Subscription, Kind::Service, Kind::Client].get(number as usize).copied()
    }

    fn text(self) -> &'static str {
        match self {
            Kind::Node => "NN",
            Kind::Publisher => "MP",
            Kind::Subscription => "MS",
            Kind::Service => "SS",
            Kind::Client => "SC",
        }
    }

    fn parse(text: &str) -> Option<Kind> {
        [Kind::Node, Kind::Publisher, Kind::Subscription, Kind::Service, Kind::Client]
            .into_iter()
            .find(|kind| kind.text() == text)
    }
}

/// A node or an endpoint as its token describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub domain: u32,
    pub session: String,
    pub node_id: u64,
    pub entity_id: u64,
    pub enclave: String,
    pub namespace: String,
    pub node: String,
    pub endpoint: Option<EndpointText>,
}

/// The part of a token that only endpoints have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointText {
    pub name: String,
    pub type_name: String,
    pub type_hash: String,
    pub qos: Qos,
}

/// Parses a number without a sign.
fn decimal<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

fn with_percent(text: &str) -> String {
    if text.is_empty() {
        "%".into()
    } else {
        text.replace('/', "%")
    }
}

fn with_slashes(text: &str) -> String {
    text.replace('%', "/")
}

fn is_chunk(text: &str) -> bool {
    !text.is_empty() && !text.contains(['/', '*', '$', '?', '#'])
}

impl Token {
    /// Returns the key of the token, or what is wrong with a part of it.
    pub fn text(&self) -> Result<String, String> {
        let mut chunks = vec![
            "@ros2_lv".to_string(),
            self.domain.to_string(),
            self.session.clone(),
            self.node_id.to_string(),
            self.entity_id.to_string(),
            self.kind.text().to_string(),
            with_percent(&self.enclave),
            with_percent(&self.namespace),
            self.node.clone(),
        ];
        if let Some(endpoint) = &self.endpoint {
            chunks.push(with_percent(&endpoint.name));
            chunks.push(endpoint.type_name.clone());
            chunks.push(endpoint.type_hash.clone());
            chunks.push(endpoint.qos.text());
        }
        match chunks.iter().find(|chunk| !is_chunk(chunk)) {
            Some(chunk) => Err(format!("'{chunk}' cannot be a part of a Zenoh key")),
            None => Ok(chunks.join("/")),
        }
    }

    /// Parses the key of a token; `None` if it is malformed. Further chunks at the end are ignored.
    pub fn parse(key: &str) -> Option<Token> {
        if key.len() > MAX_KEY_SIZE {
            return None;
        }
        let chunks: Vec<&str> = key.split('/').collect();
        if chunks.len() < 9 || chunks[0] != "@ros2_lv" || !chunks.iter().all(|chunk| is_chunk(chunk)) {
            return None;
        }
        let kind = Kind::parse(chunks[5])?;
        session_bytes(chunks[2])?;
        let endpoint = if kind == Kind::Node {
            None
        } else if chunks.len() < 13 {
            return None;
        } else {
            Some(EndpointText {
                name: with_slashes(chunks[9]),
                type_name: chunks[10].into(),
                type_hash: chunks[11].into(),
                qos: Qos::parse(chunks[12])?,
            })
        };
        Some(Token {
            kind,
            domain: decimal(chunks[1])?,
            session: chunks[2].into(),
            node_id: decimal(chunks[3])?,
            entity_id: decimal(chunks[4])?,
            enclave: with_slashes(chunks[6]),
            namespace: with_slashes(chunks[7]),
            node: chunks[8].into(),
            endpoint,
        })
    }
}

/// Returns the bytes of a session id, lowest first; `None` if the text is no such id.
pub fn session_bytes(text: &str) -> Option<Gid> {
    if text.is_empty() || text.len() > 32 || !text.bytes().all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase()) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().map(u128::to_le_bytes)
}

/// Returns the GID of the endpoint with this token.
pub fn gid_of(token: &str) -> Gid {
    xxh3_128(token.as_bytes()).to_le_bytes()
}

/// Stands for the hash of a type whose definition is not known, as in rmw_zenoh_cpp.
pub const UNKNOWN_HASH: &str = "TypeHashNotSupported";

/// Returns the key of a subscription. Without a hash it receives the messages of every definition of the type.
pub fn subscription_key(domain: u32, name: &str, type_name: &str, type_hash: &str) -> Result<String, String> {
    let key = topic_key(domain, name, type_name, type_hash)?;
    Ok(match key.strip_suffix(UNKNOWN_HASH) {
        Some(start) if type_hash == UNKNOWN_HASH => format!("{start}*"),
        _ => key,
    })
}

/// The key by which messages are received. Zenoh also delivers what was sent by a pattern that overlaps the key, although
/// rules of access that are about the key do not see it.
pub struct OwnKey {
    start: String,
    has_any_hash: bool,
}

impl OwnKey {
    pub fn new(key: &str) -> OwnKey {
        match key.strip_suffix("/*") {
            Some(start) => OwnKey { start: format!("{start}/"), has_any_hash: true },
            None => OwnKey { start: key.to_owned(), has_any_hash: false },
        }
    }

    /// Returns true if a message with this key is for the receiver and nobody else.
    pub fn admits(&self, key: &str) -> bool {
        match key.strip_prefix(self.start.as_str()) {
            Some(hash) if self.has_any_hash => is_chunk(hash),
            Some(rest) => rest.is_empty(),
            None => false,
        }
    }
}

/// Returns the key of a topic or service, or what is wrong with a part of it.
pub fn topic_key(domain: u32, name: &str, type_name: &str, type_hash: &str) -> Result<String, String> {
    let name = name.strip_prefix('/').unwrap_or(name);
    let name = name.strip_suffix('/').unwrap_or(name);
    match name.split('/').chain([type_name, type_hash]).find(|chunk| !is_chunk(chunk)) {
        Some(chunk) => Err(format!("'{chunk}' cannot be a part of a Zenoh key")),
        None => Ok(format!("{domain}/{name}/{type_name}/{type_hash}")),
    }
}

/// The metadata that come with each sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub sequence_number: i64,
    pub source_time: i64,
    pub gid: Gid,
}

impl Attachment {
    pub fn bytes(&self) -> [u8; ATTACHMENT_SIZE] {
        let mut out = [0; ATTACHMENT_SIZE];
        out[..8].copy_from_slice(&self.sequence_number.to_le_bytes());
        out[8..16].copy_from_slice(&self.source_time.to_le_bytes());
        out[16] = 16;
        out[17..].copy_from_slice(&self.gid);
        out
    }

    /// Parses an attachment; `None` if it is malformed.
    pub fn parse(bytes: &[u8]) -> Option<Attachment> {
        if bytes.len() != ATTACHMENT_SIZE || bytes[16] != 16 {
            return None;
        }
        Some(Attachment {
            sequence_number: i64::from_le_bytes(bytes[..8].try_into().ok()?),
            source_time: i64::from_le_bytes(bytes[8..16].try_into().ok()?),
            gid: bytes[17..].try_into().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chatter() -> Token {
        Token {
            kind: Kind::Publisher,
            domain: 7,
            session: "c0ffee".into(),
            node_id: 0,
            entity_id: 1,
            enclave: "/".into(),
            namespace: "/".into(),
            node: "talker".into(),
            endpoint: Some(EndpointText {
                name: "/robot1/chatter".into(),
                type_name: "std_msgs::msg::dds_::String_".into(),
                type_hash: "RIHS01_df66".into(),
                qos: Qos { depth: 10, ..Qos::default() },
            }),
        }
    }

    #[test]
    fn only_the_own_key_is_admitted() {
        let exact = OwnKey::new("7/a/T/H");
        assert!(exact.admits("7/a/T/H"));
        for key in ["7/*/T/H", "7/a/T/*", "7/a/T/H/b", "7/a/T", "7/b/T/H", "7/$*/T/H", "**", ""] {
            assert!(!exact.admits(key), "{key}");
        }
        let any = OwnKey::new("7/a/T/*");
        assert!(any.admits("7/a/T/H"));
        for key in ["7/*/T/H", "7/a/T/*", "7/a/T/H$*", "7/a/T/", "7/a/T", "7/a/T/H/b", "7/b/T/H", "**"] {
            assert!(!any.admits(key), "{key}");
        }
    }

    #[test]
    fn a_qos_text_names_what_is_not_the_default() {
        let sensor = Qos { reliability: BEST_EFFORT, depth: 5, ..Qos::default() };
        let latched = Qos { durability: TRANSIENT_LOCAL, depth: 1, ..Qos::default() };
        let log = Qos { depth: 1000, lifespan: Duration { sec: 10, nsec: 0 }, durability: 1, ..Qos::default() };
        for (qos, text) in [
            (Qos { depth: 10, ..Qos::default() }, "::,10:,:,:,,"),
            (sensor, "2::,5:,:,:,,"),
            (latched, ":1:,1:,:,:,,"),
            (log, ":1:,1000:,:10,0:,,"),
            (Qos { history: KEEP_ALL, depth: 0, ..Qos::default() }.resolved().unwrap(), "::2,:,:,:,,"),
        ] {
            assert_eq!(qos.text(), text);
            assert_eq!(Qos::parse(text), Some(qos));
        }
    }

    #[test]
    fn each_part_of_a_duration_is_left_out_by_itself() {
        let deadline = Duration { sec: INFINITE.sec, nsec: 7 };
        let lease = Duration { sec: 3, nsec: INFINITE.nsec };
        let qos = Qos { deadline, lease, ..Qos::default() };
        assert_eq!(qos.text(), "::,:,7:,:,3,");
        assert_eq!(Qos::parse(&qos.text()), Some(qos));
    }

    #[test]
    fn best_available_of_a_peer_is_the_lowest_policy() {
        let qos = Qos { reliability: BEST_EFFORT, durability: VOLATILE, depth: 10, ..Qos::default() };
        assert_eq!(Qos::parse("4:4:,10:,:,:5,,"), Some(qos));
    }

    #[test]
    fn a_malformed_qos_text_is_refused() {
        let faults = ["", "::", "5::,10:,:,:,,", "x::,10:,:,:,,", "::,-1:,:,:,,", "::,99999999999999999999:,:,:,,"];
        for text in faults.into_iter().chain(["::10:,:,:,,", "::,10:,:,:,,:"]) {
            assert_eq!(Qos::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_policy_without_a_value_is_refused() {
        assert!(Qos { durability: 0, ..Qos::default() }.resolved().unwrap_err().contains("durability"));
        assert!(Qos { liveliness: 5, ..Qos::default() }.resolved().unwrap_err().contains("liveliness"));
    }

    #[test]
    fn a_token_is_read_as_it_was_written() {
        let text = "@ros2_lv/7/c0ffee/0/1/MP/%/%/talker/%robot1%chatter/std_msgs::msg::dds_::String_/RIHS01_df66/\
                    ::,10:,:,:,,";
        assert_eq!(chatter().text().unwrap(), text);
        assert_eq!(Token::parse(text), Some(chatter()));
        assert_eq!(Token::parse(&format!("{text}/backends:cpu:")), Some(chatter()));
        let node = Token { kind: Kind::Node, entity_id: 0, endpoint: None, ..chatter() };
        assert_eq!(node.text().unwrap(), "@ros2_lv/7/c0ffee/0/0/NN/%/%/talker");
        assert_eq!(Token::parse("@ros2_lv/7/c0ffee/0/0/NN/%/%/talker"), Some(node));
    }

    #[test]
    fn a_malformed_token_is_refused() {
        let endpoint = "@ros2_lv/7/c0ffee/0/1/MP/%/%/talker/%chatter/T/H/::,10:,:,:,,";
        assert!(Token::parse(endpoint).is_some());
        for (from, to) in [
            ("@ros2_lv", "@ros2"),
            ("/7/", "/x/"),
            ("/7/", "/+7/"),
            ("c0ffee", "C0FFEE"),
            ("c0ffee", "c0ffeec0ffeec0ffeec0ffeec0ffeec0f"),
            ("/0/1/", "/-1/1/"),
            ("MP", "XX"),
            ("/talker", "/"),
            ("talker", "talk*r"),
            ("/::,10:,:,:,,", ""),
            ("::,10", "nonsense"),
        ] {
            let text = endpoint.replacen(from, to, 1);
            assert_eq!(Token::parse(&text), None, "{text}");
        }
        assert_eq!(Token::parse(&format!("{endpoint}/{}", "x".repeat(MAX_KEY_SIZE))), None);
    }

    #[test]
    fn a_key_without_valid_parts_is_refused() {
        assert_eq!(topic_key(0, "/robot1/chatter", "T_", "RIHS01_0").unwrap(), "0/robot1/chatter/T_/RIHS01_0");
        for name in ["", "/", "a//b", "a*", "a?b"] {
            assert!(topic_key(0, name, "T_", "H").is_err(), "{name}");
        }
        assert!(topic_key(0, "/chatter", "T_", "").is_err());
    }

    #[test]
    fn a_subscription_without_a_hash_receives_every_definition() {
        assert_eq!(subscription_key(0, "/chatter", "T_", "RIHS01_0").unwrap(), "0/chatter/T_/RIHS01_0");
        assert_eq!(subscription_key(0, "/chatter", "T_", UNKNOWN_HASH).unwrap(), "0/chatter/T_/*");
        assert!(subscription_key(0, "/chatter*", "T_", UNKNOWN_HASH).is_err());
    }

    #[test]
    fn an_attachment_has_33_bytes() {
        let attachment = Attachment { sequence_number: 0x0102, source_time: -2, gid: *b"0123456789abcdef" };
        let bytes = attachment.bytes();
        assert_eq!(bytes[..3], [2, 1, 0]);
        assert_eq!(bytes[8..18], [254, 255, 255, 255, 255, 255, 255, 255, 16, b'0']);
        assert_eq!(Attachment::parse(&bytes), Some(attachment));
        for size in 0..ATTACHMENT_SIZE {
            assert_eq!(Attachment::parse(&bytes[..size]), None);
        }
        let mut odd = bytes;
        odd[16] = 15;
        assert_eq!(Attachment::parse(&odd), None);
    }

    #[test]
    fn a_gid_is_the_hash_of_the_token_lowest_byte_first() {
        // XXH3-128 of no bytes, as the algorithm's authors publish it: 99aa06d3014798d86001c324468d497f.
        assert_eq!(u128::from_le_bytes(gid_of("")), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        let chatter = gid_of(&chatter().text().unwrap());
        assert_eq!(u128::from_be_bytes(chatter), 0x64eb_43a7_df33_48ee_7e30_94f5_00ba_f9d1);
    }
}
