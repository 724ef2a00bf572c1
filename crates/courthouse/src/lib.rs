//! The doors of the court for others than people at a terminal.
//!
//! Behind a door nothing is decided. Whoever comes in is answered by this program itself, started again as a person would
//! start it, with the same journal; what it writes is told in short. So every answer is the one that the command line gives.
#![warn(missing_docs)]

mod brief;
mod case;
mod fence;
pub mod mcp;
mod roots;
pub mod serve;
