//! Custody against repositories that git makes in temporary directories; no network, no waiting.

mod address;
mod repository;
mod seizing;
