//! The court behind an address: an API, and a page that uses it.

mod agents;
mod api;
mod asked;
mod classes;
mod docket;
mod feed;
mod guard;
mod openapi;
mod page;
mod problem;
mod purse;
mod reports;
mod told;

use crate::case;
use crate::mcp::Clerk;
use crate::roots::Roots;
use agents::Agents;
use axum::Router;
use axum::extract::ConnectInfo;
use classes::Classes;
use cohort::list::{ListError, Listing};
use docket::Docket;
use feed::Feeds;
use fleet::Refusal;
use fleet::program::Program;
use guard::Guard;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use journal::Journal;
pub use purse::Limits;
use purse::Purse;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long the head of a request may take.
const HEAD_WAIT: Duration = Duration::from_secs(10);
/// Connections at once; each holds some kilobytes.
const CONNECTIONS_MAX: usize = 4_096;
/// Most bytes of the head of a request; the least that the library takes.
const HEAD_BYTES_MAX: usize = 16 << 10;
/// Addresses that are looked up at once, to find out which case it is.
const LOOKUPS_MAX: usize = 4;
/// Questions to the journal and reports that are written at once.
const QUESTIONS_MAX: usize = 4;

/// How the server is to be run.
#[derive(Debug)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The directory of the journal.
    pub data: PathBuf,
    /// The journal.
    pub journal: Journal,
    /// Names by which the server may be called, besides those of this machine.
    pub hosts: Vec<String>,
    /// What every request has to know.
    pub token: Option<String>,
    /// The header in which a proxy names the user.
    pub user_header: Option<String>,
    /// Directories in which repositories of this machine may be audited.
    pub roots: Vec<PathBuf>,
    /// Panels that may be asked for.
    pub panels: Vec<String>,
    /// Audits at once.
    pub jobs: usize,
    /// What models may cost.
    pub limits: Limits,
    /// Reads the list of a class that somebody sent.
    pub read_list: ReadList,
}

/// Reads the list of a class at a path.
pub type ReadList = fn(&Path) -> Result<Listing, ListError>;

/// What audits of agents and of classes are told: nothing there may cost anything.
pub(crate) const FREE: &[&str] = &["--panel=statutes"];

/// Everything that requests share.
#[derive(Debug)]
struct House {
    program: Program,
    journal: Journal,
    docket: Docket,
    classes: Classes,
    agents: Agents,
    feeds: Feeds,
    guard: Guard,
    roots: Roots,
    panels: Vec<String>,
    read_list: ReadList,
    lookups: Semaphore,
    questions: Semaphore,
    requests: AtomicU64,
    readers: AtomicU64,
}

impl House {
    fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }
}

/// Serves until a signal asks for the end; cases that are not over go on at the next start.
///
/// # Errors
/// When the address cannot be had, or the directory cannot be written to.
pub async fn serve(settings: Settings, listening: impl FnOnce(SocketAddr)) -> Result<(), Refusal> {
    let program = case::program(Some(&settings.data));
    let told = |what: &str, error: &dyn std::fmt::Display| Refusal(format!("{what}: {error}"));
    let listener = TcpListener::bind(settings.listen).await;
    let listener =
        listener.map_err(|error| told(&format!("cannot listen on {}", settings.listen), &error))?;
    let address = listener.local_addr()?;
    let folder = settings.data.join("courthouse");
    let jobs = settings.jobs.max(1);
    let kept = |error| told("the docket cannot be kept", &error);
    let classes = Classes::open(folder.with_file_name("classes"), program.clone(), jobs).map_err(kept)?;
    let purse = Purse::open(folder.with_file_name("paid.json"), settings.limits, jobs);
    let docket = Docket::open(folder, program.clone(), purse).map_err(kept)?;
    let roots = Roots::of(settings.roots);
    let clerk = Clerk::of(program.clone(), roots.clone(), FREE);
    let mut hosts = vec![
        "localhost".to_owned(),
        "127.0.0.1".to_owned(),
        "::1".to_owned(),
        address.ip().to_string(),
    ];
    hosts.extend(settings.hosts);
    let user_header = settings.user_header.map(|name| name.parse()).transpose();
    let user_header = user_header.map_err(|error| told("the header cannot be", &error))?;
    let house = Arc::new(House {
        program,
        journal: settings.journal,
        docket,
        classes,
        agents: Agents::of(clerk),
        feeds: Feeds::default(),
        guard: Guard {
            hosts,
            token: settings.token,
            user_header,
        },
        roots,
        panels: settings.panels,
        read_list: settings.read_list,
        lookups: Semaphore::new(LOOKUPS_MAX),
        questions: Semaphore::new(QUESTIONS_MAX),
        requests: AtomicU64::new(0),
        readers: AtomicU64::new(0),
    });
    listening(address);
    let audits = (0..jobs).map(|_| {
        let house = Arc::clone(&house);
        tokio::spawn(async move { house.docket.work().await })
    });
    let of_classes = Arc::clone(&house);
    let of_classes = tokio::spawn(async move { of_classes.classes.work().await });
    let audits: Vec<_> = audits.chain([of_classes]).collect();
    let (mut interrupt, mut end) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    tokio::select! {
        () = accept(listener, api::router(&house)) => {}
        _ = interrupt.recv() => {}
        _ = end.recv() => {}
    }
    // An audit dies when nobody waits for it; what it has done is remembered.
    audits.iter().for_each(tokio::task::JoinHandle::abort);
    for audit in audits {
        drop(audit.await);
    }
    Ok(())
}

async fn accept(listener: TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        // What cannot be accepted now (too many files, say) may be a moment later.
        match listener.accept().await {
            Ok((stream, peer)) => drop(tokio::spawn(connection(stream, peer, router.clone(), place))),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, place: OwnedSemaphorePermit) {
    // Events are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(axum::Extension(ConnectInfo(peer))));
    let mut server = hyper::server::conn::http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WAIT)
        .max_buf_size(HEAD_BYTES_MAX);
    // A client that breaks off or speaks another protocol is its own affair.
    drop(server.serve_connection(TokioIo::new(stream), service).await);
    drop(place);
}
