//! A ledger that several journals have in common, in Postgres: what one machine paid, no other pays again.
//!
//! Each journal keeps its own row of every call beside, so that it stands by itself afterwards. Nothing is connected before the
//! first call is to be made.

use crate::limits::{LEDGER_ATTEMPTS, LEDGER_CONNECT, LEDGER_PAUSE, LEDGER_TURN_ATTEMPTS, LEDGER_TURN_PAUSE};
use crate::store::StoreError;
use crate::store::tables::calls::Begun;
use sha256::Digest;
use std::error::Error as _;
use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Error, NoTls};

/// How such a ledger is named.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// Made by one process alone; the number stands for this, among all locks of a database ("ledger").
const MADE: &str = "begin;
    select pg_advisory_xact_lock(119165437732210);
    create table if not exists auditor_calls (
        key text primary key,
        about text not null,
        open integer not null,
        usable boolean not null,
        answer text
    );
    commit";

/// A question to the server while it is asked.
type Asking<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// A ledger in Postgres. Cloning it is cheap; all clones share one connection.
#[derive(Clone)]
pub struct SharedLedger(Arc<Inner>);

struct Inner {
    config: Config,
    client: Mutex<Option<Arc<Client>>>,
}

impl fmt::Debug for SharedLedger {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What it is reached by has a password in it.
        out.debug_struct("SharedLedger").finish_non_exhaustive()
    }
}

impl FromStr for SharedLedger {
    type Err = String;

    /// From an address such as `postgres://user:word@host/database`.
    fn from_str(address: &str) -> Result<Self, String> {
        if !SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
            return Err("a ledger is postgres://USER:PASSWORD@HOST/DATABASE".to_owned());
        }
        let mut config: Config = address.parse().map_err(|error| told(&error))?;
        if config.get_ssl_mode() == SslMode::Require {
            return Err("the ledger is not spoken to with TLS: leave out sslmode=require".to_owned());
        }
        config.ssl_mode(SslMode::Disable).application_name("auditor");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(LEDGER_CONNECT);
        }
        let client = Mutex::new(None);
        Ok(Self(Arc::new(Inner { config, client })))
    }
}

/// The right to make a call among all who share the ledger. It ends with the connection, and so with the process.
pub(crate) struct SharedTurn {
    client: Arc<Client>,
    number: i64,
}

impl fmt::Debug for SharedTurn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SharedTurn").finish_non_exhaustive()
    }
}

impl Drop for SharedTurn {
    fn drop(&mut self) {
        // Without a runtime the process is about to end, and the connection with it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (client, number) = (Arc::clone(&self.client), self.number);
            runtime.spawn(async move {
                drop(client.execute("select pg_advisory_unlock($1)", &[&number]).await);
            });
        }
    }
}

impl SharedLedger {
    /// Waits until nobody else makes this call; after some minutes there is nothing to wait for. All of this process have a turn in
    /// common, since they have the connection.
    pub(crate) async fn turn(&self, key: &Digest) -> Result<Option<SharedTurn>, StoreError> {
        let number = number(key);
        for _ in 0..LEDGER_TURN_ATTEMPTS {
            let lock = move |client: Arc<Client>| -> Asking<Option<SharedTurn>> {
                Box::pin(async move {
                    let row = client
                        .query_one("select pg_try_advisory_lock($1)", &[&number])
                        .await?;
                    let is_ours = row.try_get::<_, bool>(0)?;
                    Ok(is_ours.then_some(SharedTurn { client, number }))
                })
            };
            if let Some(turn) = self.ask(lock).await? {
                return Ok(Some(turn));
            }
            tokio::time::sleep(LEDGER_TURN_PAUSE).await;
        }
        Ok(None)
    }

    /// Enters a call, or gives its answer.
    pub(crate) async fn begin(&self, key: &Digest, about: &str, anew: bool) -> Result<Begun, StoreError> {
        let (key, about) = (key.as_str().to_owned(), about.to_owned());
        self.ask(move |client| Box::pin(begin(client, key.clone(), about.clone(), anew)))
            .await
    }

    /// Ends a call, with or without an answer.
    pub(crate) async fn end(&self, key: &Digest, answer: Option<&str>) -> Result<(), StoreError> {
        let (key, answer) = (key.as_str().to_owned(), answer.map(str::to_owned));
        let end = "update auditor_calls set open = 0, usable = $2::text is not null, answer = coalesce($2, answer) where key = $1";
        self.ask(move |client| {
            let (key, answer) = (key.clone(), answer.clone());
            Box::pin(async move { client.execute(end, &[&key, &answer]).await.map(drop) })
        })
        .await
    }

    /// Takes answers out of use.
    pub(crate) async fn discard(&self, keys: &[Digest]) -> Result<(), StoreError> {
        let keys: Vec<String> = keys.iter().map(|key| key.as_str().to_owned()).collect();
        let discard = "update auditor_calls set usable = false where key = any($1)";
        self.ask(move |client| {
            let keys = keys.clone();
            Box::pin(async move { client.execute(discard, &[&keys]).await.map(drop) })
        })
        .await
    }

    /// The answer that may be used.
    pub(crate) async fn usable(&self, key: &Digest) -> Result<Option<String>, StoreError> {
        let key = key.as_str().to_owned();
        self.ask(move |client| Box::pin(usable(client, key.clone())))
            .await
    }

    /// Asks, and once more after a while where the server is not there: it may be starting again.
    async fn ask<T>(&self, question: impl Fn(Arc<Client>) -> Asking<T> + Send) -> Result<T, StoreError> {
        let mut tries = 0;
        loop {
            let answered = match self.client().await {
                Ok(client) => question(client).await,
                Err(error) => Err(error),
            };
            tries += 1;
            match answered {
                Ok(answer) => return Ok(answer),
                Err(error) if tries < LEDGER_ATTEMPTS && is_passing(&error) => {}
                Err(error) => return Err(StoreError::Ledger(told(&error))),
            }
            tokio::time::sleep(LEDGER_PAUSE).await;
        }
    }

    /// The connection, made anew where it has ended.
    async fn client(&self) -> Result<Arc<Client>, Error> {
        let mut kept = self.0.client.lock().await;
        if let Some(client) = kept.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let (client, connection) = self.0.config.connect(NoTls).await?;
        // What ends it is told to whoever asks next.
        tokio::spawn(async move { drop(connection.await) });
        // Whoever may not make tables may still use one.
        let known = client
            .query_one("select to_regclass('auditor_calls') is null", &[])
            .await?;
        if known.try_get(0)? {
            client.batch_execute(MADE).await?;
        }
        let client = Arc::new(client);
        *kept = Some(Arc::clone(&client));
        Ok(client)
    }
}

async fn begin(client: Arc<Client>, key: String, about: String, anew: bool) -> Result<Begun, Error> {
    let enter = "insert into auditor_calls as known (key, about, open, usable) values ($1, $2, 1, false)
        on conflict (key) do update set open = known.open + 1, usable = false where $3 or not known.usable
        returning open";
    let Some(row) = client.query_opt(enter, &[&key, &about, &anew]).await? else {
        let answer = usable(client, key).await?;
        return Ok(Begun { answer, lost: 0 });
    };
    let before = row.try_get::<_, i32>(0)?.saturating_sub(1);
    let lost = u32::try_from(before).unwrap_or_default();
    Ok(Begun { answer: None, lost })
}

async fn usable(client: Arc<Client>, key: String) -> Result<Option<String>, Error> {
    let question = "select answer from auditor_calls where key = $1 and usable";
    let row = client.query_opt(question, &[&key]).await?;
    row.map(|row| row.try_get(0)).transpose()
}

/// What a call is locked by: as much of its key as Postgres takes.
fn number(key: &Digest) -> i64 {
    let digits = key.as_str().get(..16).unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default().cast_signed()
}

/// Whether the server may answer a moment later.
fn is_passing(error: &Error) -> bool {
    match error.code() {
        None => true,
        Some(code) => {
            let passing = [
                SqlState::ADMIN_SHUTDOWN,
                SqlState::CRASH_SHUTDOWN,
                SqlState::CANNOT_CONNECT_NOW,
                SqlState::TOO_MANY_CONNECTIONS,
            ];
            passing.contains(code)
        }
    }
}

/// The error with what it comes from.
fn told(error: &Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        words += &format!(": {next}");
        cause = next.source();
    }
    words
}

#[cfg(test)]
mod tests;
