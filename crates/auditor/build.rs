//! Digests the sources of this crate and of those that it depends on, packs what is moved when the program starts, and keeps
//! one of functions that are the same.

use std::env::var;

fn main() -> std::io::Result<()> {
    if is_packing_understood() {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if is_folding_understood() {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
    sources::export()
}

/// Whether the linker is the one that comes with the compiler, as it is here unless somebody names another: it keeps one of
/// functions whose machine code is the same. Nothing compares addresses of functions, which Rust promises nothing about.
fn is_folding_understood() -> bool {
    let is_named = var("RUSTC_LINKER").is_ok()
        || var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("link"));
    is_usual_linux() && !is_named && var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// Whether the linker and the loader know packed relocations: they are a twentieth as large, and every child of the program
/// starts sooner. The C library of this machine has to, so that who builds on an old system builds for old systems.
fn is_packing_understood() -> bool {
    is_usual_linux() && var("HOST") == var("TARGET") && c_library().is_some_and(|version| version >= (2, 36))
}

fn is_usual_linux() -> bool {
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
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
