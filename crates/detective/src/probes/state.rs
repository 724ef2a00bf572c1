//! The state of the subject's graph, and the models that travel in it.

pub(in crate::probes) mod models;
