//! Untrusted text, with everything that would be obeyed or overlooked made visible.

pub(crate) use court::visible::{is_key, on_one_line, uncommanding, visible};
