//! Decided cases: what is kept of one, and what is made of it afterwards without looking at the subject.

pub(crate) mod appeal;
pub(crate) mod comparison;
pub(crate) mod decided;
pub(crate) mod explanation;
pub(crate) mod overrides;
pub(crate) mod rule_again;
pub(crate) mod store;
