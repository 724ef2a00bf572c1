//! Traces for those who want them: a file of JSON lines, and any collector that the standard variables name.

use crate::error::CommandError;
use crate::input::file;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;

/// The variables that name a collector.
const ENDPOINTS: [&str; 2] = [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
];
/// Whose spans are told. Libraries below tell of what they send, which is nobody's business.
const TRACED: [&str; 3] = ["auditor", "panel", "genai"];

/// Sends what is left when it is dropped.
pub(crate) struct Telemetry {
    provider: Option<SdkTracerProvider>,
}

/// Starts to tell, where somebody listens.
pub(crate) fn start(file: Option<&Path>) -> Result<Telemetry, CommandError> {
    let provider = if ENDPOINTS
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|url| !url.is_empty()))
    {
        Some(provider()?)
    } else {
        None
    };
    let file = file.map(create).transpose()?;
    if provider.is_none() && file.is_none() {
        return Ok(Telemetry { provider });
    }
    let tracer: Option<SdkTracer> = provider.as_ref().map(|provider| provider.tracer("auditor"));
    let remote = tracer.map(|tracer| {
        tracing_opentelemetry::layer()
            .with_tracer(tracer)
            .with_filter(targets())
    });
    let local = file.map(|file| {
        tracing_subscriber::fmt::layer()
            .json()
            .with_span_events(FmtSpan::CLOSE)
            .with_writer(Mutex::new(file))
            .with_filter(targets())
    });
    let subscriber = tracing_subscriber::registry().with(remote).with(local);
    tracing::subscriber::set_global_default(subscriber)
        .map_err(|error| CommandError::auditor(format!("tracing: {error}")))?;
    Ok(Telemetry { provider })
}

fn targets() -> Targets {
    Targets::new().with_targets(TRACED.map(|target| (target, LevelFilter::INFO)))
}

fn create(path: &Path) -> Result<File, CommandError> {
    file::create(path).map_err(|error| {
        let why = file::describe_error(&error);
        CommandError::usage(format!("the trace {} cannot be written: {why}", path.display()))
            .hint("name a file that may be written anew")
    })
}

fn provider() -> Result<SdkTracerProvider, CommandError> {
    panel::wire::secure();
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .build()
        .map_err(|error| {
            CommandError::usage(format!("telemetry: {error}")).hint("look at the OTEL_ variables")
        })?;
    let resource = Resource::builder().with_service_name("auditor").build();
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource)
        .build())
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        // A collector that is gone costs its traces and nothing else.
        let _ = self.provider.as_ref().map(SdkTracerProvider::shutdown);
    }
}
