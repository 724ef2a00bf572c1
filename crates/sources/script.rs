//! The build script of every crate but `auditor`, which has one of its own: digests the sources of the crate and of those that it depends on.

fn main() -> std::io::Result<()> {
    sources::export()
}
