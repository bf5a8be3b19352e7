// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! A peer of the Rust crate ros2-client. Understands the lines of peer.cpp that are about one node, and
//!
//!   matched TOPIC                      how many endpoints its publisher or subscription matches
//!   service NAME, client NAME          of example_interfaces/AddTwoInts, with Cyclone's mapping
//!   call NAME A B                      event: response
//!   set_parameter NODE NAME INTEGER, get_parameter NODE NAME, list_parameters NODE

use std::{
  collections::BTreeMap,
  io::BufRead,
  sync::{Arc, Mutex},
  thread,
  time::{Duration, Instant},
};

use futures::StreamExt;
use ros2_client::{
  parameters::raw,
  qos::{Durability, History, Liveliness, WhenFull},
  rcl_interfaces::*,
  service::{Client, Server},
  Context, ContextOptions, Message, MessageTypeName, Name, Node, NodeEvent, NodeName, NodeOptions,
  Publisher, QosProfile, ServiceMapping, ServiceTypeName, Subscription,
};
use serde::{de::DeserializeOwned, Deserialize, Serialize};

const POLL: Duration = Duration::from_millis(2);
const PATIENCE: Duration = Duration::from_secs(30);

type Anything<T> = Result<T, Box<dyn std::error::Error>>;

/// What messages of number n hold is written in peer_lines.hpp.
trait Numbered: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync + 'static {
  fn of(n: i32) -> Self;
  fn number(&self) -> i32;
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Default)]
struct Header {
  sec: i32,
  nanosec: u32,
  frame_id: String,
}

#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Text {
  data: String,
}

impl Numbered for Text {
  fn of(n: i32) -> Self {
    Text { data: n.to_string() }
  }
  fn number(&self) -> i32 {
    self.data.parse().unwrap_or(-1)
  }
}

#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Image {
  header: Header,
  height: u32,
  width: u32,
  encoding: String,
  is_bigendian: u8,
  step: u32,
  data: Vec<u8>,
}

impl Numbered for Image {
  fn of(n: i32) -> Self {
    Image {
      header: Header { sec: n, nanosec: 0, frame_id: format!("camera {n}") },
      height: 512,
      width: 1024,
      encoding: "mono16".to_string(),
      is_bigendian: 0,
      step: 2048,
      data: (0..1 << 20).map(|i: i32| (i * 31 + i / 4096 + n) as u8).collect(),
    }
  }
  fn number(&self) -> i32 {
    self.header.sec
  }
}

#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Point32 {
  x: f32,
  y: f32,
  z: f32,
}

#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Polygon {
  points: Vec<Point32>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct PolygonStamped {
  header: Header,
  polygon: Polygon,
}

impl Numbered for PolygonStamped {
  fn of(n: i32) -> Self {
    let points = (0..n % 7).map(|i| Point32 { x: 0.5 + i as f32, y: -0.5 - i as f32, z: n as f32 });
    PolygonStamped {
      header: Header { sec: n, nanosec: 5, frame_id: "map".to_string() },
      polygon: Polygon { points: points.collect() },
    }
  }
  fn number(&self) -> i32 {
    self.header.sec
  }
}

#[derive(Serialize, Deserialize, Clone)]
struct AddTwoIntsRequest {
  a: i64,
  b: i64,
}
impl Message for AddTwoIntsRequest {}

#[derive(Serialize, Deserialize, Clone)]
struct AddTwoIntsResponse {
  sum: i64,
}
impl Message for AddTwoIntsResponse {}

fn qos<'a>(words: impl Iterator<Item = &'a str>) -> Anything<QosProfile> {
  let mut out = QosProfile::publisher_default()
    .reliability_reliable(WhenFull::Block)
    .history(History::KeepLast { depth: 10 });
  for word in words {
    let (name, value) = word.split_once('=').ok_or("a policy without a value")?;
    let duration = || -> Anything<Option<Duration>> { Ok(Some(Duration::from_millis(value.parse()?))) };
    out = match (name, value) {
      ("reliability", "best_effort") => out.reliability_best_effort(),
      ("durability", "transient_local") => out.durability(Durability::TransientLocal),
      ("history", "keep_all") => out.history(History::KeepAll),
      ("depth", _) => out.history(History::KeepLast { depth: value.parse()? }),
      ("deadline", _) => out.deadline(duration()?),
      ("liveliness", "manual") => out.liveliness(Liveliness::ManualByTopic),
      ("lease", _) => out.liveliness_lease(duration()?),
      _ => return Err(format!("no such policy: {word}").into()),
    };
  }
  Ok(out)
}

/// A relative topic name of the root namespace.
fn name(text: &str) -> Anything<Name> {
  let (space, base) = text.rsplit_once('/').unwrap_or(("", text));
  Ok(Name::new(&format!("/{}", space.trim_start_matches('/')), base)?)
}

/// Asks a service once; waits for the server and for the response.
fn call<Req: Message + Clone + 'static, Resp: Message + 'static>(
  node: &mut Node,
  service: &str,
  kind: &str,
  request: Req,
) -> Anything<Resp> {
  let kind = ServiceTypeName::new("rcl_interfaces", kind);
  let client: Client<Req, Resp> =
    node.create_client(ServiceMapping::Cyclone, &name(service)?, &kind, qos([].into_iter())?, qos([].into_iter())?)?;
  let deadline = Instant::now() + PATIENCE;
  futures::executor::block_on(client.wait_for_service(node));
  client.send_request(request)?;
  while Instant::now() < deadline {
    if let Some((_, response)) = client.receive_response()? {
      return Ok(response);
    }
    thread::sleep(POLL);
  }
  Err("no response".into())
}

struct Peer {
  context: Context,
  node: Option<Node>,
  publishers: BTreeMap<String, Box<dyn Fn(i32) -> Anything<()>>>,
  matches: BTreeMap<String, Box<dyn Fn(&Node) -> usize>>,
  clients: BTreeMap<String, Arc<Client<AddTwoIntsRequest, AddTwoIntsResponse>>>,
  nodes: Arc<Mutex<BTreeMap<String, Vec<String>>>>, // by participant
}

impl Peer {
  fn node(&mut self) -> Anything<&mut Node> {
    self.node.as_mut().ok_or_else(|| "there is no node yet".into())
  }

  fn add_node(&mut self, name: &str) -> Anything<()> {
    let options = NodeOptions::new().enable_rosout(true).start_parameter_services(true);
    let mut node = self.context.new_node(NodeName::new("/", name)?, options)?;
    let spinner = node.spinner()?;
    let events = node.status_receiver().ok_or("no events")?;
    thread::spawn(|| futures::executor::block_on(spinner.spin()));
    let nodes = self.nodes.clone();
    thread::spawn(move || {
      futures::executor::block_on(events.for_each(|event| {
        if let NodeEvent::ParticipantEntities(info) = event {
          let names = info.nodes().iter().map(|n| n.fully_qualified_name()).collect();
          nodes.lock().unwrap().insert(format!("{:?}", info.gid()), names);
        }
        futures::future::ready(())
      }));
    });
    self.node = Some(node);
    Ok(())
  }

  fn add<T: Numbered>(&mut self, publish: bool, kind: MessageTypeName, topic: &str, qos: QosProfile) -> Anything<()> {
    let node = self.node()?;
    let dds_topic = node.create_topic(&name(topic)?, kind, &qos)?;
    if publish {
      let publisher: Arc<Publisher<T>> = Arc::new(node.create_publisher(&dds_topic, Some(qos))?);
      let counted = publisher.clone();
      self.matches.insert(topic.to_string(), Box::new(move |node| counted.get_subscription_count(node)));
      let send = move |n| publisher.publish(T::of(n)).map_err(|e| e.to_string().into());
      self.publishers.insert(topic.to_string(), Box::new(send));
    } else {
      let subscription: Arc<Subscription<T>> = Arc::new(node.create_subscription(&dds_topic, Some(qos))?);
      let counted = subscription.clone();
      self.matches.insert(topic.to_string(), Box::new(move |node| counted.get_publisher_count(node)));
      let topic = topic.to_string();
      thread::spawn(move || loop {
        match subscription.take() {
          Ok(Some((message, _))) => {
            let n = message.number();
            let event = if message == T::of(n) { "message" } else { "bad_message" };
            println!("{{\"event\": \"{event}\", \"topic\": \"{topic}\", \"n\": {n}}}");
          }
          Ok(None) => thread::sleep(POLL),
          Err(e) => println!("{{\"event\": \"undecodable\", \"topic\": \"{topic}\", \"why\": {:?}}}", format!("{e:?}")),
        }
      });
    }
    Ok(())
  }

  fn serve(&mut self, service: &str) -> Anything<()> {
    let kind = ServiceTypeName::new("example_interfaces", "AddTwoInts");
    let (ask, answer) = (qos([].into_iter())?, qos([].into_iter())?);
    let server: Server<AddTwoIntsRequest, AddTwoIntsResponse> =
      self.node()?.create_server(ServiceMapping::Cyclone, &name(service)?, &kind, ask, answer)?;
    let service = service.to_string();
    thread::spawn(move || loop {
      match server.receive_request() {
        Ok(Some((id, request))) => {
          println!("{{\"event\": \"request\", \"topic\": \"{service}\", \"a\": {}}}", request.a);
          let response = AddTwoIntsResponse { sum: request.a + request.b };
          if let Err(e) = server.send_response(id, response) {
            println!("cannot respond: {e:?}");
          }
        }
        Ok(None) => thread::sleep(POLL),
        Err(e) => println!("cannot read a request: {e:?}"),
      }
    });
    Ok(())
  }

  fn add_client(&mut self, service: &str) -> Anything<()> {
    let kind = ServiceTypeName::new("example_interfaces", "AddTwoInts");
    let (ask, answer) = (qos([].into_iter())?, qos([].into_iter())?);
    let client = self.node()?.create_client(ServiceMapping::Cyclone, &name(service)?, &kind, ask, answer)?;
    let client: Arc<Client<AddTwoIntsRequest, AddTwoIntsResponse>> = Arc::new(client);
    self.clients.insert(service.to_string(), client.clone());
    let service = service.to_string();
    thread::spawn(move || loop {
      match client.receive_response() {
        Ok(Some((_, response))) => {
          println!("{{\"event\": \"response\", \"topic\": \"{service}\", \"sum\": {}}}", response.sum);
        }
        Ok(None) => thread::sleep(POLL),
        Err(e) => println!("cannot read a response: {e:?}"),
      }
    });
    Ok(())
  }

  /// Rest of the answer's line.
  fn execute(&mut self, line: &str) -> Anything<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
      ["node", name] => self.add_node(name)?,
      [command @ ("pub" | "sub"), kind, topic, ..] => {
        let publish = command == "pub";
        let qos = qos(words[3..].iter().copied())?;
        let of = MessageTypeName::new;
        match kind {
          "string" => self.add::<Text>(publish, of("std_msgs", "String"), topic, qos)?,
          "image" => self.add::<Image>(publish, of("sensor_msgs", "Image"), topic, qos)?,
          "polygon" => self.add::<PolygonStamped>(publish, of("geometry_msgs", "PolygonStamped"), topic, qos)?,
          _ => return Err("no such type".into()),
        }
      }
      ["send", topic, first, last, ref period @ ..] => {
        let publish = self.publishers.get(topic).ok_or("no such publisher")?;
        for n in first.parse()?..=last.parse()? {
          publish(n)?;
          thread::sleep(Duration::from_millis(period.first().unwrap_or(&"0").parse()?));
        }
      }
      ["matched", topic] => {
        let count = self.matches.get(topic).ok_or("no such topic")?;
        return Ok(format!(", \"count\": {}", count(self.node.as_ref().ok_or("no node")?)));
      }
      ["graph"] => {
        let names: Vec<String> = self.nodes.lock().unwrap().values().flatten().map(|n| format!("{n:?}")).collect();
        return Ok(format!(", \"nodes\": [{}]", names.join(", ")));
      }
      ["count", topic] => {
        let node = self.node()?;
        let topic = format!("/{topic}");
        let (publishers, subscriptions) = (node.publisher_count(&topic), node.subscription_count(&topic));
        return Ok(format!(", \"publishers\": {publishers}, \"subscriptions\": {subscriptions}"));
      }
      ["service", service] => self.serve(service)?,
      ["client", service] => self.add_client(service)?,
      ["call", service, a, b] => {
        let client = self.clients.get(service).ok_or("no such client")?.clone();
        futures::executor::block_on(client.wait_for_service(self.node()?));
        client.send_request(AddTwoIntsRequest { a: a.parse()?, b: b.parse()? })?;
      }
      ["get_parameter", node, parameter] => {
        let request = GetParametersRequest { names: vec![parameter.to_string()] };
        let response: GetParametersResponse =
          call(self.node()?, &format!("{node}/get_parameters"), "GetParameters", request)?;
        let value = response.values.first().ok_or("no value")?;
        return Ok(format!(", \"type\": {}, \"value\": {}", value.ptype, value.int_value));
      }
      ["set_parameter", node, parameter, value] => {
        let mut new = raw::ParameterValue::from(ros2_client::ParameterValue::Integer(value.parse()?));
        new.ptype = raw::ParameterType::INTEGER;
        let request =
          SetParametersRequest { parameter: vec![raw::Parameter { name: parameter.to_string(), value: new }] };
        let response: SetParametersResponse =
          call(self.node()?, &format!("{node}/set_parameters"), "SetParameters", request)?;
        let result = response.results.first().ok_or("no result")?;
        return Ok(format!(", \"successful\": {}, \"reason\": {:?}", result.successful, result.reason));
      }
      ["list_parameters", node] => {
        let request = ListParametersRequest { prefixes: vec![], depth: 0 };
        let response: ListParametersResponse =
          call(self.node()?, &format!("{node}/list_parameters"), "ListParameters", request)?;
        return Ok(format!(", \"names\": {:?}", response.result.names));
      }
      _ => return Err("no such command".into()),
    }
    Ok(String::new())
  }
}

fn main() -> Anything<()> {
  let domain = std::env::var("ROS_DOMAIN_ID")?.parse()?;
  let mut peer = Peer {
    context: Context::with_options(ContextOptions::new().domain_id(domain))?,
    node: None,
    publishers: BTreeMap::new(),
    matches: BTreeMap::new(),
    clients: BTreeMap::new(),
    nodes: Arc::default(),
  };
  for line in std::io::stdin().lock().lines() {
    let line = line?;
    let command = line.split_whitespace().next().unwrap_or_default();
    let answer = peer.execute(&line).unwrap_or_else(|e| format!(", \"error\": {:?}", e.to_string()));
    println!("{{\"did\": \"{command}\"{answer}}}");
  }
  Ok(())
}
