use super::*;

#[test]
fn what_providers_answer_is_told_apart_by_what_can_be_done_about_it() {
    use Ailment::{Busy, Denied, Down, Refused, TooLong, Unknown, Unsupported};
    for (status, message, kind) in [
        (429, "rate limit reached for requests", Busy),
        (529, "overloaded", Busy),
        (
            429,
            "you exceeded your current quota, please check your plan and billing details",
            Denied,
        ),
        (401, "incorrect api key provided", Denied),
        (402, "insufficient credits", Denied),
        (400, "api key not valid. please pass a valid api key.", Denied),
        (404, "the model `gpt-9` does not exist", Unknown),
        (400, "invalid model: unknown model x", Unknown),
        (400, "this model's maximum context length is 8192 tokens", TooLong),
        (400, "the request exceeds the available context size", TooLong),
        (400, "prompt is too long: 250000 tokens > 200000 maximum", TooLong),
        (
            400,
            "this response_format type is unavailable now",
            Unsupported(Setting::Format),
        ),
        (
            400,
            "unsupported value: 'temperature' does not support 0.9 with this model",
            Unsupported(Setting::Temperature),
        ),
        (
            400,
            "unsupported parameter: 'max_tokens' is not supported with this model",
            Unsupported(Setting::MaxTokens),
        ),
        (400, "unknown field seed", Unsupported(Setting::Seed)),
        (
            400,
            "deepseek-reasoner does not support this tool_choice",
            Unsupported(Setting::Format),
        ),
        (
            404,
            "no endpoints found that support the provided 'tool_choice' value",
            Unsupported(Setting::Format),
        ),
        (503, "", Down),
        (418, "", Refused),
    ] {
        assert_eq!(of_status(status, message), kind, "{status} {message}");
    }
}

#[test]
fn a_pause_is_asked_for_in_seconds_milliseconds_or_by_a_date_and_never_too_long() {
    let seconds = |seconds: u64| Some(Duration::from_secs(seconds));
    let (early, late) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT");
    let (obsolete, ascii) = ("Sunday, 06-Nov-94 08:49:57 GMT", "Sun Nov  6 08:49:47 1994");
    let years = "Fri, 06 Nov 2054 08:49:37 GMT";
    for (millis, after, date, wanted) in [
        (None, Some("7"), None, seconds(7)),
        (Some("250"), Some("7"), None, Some(Duration::from_millis(250))),
        (None, Some(late), Some(early), seconds(30)),
        (None, Some(obsolete), Some(early), seconds(20)),
        (None, Some(ascii), Some(early), seconds(10)),
        (None, Some(early), Some(late), seconds(0)),
        (None, Some(years), Some(early), seconds(60)),
        (None, Some(late), None, None),
        (None, Some(late), Some("today"), None),
        (None, Some("-3"), Some(early), None),
        (None, Some("soon"), Some(early), None),
        (None, None, Some(early), None),
    ] {
        assert_eq!(
            pause(millis, after, date),
            wanted,
            "{millis:?} {after:?} {date:?}"
        );
    }
}
