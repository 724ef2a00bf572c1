//! The root of a cell: a file system in memory, with what is shown, read only, and one room that can be written to.

use super::{Order, ROOM, Refusal};
use rustix::fs::{CWD, Mode};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Component, Path, PathBuf};
use wordlist::array;

/// What is there to be read besides what an order shows.
pub(super) const READ: [&str; 8] = array("/usr /bin /sbin /lib /lib32 /lib64 /etc /dev");

/// Where the new root is made. The old root is put beneath it, without this mount, so that nothing is hidden.
const BASE: &str = "/tmp";
/// Where the old root is until it is let go.
const OUTSIDE: &str = "/outside";
/// Directories of the system that may be links into `/usr`.
const SYSTEM: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
/// Stores of systems that keep programs elsewhere.
const STORES: [&str; 2] = ["/nix/store", "/gnu/store"];
const DEVICES: [&str; 5] = array("/dev/null /dev/zero /dev/full /dev/random /dev/urandom");
/// Files that are not those of this machine.
const MADE: [(&str, &str); 4] = [
    (
        "/etc/passwd",
        "root:x:0:0:root:/:/bin/false\nlab:x:1000:1000:lab:/room/home:/bin/false\n",
    ),
    ("/etc/group", "root:x:0:\nlab:x:1000:\n"),
    ("/etc/hosts", "127.0.0.1 localhost\n"),
    (
        "/etc/nsswitch.conf",
        "passwd: files\ngroup: files\nhosts: files\n",
    ),
];
/// What the loader of libraries reads.
const LOADER: &str = "/etc/ld.so.cache";
/// Most files and directories in the cell's root, and in its room.
const ENTRIES_MAX: u32 = 200_000;
/// Beyond what the files of the order take, in bytes: directories and names.
const OVERHEAD: u64 = 64 << 20;
const MOUNTS: &str = "/outside/proc/self/mountinfo";
/// What an administrator can do where namespaces are there and mounts are not.
const NO_MOUNTS: &str = "this system lets users make namespaces but no mounts in them: on Ubuntu `sysctl \
    kernel.apparmor_restrict_unprivileged_userns=0`, or an AppArmor profile with `userns` for this program. A container \
    needs rootless Podman or a runtime that lets it mount";

/// Makes the root and enters it: the machine outside is not there any more.
pub(super) fn build(order: &Order) -> Result<(), Refusal> {
    let fail = |step: &'static str| move |error: io::Error| Refusal::new(step, error, NO_MOUNTS);
    enter_new(order).map_err(fail("a root of its own"))?;
    for (from, to) in shown(order) {
        show(&from, &to).map_err(|error| {
            let what = format!("showing {} in the cell", from.display());
            Refusal::new(&what, error, NO_MOUNTS)
        })?;
    }
    make_files(order).map_err(fail("files of the cell"))?;
    read_only().map_err(fail("making what is shown read only"))?;
    make_room(order.limits.disk).map_err(fail("the room of the cell"))?;
    close().map_err(fail("leaving the machine outside"))
}

fn enter_new(order: &Order) -> io::Result<()> {
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?;
    let files: u64 = order
        .files
        .iter()
        .map(|file| file.bytes.len() as u64 + 4096)
        .sum();
    memory_at(BASE, files + OVERHEAD, 0o755)?;
    let beneath = format!("{BASE}{OUTSIDE}");
    fs::create_dir(&beneath)?;
    rustix::process::pivot_root(BASE, beneath.as_str())?;
    std::env::set_current_dir("/")
}

fn memory_at(place: &str, bytes: u64, mode: u32) -> io::Result<()> {
    let options = format!("size={bytes},nr_inodes={ENTRIES_MAX},mode={mode:o}");
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("cell", place, "tmpfs", flags, options.as_c_str())?)
}

/// From where outside to where in the cell.
fn shown(order: &Order) -> Vec<(PathBuf, PathBuf)> {
    let mut all = vec![(PathBuf::from("/usr"), PathBuf::from("/usr"))];
    let same = |path: &&str| (PathBuf::from(path), PathBuf::from(path));
    all.extend(
        SYSTEM
            .iter()
            .chain(&STORES)
            .chain(&DEVICES)
            .chain(&[LOADER])
            .map(same),
    );
    all.extend(
        order
            .shown
            .iter()
            .map(|one| (one.here.clone(), one.there.clone())),
    );
    all
}

fn outside(path: &Path) -> PathBuf {
    Path::new(OUTSIDE).join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows a file or a directory; a directory of the system that is a link stays one. What the machine does not have is not
/// there either.
fn show(from: &Path, to: &Path) -> io::Result<()> {
    let source = outside(from);
    let Ok(about) = fs::symlink_metadata(&source) else {
        return Ok(());
    };
    if about.is_symlink() {
        // Links into `/usr`; whatever else they name is not in the cell.
        make_parents(to)?;
        return symlink(fs::read_link(&source)?, to);
    }
    make_parents(to)?;
    if about.is_dir() {
        if !to.is_dir() {
            fs::create_dir(to)?;
        }
    } else {
        fs::write(to, "")?;
    }
    Ok(mount_bind_recursive(&source, to)?)
}

fn make_parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn make_files(order: &Order) -> io::Result<()> {
    for (path, text) in MADE {
        make_parents(Path::new(path))?;
        fs::write(path, text)?;
    }
    for file in &order.files {
        let path = Path::new(&file.path);
        if !is_plain(path) {
            continue;
        }
        // A file where another needs a directory: a tree that no file system has. The first one stays.
        if make_parents(path)
            .and_then(|()| fs::write(path, &file.bytes))
            .is_err()
        {
            continue;
        }
        let mode = if file.is_program { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    for (link, target) in [
        ("/tmp", "/room/tmp"),
        ("/dev/shm", "/room/tmp"),
        ("/home", "/room/home"),
    ] {
        symlink(target, link)?;
    }
    Ok(())
}

/// Absolute, and nowhere upwards.
fn is_plain(path: &Path) -> bool {
    let mut parts = path.components();
    parts.next() == Some(Component::RootDir) && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Everything that is mounted in the cell by now, and all that came with it, can be read and no more.
fn read_only() -> io::Result<()> {
    let list = fs::read_to_string(MOUNTS)?;
    for (place, options) in list.lines().filter_map(mounted) {
        if place == Path::new("/") || place.starts_with(OUTSIDE) || !place.starts_with("/") {
            continue;
        }
        let kept = options
            .split(',')
            .fold(MountFlags::empty(), |all, one| all | flag(one));
        let flags = kept | MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
        mount_remount(&place, flags, c"")?;
    }
    Ok(())
}

/// Place and options of a line of the list of mounts.
fn mounted(line: &str) -> Option<(PathBuf, &str)> {
    let mut fields = line.split(' ').skip(4);
    let place = fields.next()?;
    let options = fields.next()?;
    Some((PathBuf::from(unescaped(place)), options))
}

/// Blanks and the like stand as `\040`.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// What a mount has from outside can only be kept.
fn flag(option: &str) -> MountFlags {
    match option {
        "nodev" => MountFlags::NODEV,
        "noexec" => MountFlags::NOEXEC,
        "noatime" => MountFlags::NOATIME,
        "nodiratime" => MountFlags::NODIRATIME,
        "relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    }
}

/// The one place that can be written to: limited in bytes and entries.
fn make_room(bytes: u64) -> io::Result<()> {
    fs::create_dir_all(ROOM)?;
    memory_at(ROOM, bytes, 0o1777)?;
    for name in ["home", "tmp"] {
        let path = format!("{ROOM}/{name}");
        fs::create_dir(&path)?;
        // The mask of the user may not keep the inmate out.
        rustix::fs::chmodat(CWD, &path, Mode::from(0o1777), rustix::fs::AtFlags::empty())?;
    }
    Ok(())
}

fn close() -> io::Result<()> {
    unmount(OUTSIDE, UnmountFlags::DETACH)?;
    fs::remove_dir(OUTSIDE)?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    mount_remount("/", flags, c"")?;
    match fs::symlink_metadata(format!("{OUTSIDE}/proc")) {
        Err(error) if error.raw_os_error() == Some(Errno::NOENT.raw_os_error()) => Ok(()),
        _ => Err(io::Error::other("it is still there")),
    }
}
