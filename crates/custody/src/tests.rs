//! Custody against repositories that git makes in temporary directories; no network, no waiting.

mod address;
mod failing;
mod heads;
mod hostile;
mod repository;
mod said;
mod seizing;
mod versions;
