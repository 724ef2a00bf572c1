//! The agent's door over HTTP: the tools of `auditor mcp` at `/mcp`, behind the same guard as the API.

use super::House;
use super::problem::{Answered, Problem};
use crate::mcp::Clerk;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use futures_util::StreamExt as _;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Bytes of a request of an agent: it names what it wants and uploads nothing.
const BODY_BYTES_MAX: usize = 256 << 10;
/// How long a body may take.
const BODY_WAIT: Duration = Duration::from_secs(30);
/// Requests of agents at once; two of them work, the others wait.
const REQUESTS_MAX: usize = 32;
/// After how many seconds to ask again when there are more.
const RETRY_SECONDS: u32 = 10;

/// Answers agents. Nothing is kept between two requests, so an agent that goes leaves nothing.
pub(super) struct Agents {
    service: StreamableHttpService<Clerk, NeverSessionManager>,
    room: Arc<Semaphore>,
}

impl std::fmt::Debug for Agents {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Agents").finish_non_exhaustive()
    }
}

impl Agents {
    pub(super) fn of(clerk: Clerk) -> Self {
        let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
        // The guard has looked at the name that the server was called by, and at where the request comes from.
        config.legacy_session_mode = false;
        config.json_response = true;
        let service = StreamableHttpService::new(move || Ok(clerk.clone()), Arc::default(), config);
        let room = Arc::new(Semaphore::new(REQUESTS_MAX));
        Self { service, room }
    }
}

pub(super) async fn answer(State(house): State<Arc<House>>, request: Request) -> Answered {
    let room = Arc::clone(&house.agents.room);
    let turn = room.try_acquire_owned().map_err(|_| {
        let told = "many agents ask at the same time";
        Problem::later(StatusCode::SERVICE_UNAVAILABLE, told, RETRY_SECONDS)
    })?;
    let (head, body) = request.into_parts();
    let read = tokio::time::timeout(BODY_WAIT, to_bytes(body, BODY_BYTES_MAX)).await;
    let read =
        read.map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?;
    let told = format!("the body breaks off, or has more than {BODY_BYTES_MAX} bytes");
    let bytes = read.map_err(|_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, told))?;
    let asked = Request::from_parts(head, Body::from(bytes));
    let answered = house.agents.service.handle(asked).await;
    // The turn ends when the answer is read or given up.
    Ok(answered.map(|body| {
        let pieces = Body::new(body).into_data_stream();
        Body::from_stream(pieces.map(move |piece| {
            let _held = &turn;
            piece
        }))
    }))
}
