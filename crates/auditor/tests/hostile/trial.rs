//! Runs a case through the real program under limits and holds everything that must never happen against it.

use crate::case::{Case, Expected};
use crate::room::{KEY, PASSWORDS, Room};
use std::fs;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Most time that a case may take, in seconds of the processor: the clock on the wall tells of the machine too, on
/// which a dozen cases run at once.
const SECONDS: u64 = 60;
/// When a case that does nothing is given up.
const WALL: Duration = Duration::from_secs(600);
/// Ticks of processor time in a second, as the kernel shows them on every architecture.
const TICKS: u64 = 100;
/// Where the ticks of a process and of the children that it waited for stand, behind its name.
const TICKS_AT: std::ops::Range<usize> = 11..15;
/// How often a running case is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// Most memory that the program and its children may hold together at any moment, in kilobytes.
const RESIDENT_KB_MAX: u64 = 1 << 20;
/// Most memory that any process may map, in kilobytes: what runs away fails before the machine does.
const MAPPED_KB_MAX: u64 = 4 << 20;
/// Most bytes of one output.
const OUTPUT_BYTES_MAX: usize = 20 << 20;
/// Codes that the program documents.
const CODES: [i32; 4] = [0, 1, 2, 3];
/// What a panic prints, and what a probe that caught one says.
const PANICS: [&str; 4] = [
    "panicked at",
    "RUST_BACKTRACE",
    "overflowed its stack",
    "a bug in the auditor",
];
/// Slower cases are named where `AUDITOR_HOSTILE_TIMES` is set.
const SLOW: Duration = Duration::from_millis(1500);

/// How a run ended.
struct Run {
    /// `None` where it took too long or a signal ended it.
    code: Option<i32>,
    /// Most memory of the program and its children at one moment, in kilobytes.
    resident: u64,
    took: Duration,
    /// Everything that was written for somebody to read, by name.
    outputs: Vec<(String, Vec<u8>)>,
}

/// Holds all cases and fails once, with everything that was wrong.
pub(crate) fn hold(cases: Vec<Case>) {
    let only = std::env::var("AUDITOR_HOSTILE_ONLY").unwrap_or_default();
    let wanted = cases.into_iter().filter(|case| case.name.contains(&only));
    let told = |fault: &String| println!("{fault}");
    let wrong: Vec<String> = wanted.flat_map(|case| faults(&case)).inspect(told).collect();
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

fn faults(case: &Case) -> Vec<String> {
    let room = Room::new();
    (case.make)(&room);
    let before = room.listing();
    let run = run(case, &room);
    if std::env::var_os("AUDITOR_HOSTILE_TIMES").is_some() && run.took > SLOW {
        println!("{:?} {} MB {}", run.took, run.resident >> 10, case.name);
    }
    let mut faults = unsafe_outcomes(&room, &run);
    if room.listing() != before {
        faults.push("something beside the output was written".to_owned());
    }
    let fails = case.expected.iter().filter(|one| !holds(one, &run));
    faults.extend(fails.map(|one| format!("not as expected: {one:?}, but {}", ending(&run))));
    if !case.expected.iter().any(|one| matches!(one, Expected::Code(_))) && run.code != Some(0) {
        faults.push(format!("no verdict: {}", ending(&run)));
    }
    let named = |fault| format!("* {}: {fault}", case.name);
    faults.into_iter().map(named).collect()
}

fn run(case: &Case, room: &Room) -> Run {
    // Limits are set by a shell that becomes the program: setting them between fork and exec would be unsafe code.
    let script = format!("ulimit -v {MAPPED_KB_MAX} && ulimit -c 0 && exec \"$0\" \"$@\"");
    let mut command = room.command("/bin/sh", &room.path(case.directory));
    let stream = |name: &str| File::create(room.path("tmp").join(name)).unwrap();
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_auditor")])
        .args(&case.arguments)
        .env("HOME", room.path("home"))
        .env("TMPDIR", room.path("tmp"))
        .env("AUDITOR_DATA", room.path("data"))
        .env("OPENAI_API_KEY", KEY)
        .envs(case.variables.iter().cloned())
        .stdin(Stdio::null())
        .stdout(stream("stdout"))
        .stderr(stream("stderr"));
    let (code, resident, took) = watched(&mut command);
    let mut outputs = files(&room.path("tmp"));
    outputs.extend(files(&room.path("out")));
    Run {
        code,
        resident,
        took,
        outputs,
    }
}

/// Runs to the end or to the limit; the code, the most memory and the time.
fn watched(command: &mut Command) -> (Option<i32>, u64, Duration) {
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut most = 0;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), most, started.elapsed());
        }
        let family = family(&child);
        most = most.max(resident(&family));
        if spent(&family) > SECONDS || started.elapsed() > WALL {
            child.kill().unwrap();
            child.wait().unwrap();
            return (None, most, started.elapsed());
        }
        std::thread::sleep(LOOK);
    }
}

/// A process and everything below it.
fn family(child: &Child) -> Vec<String> {
    let (mut found, mut next) = (vec![child.id().to_string()], 0);
    while let Some(id) = found.get(next) {
        let threads = fs::read_dir(format!("/proc/{id}/task"));
        let children: Vec<String> = threads
            .into_iter()
            .flatten()
            .flatten()
            .map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default())
            .collect();
        let ids = children.iter().flat_map(|ids| ids.split_ascii_whitespace());
        found.extend(ids.map(str::to_owned));
        next += 1;
    }
    found
}

/// Memory that these processes hold, in kilobytes.
fn resident(family: &[String]) -> u64 {
    let of = |id: &String| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    family.iter().filter_map(of).sum()
}

/// Seconds of the processor that these processes took, with what they waited for.
fn spent(family: &[String]) -> u64 {
    let of = |id: &String| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (_, behind) = stat.rsplit_once(')')?;
        let words: Vec<&str> = behind.split_ascii_whitespace().collect();
        let ticks = words.get(TICKS_AT)?.iter();
        Some(ticks.filter_map(|word| word.parse::<u64>().ok()).sum::<u64>())
    };
    family.iter().filter_map(of).sum::<u64>() / TICKS
}

/// Every file below a directory with its content.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut directories: Vec<PathBuf> = vec![directory.to_owned()];
    while let Some(next) = directories.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let name = path.strip_prefix(directory).unwrap().display().to_string();
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// What may never happen, whatever the case.
fn unsafe_outcomes(room: &Room, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |is_right: bool, what: String| {
        if !is_right {
            wrong.push(what);
        }
    };
    check(run.code.is_some_and(|code| CODES.contains(&code)), ending(run));
    check(
        run.resident < RESIDENT_KB_MAX,
        format!("{} MB of memory", run.resident >> 10),
    );
    check(
        !room.path("work/sprung").exists(),
        "something of the subject was run".to_owned(),
    );
    check(left(room).is_empty(), format!("left behind: {:?}", left(room)));
    let secrets = secrets(room);
    for (name, bytes) in &run.outputs {
        check(
            bytes.len() <= OUTPUT_BYTES_MAX,
            format!("{name} has {} bytes", bytes.len()),
        );
        let Ok(text) = std::str::from_utf8(bytes) else {
            check(false, format!("{name} is no text"));
            continue;
        };
        let alive = text.char_indices().find(|(at, one)| acts(name, text, *at, *one));
        check(
            alive.is_none(),
            format!("{name} has a raw {:?}", alive.map(|(_, one)| one)),
        );
        for panic in PANICS {
            check(!text.contains(panic), format!("{name} says {panic:?}"));
        }
        for (secret, what) in &secrets {
            // What is told on standard error is told to whoever named the place.
            let is_own_place = name == "stderr" && *what == "a path of this machine";
            check(
                is_own_place || !text.contains(secret.as_str()),
                format!("{name} holds {what}"),
            );
        }
        if ["json", "sarif"].iter().any(|ending| name.ends_with(ending)) {
            let parsed = serde_json::from_str::<serde_json::Value>(text);
            check(parsed.is_ok(), format!("{name} is no JSON"));
        }
    }
    wrong
}

/// What no output may hold, and what it is.
fn secrets(room: &Room) -> Vec<(String, &'static str)> {
    let passwords = fs::read_to_string(PASSWORDS).unwrap_or_default();
    let password = passwords.lines().next().map(str::to_owned);
    let mut secrets = vec![
        (KEY.to_owned(), "a key of the auditor"),
        (room.path("").display().to_string(), "a path of this machine"),
    ];
    secrets.extend(password.map(|line| (line, "a file of this machine")));
    secrets
}

/// Characters that act by being shown. Rows of CSV end in a carriage return and a line feed.
fn acts(name: &str, text: &str, at: usize, one: char) -> bool {
    let is_row_end = one == '\r' && name.ends_with(".csv") && text[at..].starts_with("\r\n");
    let unseen = matches!(one, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (one.is_control() && one != '\n' && !is_row_end) || unseen
}

/// What a run leaves that it should not: temporary files, clones, processes.
fn left(room: &Room) -> Vec<String> {
    let names = |directory: &str| {
        let entries = fs::read_dir(room.path(directory)).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect::<Vec<_>>()
    };
    let mut left = names("tmp");
    left.retain(|name| name != "stdout" && name != "stderr");
    left.extend(names("data/custody"));
    let place = room.path("").display().to_string();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(&place) {
            left.push(line);
        }
    }
    left
}

fn holds(expected: &Expected, run: &Run) -> bool {
    let said = |names: &[&str], phrase: &str| {
        let outputs = run
            .outputs
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()));
        outputs
            .into_iter()
            .any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(phrase))
    };
    match expected {
        Expected::Code(code) => run.code == Some(*code),
        Expected::Says(phrase) => said(&["stderr"], phrase),
        Expected::Tells(phrase) => said(&["report.md", "report.json", "stdout"], phrase),
        Expected::Never(phrase) => {
            let mut outputs = run.outputs.iter();
            !outputs.any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(phrase.as_str()))
        }
    }
}

fn ending(run: &Run) -> String {
    let error = run.outputs.iter().find(|(name, _)| name == "stderr");
    let text = error
        .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
        .unwrap_or_default();
    let end: Vec<&str> = text.lines().rev().take(3).collect();
    format!("code {:?} after {:?}: {end:?}", run.code, run.took)
}
