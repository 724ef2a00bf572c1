//! How English counts and shortens, and the ways of untrusted text into each form; nothing else may put it there.

pub(crate) mod english;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod xml;
