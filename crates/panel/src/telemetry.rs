//! Spans and evaluations in the words of the OpenTelemetry conventions for generative AI. The spans of single
//! calls come from `genai`. Nothing of a brief or an answer is in them unless
//! `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` asks for it.

use crate::spec::Model;
use court::opinion::{Opinion, Persona, Round};
use court::score::Score;
use genai::otel::capture_content;
use genai::otel::events::EvalResult;
use tracing::Span;

/// One audit.
pub fn audit(subject: &str, commit: &str, case: &str) -> Span {
    tracing::info_span!(
        "audit",
        "otel.name" = "invoke_workflow audit",
        "gen_ai.operation.name" = "invoke_workflow",
        "gen_ai.workflow.name" = "audit",
        "gen_ai.conversation.id" = case,
        "auditor.subject" = subject,
        "auditor.commit" = commit,
    )
}

/// One judge on one dimension.
pub fn judge(persona: Persona, dimension: &str, round: Round, model: &Model) -> Span {
    let name = format!("invoke_agent {}", persona.name());
    tracing::info_span!(
        "judge",
        "otel.name" = name.as_str(),
        "gen_ai.operation.name" = "invoke_agent",
        "gen_ai.agent.name" = persona.name(),
        "gen_ai.request.model" = model.name.as_str(),
        "auditor.dimension" = dimension,
        "auditor.rehearing" = round == Round::Rehearing,
        "auditor.answers" = tracing::field::Empty,
        "auditor.recused" = tracing::field::Empty,
    )
}

/// What a judge came to, as an evaluation of its dimension; `None` for a recusal. To be told inside its span.
pub fn opined(dimension: &str, persona: Persona, opinion: Option<&Opinion>, answers: usize) {
    let span = Span::current();
    span.record("auditor.answers", answers as u64);
    span.record("auditor.recused", opinion.is_none());
    let name = format!("{dimension}/{}", persona.name());
    let result = EvalResult::new(name);
    match opinion {
        None => result.with_error_type("recused").emit(),
        Some(opinion) => {
            let result = result.with_score_value(opinion.score.as_f64());
            if capture_content() {
                result.with_explanation(opinion.argument.as_str()).emit();
            } else {
                result.emit();
            }
        }
    }
}

/// The settled score of a dimension, or of the case.
pub fn settled(name: &str, score: Option<Score>) {
    let result = EvalResult::new(name);
    match score {
        Some(score) => result.with_score_value(score.as_f64()).emit(),
        None => result.with_score_label("not judged").emit(),
    }
}
