use super::*;
use crate::process::command;
use std::fs::{self, File};
use std::net::{TcpListener, UdpSocket};
use std::path::Path;

/// What a process in a sandbox was told to try, and what came of it.
#[derive(Debug, Serialize, Deserialize)]
struct Tried {
    status: SandboxStatus,
    reads_foreign: bool,
    writes_foreign: bool,
    writes_own: bool,
    listens: bool,
    sends: bool,
    starts: bool,
    computes: bool,
}

/// Names the directory, and the kind of sandbox, in the child.
const ROOM: &str = "SANDBOX_ROOM";
const KIND: &str = "SANDBOX_KIND";

fn sandbox(kind: &str, room: &Path) -> Sandbox {
    let limits = ResourceLimits::default();
    let system = ["/usr", "/bin", "/lib", "/lib64"].map(PathBuf::from);
    let (profile, read, write) = match kind {
        "computing" => (Profile::Compute, Vec::new(), Vec::new()),
        "running" => (Profile::Run, system.into(), vec![room.join("own")]),
        _ => (Profile::Fetch, system.into(), vec![room.join("own")]),
    };
    Sandbox {
        limits,
        profile,
        read,
        write,
    }
}

#[test]
#[ignore = "is the child of the test below; alone it has nothing to try"]
fn body_of_the_child() {
    let Some(room) = std::env::var_os(ROOM).map(PathBuf::from) else {
        return;
    };
    let status = sandbox(&std::env::var(KIND).unwrap(), &room).enter();
    let tried = Tried {
        status,
        reads_foreign: fs::read(room.join("foreign/file")).is_ok(),
        writes_foreign: File::create(room.join("foreign/new")).is_ok(),
        writes_own: fs::write(room.join("own/new"), "x").is_ok(),
        listens: TcpListener::bind("127.0.0.1:0").is_ok(),
        sends: UdpSocket::bind("127.0.0.1:0").is_ok(),
        starts: run("/bin/sh", &["-c", "exit 0"]),
        computes: std::thread::spawn(|| vec![1_u8; 1 << 20].len()).join().is_ok(),
    };
    println!("\n{}", serde_json::to_string(&tried).unwrap());
}

fn run(program: &str, arguments: &[&str]) -> bool {
    command(Path::new(program))
        .args(arguments)
        .status()
        .is_ok_and(|status| status.success())
}

fn tried(kind: &str) -> Tried {
    let room = tempfile::tempdir().unwrap();
    for name in ["own", "foreign"] {
        fs::create_dir(room.path().join(name)).unwrap();
    }
    fs::write(room.path().join("foreign/file"), "x").unwrap();
    let mut command = command(&std::env::current_exe().unwrap());
    command.args([
        "--exact",
        "sandbox::tests::body_of_the_child",
        "--include-ignored",
    ]);
    command.args(["--nocapture", "--quiet", "--test-threads", "1"]);
    let output = command.env(ROOM, room.path()).env(KIND, kind).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.starts_with('{'));
    serde_json::from_str(line.unwrap_or_else(|| panic!("{output:?}"))).unwrap()
}

#[test]
fn in_a_sandbox_only_what_it_names_is_reached() {
    for kind in ["computing", "running", "fetching"] {
        let tried = tried(kind);
        let stands = |wall: &str| tried.status.in_force.iter().any(|one| one.starts_with(wall));
        assert!(tried.computes, "{kind} {tried:?}");
        let (is_narrow, is_filtered) = (stands("landlock"), stands("seccomp"));
        if is_narrow {
            assert!(!tried.reads_foreign && !tried.writes_foreign, "{kind} {tried:?}");
        }
        assert_eq!(
            tried.writes_own,
            kind != "computing" || !(is_narrow || is_filtered),
            "{tried:?}"
        );
        assert_eq!(
            tried.starts,
            kind != "computing" || !(is_narrow || is_filtered),
            "{tried:?}"
        );
        assert_eq!(
            tried.sends,
            kind == "fetching" || !is_filtered,
            "{kind} {tried:?}"
        );
        if is_filtered && kind != "fetching" {
            assert!(!tried.listens, "{kind} {tried:?}");
        }
    }
}
