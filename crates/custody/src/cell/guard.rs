//! The guard: outside of the cell, it feeds, counts and kills.

use super::{Ended, Order, Refusal};

/// Runs what is ordered, and nothing where a wall cannot be had.
///
/// # Errors
/// The wall, with what can be done about it.
#[cfg(target_os = "linux")]
pub fn run(order: &Order) -> Result<Ended, Refusal> {
    linux::run(order)
}

/// Refuses: only Linux has the walls.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn run(_order: &Order) -> Result<Ended, Refusal> {
    Err(Refusal::new(
        "walls",
        "only Linux has them",
        "run the experiment on Linux, in a virtual machine for example",
    ))
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::cell::gate::NO_NAMESPACES;
    use crate::cell::warden::{FILES_BYTES_MAX, Sent};
    use crate::cell::{End, Ended, GATE, INMATE, Order, Refusal, Word, memory};
    use crate::process;
    use std::io::{self, Read, Write as _};
    use std::process::{Child, ChildStdin, Stdio};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
    use std::thread;
    use std::time::{Duration, Instant};

    /// How often time and memory are looked at.
    const BEAT: Duration = Duration::from_millis(100);
    /// How long the walls may take to stand: mounts wait for a busy disk.
    const WALLS_WALL: Duration = Duration::from_secs(20);
    /// How long the kernel may take to end what is in a cell once its warden is gone.
    const GONE_WALL: Duration = Duration::from_secs(5);
    /// Bytes taken at once.
    const CHUNK_BYTES: usize = 64 << 10;
    /// Chunks that wait.
    const CHUNKS_WAITING: usize = 16;
    /// Most bytes of the standard error that are kept.
    const COMPLAINT_BYTES_MAX: usize = 64 << 10;
    /// The user of this machine that a program in a cell is where the auditor is started by the administrator: one that
    /// owns nothing.
    const NOBODY: u32 = 65_533;

    enum Chunk {
        Output(Vec<u8>),
        Complaint(Vec<u8>),
    }

    /// Whatever happens to the guard, the gate dies, and all behind it.
    struct Gate(Child);

    impl Drop for Gate {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    pub(super) fn run(order: &Order) -> Result<Ended, Refusal> {
        let failed = |error: io::Error| Refusal::new("starting the cell", error, "");
        let mut command = process::this_program(GATE).map_err(failed)?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut gate = Gate(command.spawn().map_err(failed)?);
        let (sender, chunks) = sync_channel(CHUNKS_WAITING);
        read(gate.0.stdout.take(), Chunk::Output, sender.clone());
        read(gate.0.stderr.take(), Chunk::Complaint, sender);
        let mut stream = Stream::new(chunks);
        match stream.word(WALLS_WALL) {
            Some(Word::Apart) => {}
            other => return Err(unexpected(other, &stream)),
        }
        let is_inmate_apart = admit(gate.0.id())
            .map_err(|error| Refusal::new("naming the users of the cell", error, NO_NAMESPACES))?;
        let stdin = gate
            .0
            .stdin
            .take()
            .ok_or_else(|| failed(io::ErrorKind::BrokenPipe.into()))?;
        let sending = send(stdin, order, is_inmate_apart).map_err(failed)?;
        let walls = match stream.word(WALLS_WALL) {
            Some(Word::Walls(walls)) => walls,
            other => return Err(unexpected(other, &stream)),
        };
        let begun = Instant::now();
        let end = stream.watch(&mut gate.0, order, begun);
        drop(gate);
        stream.drain();
        // It ends with the pipe.
        let _ = sending.join();
        Ok(Ended {
            end,
            walls,
            output: stream.output,
            complaint: stream.complaint,
            took: begun.elapsed(),
        })
    }

    fn unexpected(word: Option<Word>, stream: &Stream) -> Refusal {
        match word {
            Some(Word::Refused(refusal)) => refusal,
            _ => {
                let said = String::from_utf8_lossy(&stream.complaint);
                Refusal::new("walls", format!("the cell was not finished: {}", said.trim()), "")
            }
        }
    }

    /// Says who is who in the cell; whether the program is another user than its warden.
    fn admit(gate: u32) -> io::Result<bool> {
        let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
        let write = |file: &str, text: String| std::fs::write(format!("/proc/{gate}/{file}"), text);
        if user.is_root() {
            write("uid_map", format!("0 0 1\n{INMATE} {NOBODY} 1\n"))?;
            write("gid_map", format!("0 0 1\n{INMATE} {NOBODY} 1\n"))?;
            return Ok(true);
        }
        write("setgroups", "deny".to_owned())?;
        write("uid_map", format!("0 {} 1\n", user.as_raw()))?;
        write("gid_map", format!("0 {} 1\n", group.as_raw()))?;
        Ok(false)
    }

    /// One byte for the gate, the order and its files for the warden.
    fn send(
        mut stdin: ChildStdin,
        order: &Order,
        is_inmate_apart: bool,
    ) -> io::Result<thread::JoinHandle<()>> {
        let total: u64 = order.files.iter().map(|file| file.bytes.len() as u64).sum();
        if total > FILES_BYTES_MAX {
            return Err(io::Error::other("the subject has more bytes than a cell takes"));
        }
        let files = order.files.iter();
        let listed = files.map(|file| (file.path.clone(), file.bytes.len() as u64, file.is_program));
        let sent = Sent {
            order: Order {
                files: Vec::new(),
                ..order.clone()
            },
            files: listed.collect(),
            is_inmate_apart,
        };
        let text = serde_json::to_vec(&sent)?;
        let mut bytes = vec![0];
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text);
        let files: Vec<Vec<u8>> = order.files.iter().map(|file| file.bytes.clone()).collect();
        thread::Builder::new().spawn(move || {
            let all = std::iter::once(&bytes).chain(&files);
            // A warden that refuses leaves the rest unread.
            let _unread = all.map(|bytes| stdin.write_all(bytes)).find(Result::is_err);
        })
    }

    fn read<R: Read + Send + 'static>(stream: Option<R>, of: fn(Vec<u8>) -> Chunk, to: SyncSender<Chunk>) {
        let Some(mut stream) = stream else { return };
        let reading = move || {
            let mut chunk = vec![0; CHUNK_BYTES];
            while let Ok(count @ 1..) = stream.read(&mut chunk) {
                if to.send(of(chunk[..count].to_vec())).is_err() {
                    return;
                }
            }
        };
        // Without a thread nothing arrives, and the walls are not waited for longer than they may take.
        let _ = thread::Builder::new().spawn(reading);
    }

    /// What comes out of the cell.
    struct Stream {
        chunks: Receiver<Chunk>,
        output: Vec<u8>,
        complaint: Vec<u8>,
    }

    impl Stream {
        fn new(chunks: Receiver<Chunk>) -> Self {
            Self {
                chunks,
                output: Vec::new(),
                complaint: Vec::new(),
            }
        }

        fn take(&mut self, chunk: Chunk) {
            match chunk {
                Chunk::Output(bytes) => self.output.extend(bytes),
                Chunk::Complaint(bytes) => {
                    let room = COMPLAINT_BYTES_MAX.saturating_sub(self.complaint.len());
                    self.complaint.extend(bytes.into_iter().take(room));
                }
            }
        }

        /// The next line, which is ours: nothing of a stranger is started yet.
        fn word(&mut self, wall: Duration) -> Option<Word> {
            let until = Instant::now() + wall;
            loop {
                if let Some(end) = self.output.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = self.output.drain(..=end).collect();
                    return serde_json::from_slice(&line).ok();
                }
                let left = until.checked_duration_since(Instant::now())?;
                let chunk = self.chunks.recv_timeout(left).ok()?;
                self.take(chunk);
            }
        }

        /// Until the program ends or is to be ended.
        fn watch(&mut self, gate: &mut Child, order: &Order, begun: Instant) -> End {
            let limits = &order.limits;
            let mut looked = Instant::now();
            loop {
                match self.chunks.recv_timeout(BEAT) {
                    Ok(chunk) => self.take(chunk),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return ended(gate, begun, limits.wall),
                }
                if self.output.len() as u64 > limits.output {
                    return End::Output;
                }
                if begun.elapsed() > limits.wall {
                    return End::TimeOver;
                }
                if looked.elapsed() >= BEAT {
                    looked = Instant::now();
                    if memory::held_below(gate.id()) > limits.memory {
                        return End::Memory;
                    }
                }
                if let Ok(Some(status)) = gate.try_wait() {
                    return code(status);
                }
            }
        }

        /// Takes what was still on its way, until the last process of the cell has closed its end.
        fn drain(&mut self) {
            let until = Instant::now() + GONE_WALL;
            while let Some(left) = until.checked_duration_since(Instant::now()) {
                match self.chunks.recv_timeout(left) {
                    Ok(chunk) => self.take(chunk),
                    Err(_) => return,
                }
            }
        }
    }

    /// Both streams are closed: the end is near, or the program has closed them and goes on.
    fn ended(gate: &mut Child, begun: Instant, wall: Duration) -> End {
        while begun.elapsed() <= wall {
            if let Ok(Some(status)) = gate.try_wait() {
                return code(status);
            }
            thread::sleep(BEAT);
        }
        End::TimeOver
    }

    fn code(status: std::process::ExitStatus) -> End {
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        End::Code(code.unwrap_or(128))
    }
}
