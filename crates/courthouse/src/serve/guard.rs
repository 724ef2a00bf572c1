//! Who may come in: by the name that the server was called by, by where the page came from, by a token.

use super::House;
use super::problem::Problem;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use axum::response::IntoResponse as _;
use court::digest::Digest;
use std::net::SocketAddr;
use std::sync::Arc;

/// The cookie that stands for the token in a browser, which cannot send it with a stream of events.
const COOKIE: &str = "auditor_door";
/// Nothing from elsewhere, nothing written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Longest name of a user.
const NAME_CHARS_MAX: usize = 100;

/// Who asks, as far as turns and limits go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Client {
    pub(crate) name: String,
    /// Whether somebody else has made sure of the name.
    pub(crate) is_known: bool,
}

/// Names, tokens and headers that are let in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Names by which the server may be called, without port.
    pub(crate) hosts: Vec<String>,
    pub(crate) token: Option<String>,
    pub(crate) user_header: Option<HeaderName>,
}

impl Guard {
    /// Who asks, where the request may come in.
    fn admit(&self, request: &Request) -> Result<Client, Problem> {
        let headers = request.headers();
        self.check_host(headers)?;
        if request.method() != Method::GET && request.method() != Method::HEAD {
            check_content(headers)?;
        }
        self.check_origin(headers)?;
        let path = request.uri().path();
        let is_public =
            path == "/api/session" || !path.starts_with("/api/") && path != "/metrics" && path != "/mcp";
        if let Some(name) = &self.user_header {
            return known_user(headers, name);
        }
        if self.token.is_some() && !is_public && !self.has_token(headers) {
            return Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "send the token: `Authorization: Bearer …`",
            ));
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let name = peer.map_or_else(|| "somebody".to_owned(), |peer| peer.0.ip().to_string());
        Ok(Client {
            name,
            is_known: false,
        })
    }

    /// A page of another site reaches this server under a name of its own where that name leads here.
    fn check_host(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (host, more) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next());
        let is_ours = host.is_some_and(|host| self.is_ours(host)) && more.is_none();
        let told = "the server is not called so; `--host NAME` names what else it may be called";
        if is_ours {
            Ok(())
        } else {
            Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, told))
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// A browser says where a request comes from; programs say nothing.
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let told = || {
            Err(Problem::new(
                StatusCode::FORBIDDEN,
                "the request comes from the page of another site",
            ))
        };
        if let Some(origin) = headers.get(header::ORIGIN) {
            let host = headers
                .get(header::HOST)
                .and_then(|host| host.to_str().ok())
                .unwrap_or_default();
            let origin = origin.to_str().unwrap_or_default();
            let from = origin.split_once("://").map(|(_, from)| from);
            if from != Some(host) {
                return told();
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        match site {
            None | Some(b"same-origin" | b"none") => Ok(()),
            Some(_) => told(),
        }
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let sent = headers
            .get(header::AUTHORIZATION)
            .and_then(|sent| sent.to_str().ok());
        let sent = sent.and_then(|sent| sent.strip_prefix("Bearer "));
        // Digests are compared, so that the time it takes says nothing of the token.
        let by_header = sent.is_some_and(|sent| Digest::of(sent.as_bytes()) == Digest::of(token.as_bytes()));
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok());
        let mut pairs = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let proof = proof(token);
        by_header
            || pairs.any(|(name, value)| {
                name == COOKIE && Digest::of(value.as_bytes()) == Digest::of(proof.as_bytes())
            })
    }

    /// The cookie for whoever knows the token.
    pub(crate) fn cookie(&self, sent: &str) -> Option<String> {
        let token = self.token.as_ref()?;
        let is_known = Digest::of(sent.as_bytes()) == Digest::of(token.as_bytes());
        is_known.then(|| format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", proof(token)))
    }
}

fn proof(token: &str) -> String {
    Digest::of(format!("the door of the court\n{token}").as_bytes())
        .as_str()
        .to_owned()
}

/// A page of another site can post forms, never JSON.
fn check_content(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send `Content-Type: application/json`",
        )),
    }
}

fn known_user(headers: &HeaderMap, name: &HeaderName) -> Result<Client, Problem> {
    let user = headers
        .get(name)
        .and_then(|user| user.to_str().ok())
        .unwrap_or_default();
    if user.is_empty() || user.chars().count() > NAME_CHARS_MAX {
        let told = format!("the proxy names no user in `{name}`");
        return Err(Problem::new(StatusCode::UNAUTHORIZED, told));
    }
    Ok(Client {
        name: user.to_owned(),
        is_known: true,
    })
}

/// Lets a request in or not, and says on every answer what a browser may do with it.
pub(super) async fn guard(
    State(house): State<Arc<House>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    house.count_request();
    // Those who watch whether it lives do not know its names.
    let is_health = request.uri().path() == "/healthz";
    let mut response = match house.guard.admit(&request) {
        Ok(client) => {
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(_) if is_health => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(POLICY));
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
