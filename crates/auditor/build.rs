//! Digests the sources of this crate and of those that it depends on, and packs what is moved when the program starts.

use std::env::var;

fn main() -> std::io::Result<()> {
    if is_packing_understood() {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    sources::export()
}

/// Whether the linker and the loader know packed relocations: they are a twentieth as large, and every child of the program
/// starts sooner. The C library of this machine has to, so that who builds on an old system builds for old systems.
fn is_packing_understood() -> bool {
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && var("HOST") == var("TARGET")
        && c_library().is_some_and(|version| version >= (2, 36))
}

/// The version of the C library of this machine.
fn c_library() -> Option<(u32, u32)> {
    #[expect(
        clippy::disallowed_methods,
        reason = "nothing of a subject is near when the program is built"
    )]
    let told = std::process::Command::new("getconf")
        .arg("GNU_LIBC_VERSION")
        .output();
    let told = String::from_utf8(told.ok()?.stdout).ok()?;
    let (major, minor) = told.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}
