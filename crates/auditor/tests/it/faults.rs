//! Disks that are full, journals that are damaged, of another version or worked on by two. The same report in the
//! end, or one error that says what to do, and nothing is lost.

use crate::world::{Run, World};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const AUDIT: [&str; 6] = ["audit", "swarm", "--report", "report.md", "--out", "out"];
/// Longest files that the program may write, in blocks of a shell: from none to enough.
const BLOCKS: [u32; 7] = [0, 1, 8, 64, 256, 1_024, 16_384];
/// Places of a journal that are spoilt, in hundredths of its length.
const PLACES: [usize; 8] = [0, 1, 7, 20, 40, 60, 80, 97];
/// Bytes that are spoilt at once.
const SPOIL: usize = 600;
/// Where an SQLite file keeps the number of its format.
const FORMAT_AT: usize = 60;

/// The same case in a new journal: what an undisturbed run writes.
fn undisturbed(world: &World) -> [String; 2] {
    let data = world.path("calm").display().to_string();
    world.audit("calm", &["--data", &data]);
    world.reports("calm")
}

/// The program in a shell that limits the length of its files.
fn limited(world: &World, blocks: u32) -> Run {
    let program = world.command(AUDIT);
    #[expect(
        clippy::disallowed_methods,
        reason = "a shell can set the limit without unsafe code"
    )]
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", &format!("ulimit -f {blocks} && exec \"$0\" \"$@\"")])
        .arg(program.get_program())
        .args(program.get_args())
        .env_clear()
        .current_dir(world.path("work"));
    let variables = program
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)));
    Run::of(shell.envs(variables))
}

#[test]
fn a_full_disk_is_one_error_and_afterwards_the_audit_goes_on_to_the_same_bytes() {
    let world = World::new();
    let expected = undisturbed(&world);
    let mut codes = Vec::new();
    for blocks in BLOCKS {
        let _ = fs::remove_dir_all(world.path("data"));
        let _ = fs::remove_dir_all(world.path("work/out"));
        let run = limited(&world, blocks);
        assert!(matches!(run.code, Some(0 | 1)), "{blocks} blocks: {run:?}");
        assert!(!run.err.contains("panicked"), "{run:?}");
        if run.code == Some(1) {
            assert_eq!(run.complaints(), 1, "{blocks} blocks: {run:?}");
            assert!(
                !world
                    .names("work/out")
                    .iter()
                    .any(|name| name.starts_with("report")),
                "no torn report: {run:?}"
            );
        }
        codes.push(run.code);
        world.audit("out", &[]);
        assert_eq!(world.reports("out"), expected, "after {blocks} blocks");
        assert_eq!(world.custody(), Vec::<String>::new());
    }
    assert!(codes.contains(&Some(0)) && codes.contains(&Some(1)), "{codes:?}");
}

fn spoil(path: &Path, place: usize) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.len() * place / 100;
    for byte in bytes.iter_mut().skip(at).take(SPOIL) {
        *byte ^= 0x5a;
    }
    fs::write(path, &bytes).unwrap();
    bytes
}

#[test]
fn a_damaged_journal_is_set_aside_or_refused_and_never_changes_a_report() {
    let world = World::new();
    world.audit("out", &[]);
    let expected = world.reports("out");
    let journal = world.path("data/journal.sqlite");
    let whole = fs::read(&journal).unwrap();
    let mut aside = 0;
    for place in PLACES {
        fs::remove_dir_all(world.path("data")).unwrap();
        fs::create_dir(world.path("data")).unwrap();
        fs::write(&journal, &whole).unwrap();
        let spoilt = spoil(&journal, place);
        let run = world.auditor(AUDIT);
        assert!(matches!(run.code, Some(0 | 1)), "{place}: {run:?}");
        let kept = world.path("data/journal.sqlite.damaged-1");
        if kept.exists() {
            aside += 1;
            assert!(run.err.contains("journal.sqlite.damaged-1"), "{place}: {run:?}");
            assert_eq!(run.code, Some(0), "{place}: the audit goes on: {run:?}");
            assert!(
                fs::read(kept).unwrap().len() >= spoilt.len(),
                "{place}: it is kept whole"
            );
        }
        if run.code == Some(1) && run.err.contains("is not a journal") {
            assert_eq!(
                fs::read(&journal).unwrap(),
                spoilt,
                "{place}: what is no journal stays as it is"
            );
            fs::remove_file(&journal).unwrap();
        }
        world.audit("out", &[]);
        assert_eq!(world.reports("out"), expected, "{place}");
    }
    assert!(aside > 0, "no damage was noticed");
}

#[test]
fn a_journal_of_a_later_version_is_refused_and_stays_as_it_is() {
    let world = World::new();
    world.audit("out", &[]);
    let journal = world.path("data/journal.sqlite");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[FORMAT_AT..FORMAT_AT + 4].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(&journal, &bytes).unwrap();
    let run = world.auditor(AUDIT);
    assert_eq!((run.code, run.complaints()), (Some(1), 1), "{run:?}");
    assert!(
        run.err.contains("has format 99") && run.err.contains("hint:"),
        "{run:?}"
    );
    assert_eq!(fs::read(&journal).unwrap(), bytes);
}

#[test]
fn a_journal_that_is_no_file_is_refused_at_once() {
    let world = World::new();
    let journal = world.path("data/journal.sqlite");
    fs::create_dir_all(&journal).unwrap();
    let refused = |world: &World| {
        let run = world.auditor(AUDIT);
        assert_eq!((run.code, run.complaints()), (Some(1), 1), "{run:?}");
        assert!(run.err.contains("it is no regular file"), "{run:?}");
    };
    refused(&world);
    fs::remove_dir(&journal).unwrap();
    symlink(world.path("work/report.md"), &journal).unwrap();
    refused(&world);
    fs::remove_file(&journal).unwrap();
    #[expect(clippy::disallowed_methods, reason = "nothing else makes a pipe with a name")]
    let made = Command::new("mkfifo").arg(&journal).status().unwrap();
    assert!(made.success());
    refused(&world);
    assert!(world.read("work/report.md").starts_with('#'));
}

#[test]
fn two_audits_on_one_journal_end_in_the_same_reports_or_one_says_that_the_other_works() {
    let world = World::new();
    let expected = undisturbed(&world);
    let other = ["audit", "swarm", "--out", "other"];
    let mut children: Vec<_> = [AUDIT.as_slice(), &AUDIT, &other]
        .iter()
        .map(|arguments| {
            let mut command = world.command(*arguments);
            command
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    let different = Run::from(children.pop().unwrap().wait_with_output().unwrap());
    assert_eq!(different.code, Some(0), "another case: {different:?}");
    let same: Vec<Run> = children
        .into_iter()
        .map(|child| child.wait_with_output().unwrap().into())
        .collect();
    assert!(same.iter().any(|run| run.code == Some(0)), "{same:?}");
    for run in same.iter().filter(|run| run.code != Some(0)) {
        assert_eq!((run.code, run.complaints()), (Some(14), 1), "{run:?}");
        assert!(run.err.contains("is being worked on by process "), "{run:?}");
    }
    assert_eq!(world.reports("out"), expected);
    assert_eq!(world.custody(), Vec::<String>::new());
}

#[test]
fn locks_that_are_a_link_are_not_followed() {
    let world = World::new();
    for directory in ["data", "elsewhere"] {
        fs::create_dir(world.path(directory)).unwrap();
    }
    symlink(world.path("elsewhere"), world.path("data/journal.sqlite.locks")).unwrap();
    let run = world.auditor(AUDIT);
    assert_eq!((run.code, run.complaints()), (Some(1), 1), "{run:?}");
    assert!(
        run.err.contains("it is a link") && run.err.contains("hint:"),
        "{run:?}"
    );
    assert_eq!(fs::read_dir(world.path("elsewhere")).unwrap().count(), 0);
}

#[test]
fn a_journal_that_others_may_write_to_is_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new();
    let quiet = world.audit("out", &[]);
    assert!(!quiet.err.contains("others"), "{quiet:?}");
    let journal = world.path("data/journal.sqlite");
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o666)).unwrap();
    let told = world.audit("out", &[]);
    assert!(told.err.contains("can be written to by others"), "{told:?}");
}

#[test]
fn a_directory_of_data_may_be_a_link() {
    let world = World::new();
    let expected = undisturbed(&world);
    fs::create_dir(world.path("elsewhere")).unwrap();
    symlink(world.path("elsewhere"), world.path("data")).unwrap();
    world.audit("out", &[]);
    assert_eq!(world.reports("out"), expected);
}
