//! Files that people write for the court, rubrics and rules: read within limits, each mistake with its place and a fix.

mod error;
pub mod number;
mod tags;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

pub use error::InputError;
