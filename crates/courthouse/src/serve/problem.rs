//! What is said when a request is not answered: RFC 9457.

use super::told::ProblemTold;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use fleet::Refusal;
use serde_json::json;
use std::path::Path;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) detail: String,
    /// Seconds after which to ask again.
    pub(crate) retry_after: Option<u32>,
}

/// An answer, or why there is none.
pub(crate) type Answered<T = Response<Body>> = Result<T, Problem>;

impl Problem {
    #[expect(clippy::needless_pass_by_value, reason = "most are handed to `map_err`")]
    pub(crate) fn new(status: StatusCode, detail: impl ToString) -> Self {
        Self {
            status,
            detail: detail.to_string(),
            retry_after: None,
        }
    }

    pub(crate) fn missing(what: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    pub(crate) fn bad(what: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what)
    }

    /// What is asked for may be right, and cannot be done.
    pub(crate) fn refused(what: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, what)
    }

    pub(crate) fn ours(what: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, what)
    }

    /// The same without the folder of the server in which an upload lies: who sent it knows it by its name.
    pub(crate) fn without(self, folder: &Path) -> Self {
        let detail = self.detail.replace(&format!("{}/", folder.display()), "");
        Self { detail, ..self }
    }

    pub(crate) fn later(status: StatusCode, what: impl ToString, seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(status, what)
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::refused(refusal)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let told = ProblemTold {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("problem"),
            status: self.status.as_u16(),
            detail: court::visible::visible(&self.detail),
        };
        let mut response = Response::new(Body::from(json!(told).to_string()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
