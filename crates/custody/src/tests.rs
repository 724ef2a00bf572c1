//! Custody against repositories that git makes in temporary directories; no network, no waiting.

mod address;
mod annotations;
mod heads;
mod hostile;
mod messages;
mod old_versions;
mod repository;
mod seizing;
