//! A chat that says what it is told to, for tests and rehearsals.

use super::{Asking, Chat, Reply, Request, Trouble};
use std::sync::{Mutex, PoisonError};

/// What decides the answers: the request, and how often it was asked before.
type Script = dyn Fn(&Request, usize) -> Result<Reply, Trouble> + Send + Sync;

/// A chat whose answers are computed.
pub struct Scripted {
    script: Box<Script>,
    asked: Mutex<Vec<Request>>,
}

impl Scripted {
    /// A chat with this script.
    pub fn new(script: impl Fn(&Request, usize) -> Result<Reply, Trouble> + Send + Sync + 'static) -> Self {
        Self {
            script: Box::new(script),
            asked: Mutex::new(Vec::new()),
        }
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Chat for Scripted {
    fn ask<'a>(&'a self, request: &'a Request) -> Asking<'a> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let before = asked.iter().filter(|known| *known == request).count();
        asked.push(request.clone());
        let answer = (self.script)(request, before);
        Box::pin(async move { answer })
    }
}
