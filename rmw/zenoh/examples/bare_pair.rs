// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! bare_pair: one-way latency of bytes from one process to another by the crate zenoh alone, with the quality of service of a
//! reliable publisher of rmw_zenoh_cpp. Sends and prints what benchmarks/two_processes.cpp does, which it is compared with.
//!
//! --channel 1: the subscriber reads from Zenoh's channel, in another thread than Zenoh's own.
//! --publish ENDPOINT: the program is the publisher. The subscriber starts it.

use std::error::Error;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use zenoh::qos::{CongestionControl, Reliability};
use zenoh::sample::Sample;
use zenoh::{Config, Session, Wait};

const KEY: &str = "bare_pair";
/// Messages that are not counted.
const WARM_UP: i64 = 20;
/// The number of the message that ends a run.
const LAST: i64 = i64::MAX;

const CLOCK_MONOTONIC: i32 = 1;
const CLOCK_PROCESS_CPUTIME_ID: i32 = 2;

#[repr(C)]
#[derive(Default)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// Returns the nanoseconds of a clock; all processes of a host share CLOCK_MONOTONIC, which `Instant` does not show.
fn nanoseconds_of(clock: i32) -> i64 {
    let mut time = Timespec::default();
    // SAFETY: on 64-bit Linux, Timespec has the layout of struct timespec.
    let failed = unsafe { clock_gettime(clock, &mut time) };
    assert_eq!(failed, 0);
    time.seconds * 1_000_000_000 + time.nanoseconds
}

struct Plan {
    bytes: usize,
    rate: f64,
    count: i64,
    channel: bool,
    publish: String,
}

impl Plan {
    fn of_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Plan, Box<dyn Error>> {
        let mut plan = Plan { bytes: 100, rate: 500.0, count: 2000, channel: false, publish: String::new() };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name}: expected a value"))?;
            match name.as_str() {
                "--bytes" => plan.bytes = value.parse()?,
                "--rate" => plan.rate = value.parse()?,
                "--count" => plan.count = value.parse()?,
                "--channel" => plan.channel = value != "0",
                "--publish" => plan.publish = value,
                _ => {
                    return Err(format!("unknown option {name}; expected --bytes, --rate, --count or --channel").into())
                }
            }
        }
        let is_valid = plan.rate.is_finite() && plan.rate > 0.0 && plan.count > 0 && plan.bytes <= 1 << 29;
        if is_valid {
            Ok(plan)
        } else {
            Err("expected a positive --rate and --count, and --bytes of at most 512 MiB".into())
        }
    }

    fn arguments(&self, endpoint: &str) -> [String; 8] {
        let (bytes, rate, count) = (self.bytes.to_string(), self.rate.to_string(), self.count.to_string());
        ["--bytes", &bytes, "--rate", &rate, "--count", &count, "--publish", endpoint].map(str::to_owned)
    }

    /// Returns the time after which a run counts as hung.
    fn longest(&self) -> Duration {
        Duration::from_secs_f64((self.count + WARM_UP) as f64 / self.rate * 3.0 + 30.0)
    }
}

fn open(listen: &str, connect: &str) -> zenoh::Result<Session> {
    let mut config = Config::default();
    let endpoints = |endpoint: &str| if endpoint.is_empty() { "[]".to_owned() } else { format!("[\"{endpoint}\"]") };
    for (key, value) in [
        ("mode", "\"peer\""),
        ("listen/endpoints", &endpoints(listen)),
        ("connect/endpoints", &endpoints(connect)),
        ("scouting/multicast/enabled", "false"),
        ("timestamping/enabled", "true"),
    ] {
        config.insert_json5(key, value)?;
    }
    zenoh::open(config).wait()
}

fn publish(plan: &Plan) -> zenoh::Result<()> {
    let session = open("", &plan.publish)?;
    let publisher = session
        .declare_publisher(KEY)
        .congestion_control(CongestionControl::Drop)
        .reliability(Reliability::Reliable)
        .wait()?;
    let deadline = Instant::now() + Duration::from_secs(20);
    while !publisher.matching_status().wait()?.matching() {
        if Instant::now() > deadline {
            return Err("no subscription within 20 s".into());
        }
        thread::sleep(Duration::from_millis(1));
    }
    let mut message = vec![0; plan.bytes.max(16)];
    let mut send = |number: i64| {
        message[8..16].copy_from_slice(&number.to_ne_bytes());
        message[..8].copy_from_slice(&nanoseconds_of(CLOCK_MONOTONIC).to_ne_bytes());
        publisher.put(&message[..]).wait() // copies the bytes, as a node does that encodes its message
    };
    let period = Duration::from_secs_f64(1.0 / plan.rate);
    let mut next = Instant::now();
    let mut cpu = 0;
    for number in -WARM_UP..plan.count {
        if number == 0 {
            cpu = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
        }
        send(number)?;
        next += period;
        thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    cpu = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    thread::sleep(Duration::from_millis(50)); // else it could find the queue full, and be dropped
    send(LAST)?;
    thread::sleep(Duration::from_millis(500)); // the session's end would discard what is queued
    println!("{cpu}");
    session.close().wait()
}

/// The measurements of the subscriber.
#[derive(Default)]
struct Figures {
    latencies: Vec<f64>,
    cpu_at_first: i64,
}

impl Figures {
    /// Returns false if the message is the last.
    fn add(&mut self, sample: &Sample) -> bool {
        let payload = sample.payload().to_bytes(); // in one piece, as a callback of rclcpp gets an array
        let now = nanoseconds_of(CLOCK_MONOTONIC);
        let number_at = |start: usize| i64::from_ne_bytes(payload[start..start + 8].try_into().unwrap_or_default());
        let (sent, number) = (number_at(0), number_at(8));
        if number >= 0 && number != LAST {
            if self.latencies.is_empty() {
                self.cpu_at_first = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
            }
            self.latencies.push((now - sent) as f64 / 1000.0);
        }
        number != LAST
    }
}

/// Returns what arrived until the last message.
fn receive(
    session: &Session,
    plan: &Plan,
    start_publisher: impl FnOnce() -> zenoh::Result<()>,
) -> zenoh::Result<Figures> {
    let mut figures = Figures::default();
    figures.latencies.reserve(plan.count as usize);
    if plan.channel {
        let subscriber = session.declare_subscriber(KEY).wait()?;
        start_publisher()?;
        while let Some(sample) = subscriber.recv_timeout(plan.longest())? {
            if !figures.add(&sample) {
                return Ok(figures);
            }
        }
        return Err("the publisher did not come to its end".into());
    }
    let (ended, end) = mpsc::channel();
    let figures = std::sync::Mutex::new(figures);
    let _subscriber = session
        .declare_subscriber(KEY)
        .callback(move |sample| {
            let Ok(mut all) = figures.lock() else { return };
            if !all.add(&sample) {
                let _ = ended.send(std::mem::take(&mut *all)); // the only receiver waits for it
            }
        })
        .wait()?;
    start_publisher()?;
    Ok(end.recv_timeout(plan.longest())?)
}

fn figure_of(name: &str, unit: &str, value: f64) -> String {
    format!("{{\"name\": \"{name}\", \"unit\": \"{unit}\", \"value\": {value}}}")
}

/// Returns the percentiles, by nearest rank.
fn distribution_of(name: &str, unit: &str, mut samples: Vec<f64>) -> String {
    samples.sort_by(f64::total_cmp);
    let count = samples.len();
    let mut text = format!("{{\"name\": \"{name}\", \"unit\": \"{unit}\", \"count\": {count}");
    if let (Some(least), Some(most)) = (samples.first(), samples.last()) {
        text += &format!(", \"mean\": {}, \"min\": {least}", samples.iter().sum::<f64>() / count as f64);
        for (label, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)] {
            let rank = ((share * count as f64).ceil() as usize).clamp(1, count);
            text += &format!(", \"{label}\": {}", samples[rank - 1]);
        }
        text += &format!(", \"max\": {most}");
    }
    text + "}"
}

/// The other process; it does not outlive this one.
struct Publisher(Option<Child>);

impl Drop for Publisher {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = (child.kill(), child.wait()); // it may have ended
        }
    }
}

fn subscribe(plan: &Plan) -> Result<(), Box<dyn Error>> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port(); // free again at the end of this line
    let endpoint = format!("tcp/127.0.0.1:{port}");
    let session = open(&endpoint, "").map_err(|fault| fault.to_string())?;
    let mut publisher = Publisher(None);
    let figures = receive(&session, plan, || {
        let program = std::env::current_exe()?;
        publisher.0 = Some(Command::new(program).args(plan.arguments(&endpoint)).stdout(Stdio::piped()).spawn()?);
        Ok(())
    })
    .map_err(|fault| fault.to_string())?;
    let cpu = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID) - figures.cpu_at_first;
    let output = publisher.0.take().ok_or("no publisher was started")?.wait_with_output()?;
    if !output.status.success() {
        return Err("the publisher did not come to its end".into());
    }
    let sender_cpu: i64 = String::from_utf8(output.stdout)?.trim().parse()?;
    let us_per_item = |nanoseconds: i64| nanoseconds as f64 / 1000.0 / plan.count as f64;
    let lost = plan.count as f64 - figures.latencies.len() as f64;
    println!(
        "{{\"format\": 1, \"program\": \"bare_pair\", \"settings\": {{\"bytes\": {}, \"rate_hz\": {}, \"count\": {}, \
         \"channel\": {}}}, \"figures\": [{}, {}, {}, {}]}}",
        plan.bytes,
        plan.rate,
        plan.count,
        i32::from(plan.channel),
        figure_of("lost", "messages", lost),
        figure_of("cpu_receiver", "us/item", us_per_item(cpu)),
        figure_of("cpu_sender", "us/item", us_per_item(sender_cpu)),
        distribution_of("one_way", "us", figures.latencies)
    );
    session.close().wait().map_err(|fault| fault.to_string().into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let plan = Plan::of_arguments(std::env::args().skip(1))?;
    if plan.publish.is_empty() {
        subscribe(&plan)
    } else {
        publish(&plan).map_err(|fault| fault.to_string().into())
    }
}
