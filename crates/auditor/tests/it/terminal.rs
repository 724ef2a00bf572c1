//! What stands on a terminal while models are asked, and what stays there.

use crate::fake::{Deed, Fake, opinion};
use crate::judged::world;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex};

/// A terminal of so many columns: what is read on one side was written on the other.
fn terminal(columns: u16) -> (File, File) {
    let master: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).expect("it is ours");
    unlockpt(&master).expect("it can be opened");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let slave = OpenOptions::new()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .expect("its other side");
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&slave, size).expect("it has a size");
    (File::from(master), slave)
}

/// Said once something was seen.
type Seen = Arc<(Mutex<bool>, Condvar)>;

/// All that is written until nobody can write any more; that `wanted` was seen is said at once.
fn watched(mut screen: File, wanted: &'static str, seen: &Seen) -> String {
    let (mut all, mut piece) = (String::new(), [0; 4096]);
    // A terminal without a writer ends with an error.
    while let Ok(count @ 1..) = screen.read(&mut piece) {
        all.push_str(&String::from_utf8_lossy(&piece[..count]));
        if all.contains(wanted) {
            *seen.0.lock().unwrap() = true;
            seen.1.notify_all();
        }
    }
    all
}

/// The rows as they stood there, without what moves the cursor and colours; lines that were written to the edge go on without
/// an end of line.
fn rows(screen: &str, columns: u16) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = screen.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\u{1b}' => drop(rest.find(char::is_ascii_alphabetic)),
            '\r' => plain.push('\n'),
            _ => plain.push(letter),
        }
    }
    let row = |row: &[char]| row.iter().collect::<String>().trim_end().to_owned();
    let rows = plain.lines().map(|line| line.chars().collect::<Vec<char>>());
    rows.flat_map(|line| line.chunks(columns.into()).map(row).collect::<Vec<_>>())
        .collect()
}

/// What stood on a terminal of so many columns while models were asked that answer once `wanted` was seen there.
fn judged_on(columns: u16, wanted: &'static str) -> Vec<String> {
    let seen = Seen::default();
    let waiting = Arc::clone(&seen);
    let fake = Fake::new(move |call| {
        let guard = waiting.0.lock().unwrap();
        drop(waiting.1.wait_while(guard, |is_seen| !*is_seen).unwrap());
        Deed::Say(opinion(call, 3))
    });
    let world = world(&fake);
    let (master, slave) = terminal(columns);
    let mut command = world.command([crate::judged::audit("out").as_slice(), &["--max-cost", "50"]].concat());
    command
        .env("FAKE_KEY", "k")
        .env("TERM", "xterm")
        .env_remove("CI")
        .stderr(slave);
    let mut child = command.spawn().expect("the auditor starts");
    // Its side of the terminal goes with it; else nobody would see that the program's own is closed.
    drop(command);
    let screen = watched(master, wanted, &seen);
    assert!(child.wait().expect("it ends").success(), "{screen}");
    rows(&screen, columns)
}

#[test]
fn bars_and_the_line_about_the_panel_stand_on_one_line_each_and_what_was_spent_stays() {
    for (columns, wanted, said) in [
        (40, "calls $0.00/50.00", "panel 0/"),
        (120, "calls in flight, $0.0000 of $50.00 spent", "panel 0 of "),
    ] {
        let rows = judged_on(columns, wanted);
        assert!(
            rows.iter()
                .any(|row| row.trim_start().starts_with(said) && row.ends_with(wanted)),
            "{rows:#?}"
        );
        let broken = rows.iter().find(|row| row.contains('[') != row.contains(']'));
        assert!(broken.is_none(), "{broken:?} of {columns} columns");
        let bars = rows.iter().rposition(|row| row.contains("score ["));
        let stays = rows
            .iter()
            .rposition(|row| row.starts_with("panel: 30 calls answered"));
        assert!(bars.is_some() && stays > bars, "{rows:#?}");
    }
}
