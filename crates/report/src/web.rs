//! What pages of other crates need to be as safe as the report: texts that are shown and do nothing, and a policy.

pub use crate::html::policy;
pub use crate::text::html::Seen;
