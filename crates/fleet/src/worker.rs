//! A worker: it does orders that an engine gives it, one process each, and answers with what they wrote.
//!
//! Several workers of one machine may listen on one address; whoever is there takes what comes. They share a journal, whose
//! locks let one case be worked on by one process at a time, and whose ledger answers what was paid before.

mod arguments;

pub use arguments::Arguments;

use crate::here::{self, Task};
use crate::http::{Address, ask};
use crate::order::ORDER_BYTES_MAX;
use crate::wire::{self, Asked};
use crate::{HANDLER, Order, Parcel, Refusal, SERVICE};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Connections that wait to be taken.
const BACKLOG: u32 = 1_024;
/// How often, and how long apart, a worker tries to announce itself: the engine may start after it.
const ATTEMPTS: u32 = 600;
const PAUSE: Duration = Duration::from_millis(500);
/// What an order of the engine may have beside the order itself: headers, and what it knows of it.
const AROUND_BYTES_MAX: usize = 1 << 20;

/// How a worker is to be run.
#[derive(Debug)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where engines are told of workers, if it is to be told there.
    pub register: Option<String>,
    /// What the engine reaches the worker by, if not by where it listens.
    pub address: Option<String>,
    /// The directory of the journal.
    pub data: PathBuf,
    /// Audits at once.
    pub jobs: usize,
}

/// What orders share.
struct Bench {
    data: PathBuf,
    places: Semaphore,
    /// Jobs of one audit at the same time: all together are as many as there are processors.
    jobs: usize,
}

/// Works until it is ended. `listening` hears the address once there is one.
///
/// # Errors
/// When the address cannot be had, or the engine refuses the worker.
pub async fn serve(settings: Settings, listening: impl FnOnce(SocketAddr)) -> Result<(), Refusal> {
    let listener = bind(settings.listen)
        .map_err(|error| Refusal::of(&format!("cannot listen on {}", settings.listen), error))?;
    let address = listener
        .local_addr()
        .map_err(|error| Refusal::of("the address", error))?;
    listening(address);
    let processors = std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get);
    let bench = Arc::new(Bench {
        data: settings.data,
        places: Semaphore::new(settings.jobs),
        jobs: (processors / settings.jobs).max(1),
    });
    let path = format!("/invoke/{SERVICE}/{HANDLER}");
    let routes = Router::new()
        .route("/discover", get(discover))
        .route(&path, post(invoke))
        .layer(DefaultBodyLimit::max(ORDER_BYTES_MAX + AROUND_BYTES_MAX))
        .with_state(bench);
    let serving = async {
        axum::serve(listener, routes)
            .await
            .map_err(|error| Refusal::of("the worker", error))
    };
    let announcing = async {
        if let Some(admin) = &settings.register {
            let reached = settings.address.unwrap_or_else(|| format!("http://{address}"));
            announce(admin, &reached).await?;
        }
        Ok(())
    };
    tokio::try_join!(serving, announcing).map(drop)
}

/// A socket that other workers of this machine may share.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_reuseaddr(true)?;
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Tells the engine where workers are. It asks them back what they do, so this one has to serve already.
async fn announce(admin: &str, reached: &str) -> Result<(), Refusal> {
    let admin = Address::parse(admin).map_err(Refusal)?;
    // One connection an order, so that workers who share an address share the work. Orders are one step long: none is ever
    // in the middle of what another description of the service meant.
    let body = json!({"uri": reached, "use_http_11": true, "force": true}).to_string();
    let mut last = String::new();
    for _ in 0..ATTEMPTS {
        let headers = [("content-type", "application/json")];
        let told = ask(
            &admin,
            Method::POST,
            "/deployments",
            &headers,
            body.clone().into(),
        )
        .await;
        last = match told {
            Ok((200..300, _)) => return Ok(()),
            Ok((status, words)) => format!("status {status}: {}", String::from_utf8_lossy(&words)),
            Err(error) => error,
        };
        sleep(PAUSE).await;
    }
    Err(Refusal::of("the engine does not take this worker", last))
}

async fn discover() -> Response {
    let head = [
        (header::CONTENT_TYPE, wire::MANIFEST),
        (header::CONNECTION, "close"),
    ];
    (head, wire::manifest()).into_response()
}

async fn invoke(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let answer = match wire::asked(&body) {
        Ok(Asked::End) => wire::end(),
        Ok(Asked::Work(order)) => {
            // On its own: when the engine is restarted, the calls that are under way are not thrown away. The order comes
            // again, waits for the case, and is answered from the journal.
            let order = order.to_vec();
            let working = tokio::spawn(async move { bench.work(&order).await });
            match working.await.unwrap_or_else(|error| Err(io::Error::other(error))) {
                Ok(parcel) => wire::answer(&parcel),
                Err(error) => wire::again(500, &error.to_string()),
            }
        }
        Err(why) => wire::again(400, why),
    };
    // The next order is to find whoever is free, and not this worker because it was here last.
    let head = [
        (header::CONTENT_TYPE, wire::CONVERSATION),
        (header::CONNECTION, "close"),
    ];
    (head, answer).into_response()
}

impl Bench {
    /// Does an order as soon as there is a place.
    async fn work(&self, order: &[u8]) -> io::Result<Vec<u8>> {
        let parcel = match Order::read(order) {
            Ok(order) => self.audit(&order).await?,
            Err(why) => Parcel::refusal(why),
        };
        parcel.pack().map_err(io::Error::other)
    }

    async fn audit(&self, order: &Order) -> io::Result<Parcel> {
        let _place = self.places.acquire().await.map_err(io::Error::other)?;
        if !order.place.is_dir() {
            let place = order.place.display();
            return Ok(Parcel::refusal(format!("the worker has no directory {place}")));
        }
        let folder = tempfile::tempdir_in(&self.data)?;
        let out = folder.path().join("out");
        std::fs::create_dir(&out)?;
        let task = Task {
            arguments: &order.words(),
            place: Some(&order.place),
            out: &out,
            data: &self.data,
            jobs: self.jobs,
            limit: order.limit(),
        };
        let ended = here::audit(&task).await.map_err(io::Error::other)?;
        Parcel::of(ended.code, ended.said, &out)
    }
}
