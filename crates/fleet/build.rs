//! Digests the sources of this crate and of those that it depends on.

fn main() -> std::io::Result<()> {
    sources::export()
}
