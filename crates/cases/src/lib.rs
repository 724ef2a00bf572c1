//! Decided cases: what is kept of one, and what is made of it afterwards without looking at the subject.

pub mod appeal;
pub mod comparison;
pub mod decided;
pub mod docket;
mod error;
pub mod explanation;
pub mod import;
pub mod overrides;
pub mod rule_again;
pub mod side_by_side;
pub mod votes;

pub use error::Error;
