// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
//! Asks a TCP port what listens there: a router, another node of Zenoh, or a program that is none.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use zenoh::config::WhatAmI;

use crate::calls::lock;
use crate::faults::shown;

/// The time in which a program on this host must accept a connection.
const CONNECT_TIME: Duration = Duration::from_millis(500);

/// The messages that begin a connection, in the wire format of Zenoh 1: the kind is in the lower five bits.
const KIND: u8 = 0x1f;
const INIT: u8 = 0x01;
const ACK: u8 = 0x20;
const CLOSE: u8 = 0x03;
const VERSION: u8 = 9;
const AS_CLIENT: u8 = 2;
const ID_SIZE: usize = 16;
/// The beginning of what a program says that expects TLS: an alert, and the first byte of the version.
const TLS_ALERT: [u8; 2] = [0x15, 0x03];

/// What a port answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing listens.
    Nothing,
    /// A node of Zenoh; `None` if it does not say which kind.
    Zenoh(Option<WhatAmI>),
    /// A program that is not of Zenoh, with the reason of that conclusion.
    Other(String),
    /// A program that expects TLS.
    Tls,
    /// A program that says nothing: not of Zenoh, or very busy.
    Silence,
    /// A program that closes the connection: not of Zenoh, or it ends or is full.
    Closed,
}

/// Ends the questions of another thread.
#[derive(Default)]
pub struct Interrupt(Mutex<Asking>); // guards the two fields

#[derive(Default)]
struct Asking {
    is_ended: bool,
    stream: Option<TcpStream>,
}

impl Interrupt {
    /// Ends the question that waits for its answer, and all later ones at once.
    pub fn end(&self) {
        let mut asking = lock(&self.0);
        asking.is_ended = true;
        if let Some(stream) = asking.stream.take() {
            let _ = stream.shutdown(Shutdown::Both); // a connection that has ended already is no fault
        }
    }

    fn begin(&self, stream: &TcpStream) -> io::Result<()> {
        let mut asking = lock(&self.0);
        if asking.is_ended {
            return Err(ErrorKind::Interrupted.into());
        }
        asking.stream = Some(stream.try_clone()?);
        Ok(())
    }

    fn forget(&self) {
        lock(&self.0).stream = None;
    }
}

/// Asks an address, and waits at most `patience` for the answer.
pub fn ask(address: &SocketAddr, patience: Duration, interrupt: &Interrupt) -> Answer {
    let Ok(mut stream) = TcpStream::connect_timeout(address, CONNECT_TIME) else {
        return Answer::Nothing;
    };
    let (mut answer, mut size) = ([0; 5], 0);
    let read = interrupt
        .begin(&stream)
        .and_then(|()| stream.set_write_timeout(Some(patience)))
        .and_then(|()| stream.write_all(&greeting()))
        .and_then(|()| read_answer(&mut stream, Instant::now() + patience, &mut answer, &mut size));
    interrupt.forget();
    match read {
        Ok(()) => answer_of(&answer[..size]),
        Err(fault) if matches!(fault.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) && size == 0 => {
            Answer::Silence
        }
        Err(_) if size == 0 => Answer::Closed,
        Err(_) => answer_of(&answer[..size]),
    }
}

/// Returns the first message of a client of Zenoh.
fn greeting() -> Vec<u8> {
    let mut message = vec![INIT, VERSION, ((ID_SIZE as u8 - 1) << 4) | AS_CLIENT];
    for _ in 0..ID_SIZE / 8 {
        // An odd number is not zero, so that the id is valid.
        message.extend_from_slice(&(RandomState::new().build_hasher().finish() | 1).to_le_bytes());
    }
    let mut greeting = (message.len() as u16).to_le_bytes().to_vec();
    greeting.append(&mut message);
    greeting
}

/// Fills `answer` with the size of the message and its first three bytes, or less if the message is shorter.
fn read_answer(stream: &mut TcpStream, end: Instant, answer: &mut [u8; 5], size: &mut usize) -> io::Result<()> {
    while *size < answer.len() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let count = stream.read(&mut answer[*size..])?;
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        *size += count;
        if *size >= 2 && *size - 2 >= usize::from(u16::from_le_bytes([answer[0], answer[1]])) {
            return Ok(());
        }
    }
    Ok(())
}

fn answer_of(bytes: &[u8]) -> Answer {
    let size = bytes.get(..2).map_or(0, |size| u16::from_le_bytes([size[0], size[1]]));
    match bytes.get(2..).unwrap_or_default() {
        [header, _, role] if header & KIND == INIT && header & ACK != 0 && size > 3 => {
            Answer::Zenoh([WhatAmI::Router, WhatAmI::Peer, WhatAmI::Client].get(usize::from(role & 3)).copied())
        }
        [header, ..] if header & KIND == CLOSE && size <= 16 => Answer::Zenoh(None),
        _ if bytes.starts_with(&TLS_ALERT) => Answer::Tls,
        _ => Answer::Other(format!("it answers '{}'", shown(&String::from_utf8_lossy(bytes)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::thread;

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Returns the answer of a program that reacts to a connection by `react`.
    fn answer_by(react: impl FnOnce(TcpStream) + Send + 'static, patience: Duration) -> Answer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || react(listener.accept().unwrap().0));
        let answer = ask(&address, patience, &Interrupt::default());
        server.join().unwrap();
        answer
    }

    /// Returns the answer of a program that sends bytes.
    fn answer_with(bytes: &'static [u8]) -> Answer {
        answer_by(
            move |mut stream| {
                stream.read_exact(&mut [0; 21]).unwrap();
                stream.write_all(bytes).unwrap();
            },
            PATIENCE,
        )
    }

    #[test]
    fn a_port_without_a_program_has_no_answer() {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_eq!(ask(&address, PATIENCE, &Interrupt::default()), Answer::Nothing);
    }

    #[test]
    fn a_node_of_zenoh_is_known_by_its_answer() {
        assert_eq!(answer_with(b"\x40\x00\x21\x09\xf0"), Answer::Zenoh(Some(WhatAmI::Router)));
        assert_eq!(answer_with(b"\x40\x00\x21\x09\xf1"), Answer::Zenoh(Some(WhatAmI::Peer)));
        assert_eq!(answer_with(b"\x02\x00\x03\x05"), Answer::Zenoh(None));
    }

    #[test]
    fn other_programs_are_known_by_their_answer() {
        assert_eq!(answer_with(b"HTTP/1.1 400"), Answer::Other("it answers 'HTTP/'".into()));
        assert_eq!(answer_with(b"ok"), Answer::Other("it answers 'ok'".into()));
        assert_eq!(answer_with(b""), Answer::Closed);
        assert_eq!(answer_with(b"\x15\x03\x03\x00\x02\x02\x0a"), Answer::Tls);
        // Our own greeting, sent back.
        assert_eq!(
            answer_with(b"\x13\x00\x01\x09\xf2"),
            Answer::Other("it answers '\\u{13}\\u{0}\\u{1}\\t\\u{fffd}'".into())
        );
    }

    #[test]
    fn a_program_that_says_nothing_is_silent() {
        let (end, is_ended) = std::sync::mpsc::channel::<()>();
        let answer = answer_by(
            move |stream| {
                let _ = is_ended.recv_timeout(Duration::from_secs(2));
                drop(stream);
            },
            Duration::from_millis(50),
        );
        drop(end);
        assert_eq!(answer, Answer::Silence);
    }

    #[test]
    fn a_program_that_answers_slowly_is_not_waited_for() {
        let begin = Instant::now();
        answer_by(
            |mut stream| {
                while stream.write_all(b"\x40").is_ok() {
                    thread::sleep(Duration::from_millis(400));
                }
            },
            Duration::from_millis(500),
        );
        // Four pauses, each shorter than the patience, would last longer.
        assert!(begin.elapsed() < Duration::from_millis(1600), "{:?}", begin.elapsed());
    }

    #[test]
    fn a_question_is_interrupted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let interrupt = Arc::new(Interrupt::default());
        let asking = thread::spawn({
            let interrupt = interrupt.clone();
            move || ask(&address, PATIENCE * 10, &interrupt)
        });
        let mut stream = listener.accept().unwrap().0;
        stream.read_exact(&mut [0; 21]).unwrap();
        interrupt.end();
        assert_eq!(asking.join().unwrap(), Answer::Closed);
        assert_eq!(ask(&address, PATIENCE * 10, &interrupt), Answer::Closed);
    }
}
