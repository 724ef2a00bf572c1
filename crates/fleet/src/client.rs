//! Orders to an engine, and the wait for what comes of them.

use crate::http::{Address, ask};
use crate::{HANDLER, Order, Parcel, Refusal, SERVICE};
use axum::http::Method;
use ring::rand::{SystemRandom, generate};
use sha256::Digest;
use std::str::FromStr;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How an engine is named.
const RESTATE: &str = "restate=";
/// How long it is waited between two questions after a result.
const PAUSE: Duration = Duration::from_millis(250);
/// How much longer than an audit may take its answer is waited for: workers die and are started again, and orders wait for
/// others that came before.
const PATIENCE: u32 = 4;
/// How long a service is waited for that no worker has announced yet; engine and workers may be starting on a busy machine.
const UNKNOWN_WAIT: Duration = Duration::from_secs(120);
/// What the engine says of an order that is not done yet.
const NOT_YET: u16 = 470;

/// An engine that takes orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    address: Address,
    /// Unlike that of any other run, so that an order is never answered with what came of one from before: people may have
    /// overruled the court since. What was paid then is in the ledger.
    run: String,
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text
            .strip_prefix(RESTATE)
            .ok_or_else(|| format!("`{text}` is no engine: write {RESTATE}http://127.0.0.1:8080"))?;
        let chance = generate::<[u8; 16]>(&SystemRandom::new());
        let chance = chance.map_err(|_| "the system gives no random numbers".to_owned())?;
        Ok(Self {
            address: Address::parse(address)?,
            run: Digest::of(&chance.expose()).as_str().to_owned(),
        })
    }
}

impl Engine {
    /// Has the order done by any worker, and waits for what comes of it. Engine and workers may die and come back meanwhile.
    ///
    /// # Errors
    /// When no worker takes such orders, or the engine is silent for several times as long as the audit may take.
    pub async fn audit(&self, order: &Order) -> Result<Parcel, Refusal> {
        let text = serde_json::to_string(order).map_err(|error| Refusal::of("the order", error))?;
        let key = Digest::of(format!("{}\n{text}", self.run).as_bytes());
        let end = Instant::now() + order.limit() * PATIENCE;
        self.give(&text, key.as_str(), end).await?;
        self.result(key.as_str(), end).await
    }

    async fn give(&self, order: &str, key: &str, end: Instant) -> Result<(), Refusal> {
        let path = format!("/{SERVICE}/{HANDLER}/send");
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        let unknown_end = Instant::now() + UNKNOWN_WAIT;
        loop {
            let given = ask(&self.address, Method::POST, &path, &headers, order.into()).await;
            match given {
                Ok((200..300, _)) => return Ok(()),
                Ok((404, _)) if Instant::now() > unknown_end => {
                    let what = format!("no worker has announced itself to {}", self.address);
                    return Err(Refusal(what));
                }
                Ok((400..404 | 405..500, words)) => return Err(refused(&words)),
                _ => self.pause(end).await?,
            }
        }
    }

    async fn result(&self, key: &str, end: Instant) -> Result<Parcel, Refusal> {
        let path = format!("/restate/invocation/{SERVICE}/{HANDLER}/{key}/output");
        loop {
            let told = ask(&self.address, Method::GET, &path, &[], Vec::new()).await;
            match told {
                Ok((200, parcel)) => return Parcel::unpack(&parcel).map_err(Refusal),
                Ok((NOT_YET | 500.., _)) | Err(_) => self.pause(end).await?,
                Ok((_, words)) => return Err(refused(&words)),
            }
        }
    }

    async fn pause(&self, end: Instant) -> Result<(), Refusal> {
        if Instant::now() > end {
            return Err(Refusal(format!("{} gave no answer in time", self.address)));
        }
        sleep(PAUSE).await;
        Ok(())
    }
}

/// What the engine said, in its own words.
fn refused(words: &[u8]) -> Refusal {
    let said: serde_json::Value = serde_json::from_slice(words).unwrap_or_default();
    let said = said["message"]
        .as_str()
        .unwrap_or("it does not say why")
        .to_owned();
    Refusal::of("the engine took no order", said)
}

#[cfg(test)]
mod tests;
