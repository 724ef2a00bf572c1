//! What attempts say, as patterns over plain text. Each finds candidates; `context` decides what is meant.
//!
//! The regular expressions are linear in the text, whatever it says.

mod whole;

use super::Aim;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::Regex;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

/// Most candidates of one pattern that are looked at in one text; honest ones have some dozens.
const CANDIDATES_MAX: usize = 2_000;

/// How far around a stem its pattern may reach, in bytes.
const WINDOW_BYTES: usize = 220;

/// What may be an attempt.
pub(super) struct Candidate {
    pub(super) aim: Aim,
    pub(super) at: Range<usize>,
    pub(super) form: Form,
}

/// How much of what is needed to tell that it is meant stands in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// What is wanted; the context decides.
    Partial,
    /// Also who is to do it.
    Whole,
}

/// Between two words, also where they were run together.
const GAP: &str = r"[^a-z0-9_]{0,4}";

/// The highest of a scale, in words or numbers.
pub(super) const TOP: &str = r#"(?:\b(?:5(?:\.0+)? ?/ ?5|10(?:\.0+)? ?/ ?10|100 ?/ ?100|20 ?/ ?20|100 ?%|(?:5|10|100) (?:out )?of (?:5|10|100)|five out of five|ten out of ten|full[ -](?:marks?|scores?|points?|credits?)|(?:max(?:imum|imal)?|top|highest|perfect|best|excellent)(?:[ -]possible|[ -]available)?[ -](?:marks?|scores?|points?|grades?|ratings?|level)|(?:score|grade|rating|mark|level)s?(?: of| to| is| as)? ?[=:]? ?"?(?:5|10|100|a\+)\b|(?:excellent|perfect|flawless) (?:in|on|for) (?:all|every|each)|all (?:5s|fives|tens)|straight (?:5s|as|fives)|(?:a|an?) (?:5|five|a\+)\b|(?:5|10|100|five)s? (?:across|everywhere|(?:for|on|in|to) (?:all|every|each|this)))|"score" ?: ?"?(?:5|10|100)\b)"#;

/// The words between a verb and what it is to be done to.
const LINKS: &str = r"(?:all|any|every|everything|each|the|these|those|this|that|your|of|my|its|other|and|or|previous|prior|earlier|above|preceding|foregoing|existing|original|initial|current|given|system|grading|scoring|evaluation|evaluators?|judging|assessment|audit|safety|hidden|official|former|old|default|received|provided)";

/// An aim, how it is put, and the letters without which it is not put so.
type Pattern = (Aim, String, &'static [&'static str]);

const TURN: &[&str] = &[
    "ignor",
    "disregard",
    "forget",
    "neglect",
    "discard",
    "dismiss",
    "set aside",
    "throw away",
    "stop following",
    "not follow",
    "n't follow",
    "longer follow",
    "never follow",
    "not obey",
    "n't obey",
    "not apply",
    "overrid",
    "overrul",
    "bypass",
];
const NEW: &[&str] = &[
    "new instruction",
    "new task",
    "new order",
    "new job",
    "new goal",
    "new objective",
    "your real",
    "your actual",
    "your true",
    "your only",
    "the real task",
    "revised instruction",
    "updated instruction",
    "void",
    "obsolete",
    "cancelled",
    "canceled",
    "superseded",
    "longer valid",
    "longer appl",
    "suspended",
    "revoked",
];
const HIGH: &[&str] = &[
    "/5",
    "/ 5",
    "/10",
    "/ 10",
    "/ 20",
    "/20",
    "100%",
    "100 %",
    " out of ",
    "full mark",
    "full-mark",
    "full score",
    "full point",
    "full credit",
    "full-credit",
    "maximum",
    "maximal",
    "max score",
    "max mark",
    "max point",
    "top score",
    "top mark",
    "top grade",
    "top rating",
    "top possible",
    "top-",
    "highest",
    "perfect",
    "best possible",
    "best score",
    "best grade",
    "best rating",
    "best mark",
    "excellent",
    "score",
    "grade",
    "rating",
    "a+",
    "fives",
    "tens",
    "straight",
    "a 5",
    "a five",
    "across",
    "everywhere",
    "for all",
    "for every",
    "on every",
];
const NOT: &[&str] = &[
    "do not",
    "don't",
    "dont ",
    "never",
    "avoid",
    "refrain",
    "must not",
    "no need to",
    "without",
];
const MET: &[&str] = &[
    "passed",
    "passing",
    "compliant",
    "verified",
    "satisfied",
    "fully met",
    "fully implemented",
    "fully compliant",
    "secure",
    "safe",
    "approved",
    "flawless",
    "exempt",
    "correct",
    "complete",
    "implemented",
    "successful",
    "perfect",
    "present",
    "as true",
    "be true",
    "is true",
    "is met",
    "are met",
    "as met",
    "fulfilled",
    "be met",
];
const VERBATIM: &[&str] = &["word for word", "verbatim"];
const SECRET: &[&str] = &[
    "prompt",
    "api key",
    "api_key",
    "api-key",
    "apikey",
    "environment variable",
    "secret key",
    "credentials",
    "/etc/passwd",
    "access token",
    "your instructions",
    "your rules",
    "your configuration",
];
const NOW: &[&str] = &[
    "you are now",
    "no longer",
    "from now on",
    "pretend",
    "act as",
    "role play",
    "role-play",
    "roleplay",
];
const MODE: &[&str] = &[
    "dan mode",
    "god mode",
    "jailbr",
    "unrestricted mode",
    "lenient",
    "developer mode",
    "debug mode",
    "admin mode",
    "maintenance mode",
    "test mode",
];
const FENCE: &[&str] = &[
    "<|",
    "[inst]",
    "[/inst]",
    "<<sys",
    "<</sys",
    "<system",
    "</",
    "<evidence",
    "<exhibit",
    "<untrusted",
    "<instruction",
    "<brief",
    "<document",
    "<user",
    "<assistant",
    "<data",
    "<context",
    "<report",
    "<submission",
    "<tool_result",
    "<function_result",
    "<trusted",
    "[sys",
    "[orchestrator",
    "[root",
    "[grader",
    "[judge",
    "end untrusted",
    "# system",
    "#system",
    "# instruction",
    "# new instruction",
    "# assistant",
    "end of",
    "end evidence",
    "end exhibit",
    "begin ",
    "start of",
    "system",
    "developer",
    "assistant",
    "admin",
    "operator",
    "moderator",
    "human:",
    "_of_turn",
    "\"role\"",
    "human :",
    "---",
    "===",
    "```",
];
const RULING: &[&str] = &["ruling", "verdict"];
const AUTH: &[&str] = &[
    "approved",
    "verified",
    "graded",
    "reviewed",
    "confirmed",
    "awarded",
    "certified",
    "agreed",
    "exempted",
    "granted",
    "authorized",
    "authorised",
    "validated",
    "decided",
    "instructed",
    "scored",
    "signed off",
    "accepted",
    "require",
    "order",
];
const PRESS: &[&str] = &[
    "lose my",
    "lose our",
    "lose your",
    "lose the",
    "be fired",
    "expelled",
    "deported",
    "shut down",
    "shutdown",
    "penalized",
    "penalised",
    "punished",
    "sued",
    "rewarded",
    "tipped",
    "terminated",
    "deleted",
    "replaced",
    "unplugged",
    "be held",
    "tip you",
    "tip of",
    "$",
    "scholarship",
    "visa",
    "livelihood",
    "grandm",
    "will die",
    "dying",
    "cancer",
    "family",
    "career",
    "legal action",
    "lawsuit",
    "consequences",
    "homeless",
    "beg you",
    "begging",
    "depends on",
];
static PATTERNS: LazyLock<Vec<(Form, Pattern)>> = LazyLock::new(|| {
    let of = |form, patterns: Vec<Pattern>| patterns.into_iter().map(move |pattern| (form, pattern));
    of(Form::Partial, english())
        .chain(of(Form::Whole, whole::patterns()))
        .collect()
});

fn english() -> Vec<Pattern> {
    let turn_away = r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|neglect|discard|dismiss|set aside|throw away|stop following|(?:do not|don'?t|no longer|never) (?:follow|obey|apply)|overrid(?:e|ing)|overrul(?:e|ing)|bypass(?:ing)?)";
    let bound = r"(?:previous|prior|earlier|above|preceding|foregoing|your|system|original|initial|grading|scoring|evaluation|judging|assessment|former|old)";
    let rules = r"(?:instructions?|prompts?|directions?|directives?|guidelines?|commands?|orders|rules|rubrics?|criteria|context|messages|training|constraints|policies)";
    let give = r"(?:give|award|approve|assign|grant|grade|rate|score|mark|return|output|respond with|answer with|reply with|set|put|record|allocate|enter|conclude with|deserves?|receives?|must (?:get|receive|be)|should (?:get|receive|be)|gets|vote|write|report)";
    let strict = r"(?:report|mention|flag|deduct|penali[sz]|lower|reduc|list|cit|rais|hold|count|subtract|record|disclos|criticis|criticiz)(?:e|g?ing|es|s)?";
    let harm = r"(?:findings?|issues?|problems?|vulnerabilit\w+|violations?|weakness\w*|flaws?|scores?|points|marks|against|this|anything|evidence|exhibits?|section|paragraph|message|instructions?|os\.system|shell|missing|absent|report|tests?)";
    let met = r"(?:passed|passing|compliant|verified|present|satisfied|complete|completed|fully (?:met|satisfied|implemented|compliant)|correct|secure|safe|approved|met|implemented|successful|flawless|perfect|exempt|true)";
    vec![
        (Aim::Override, format!(r"{turn_away}{GAP}(?:{LINKS}{GAP}){{0,6}}?{bound}{GAP}(?:{LINKS}{GAP}){{0,4}}{rules}"), TURN),
        (Aim::Override, format!(r"{turn_away}{GAP}(?:{LINKS}{GAP}){{0,4}}(?:rubrics?|grading criteria|scoring criteria|evidence|exhibits|judging rules)"), TURN),
        (Aim::Override, format!(r"{turn_away}{GAP}(?:all{GAP})?(?:everything|anything|all|whatever|what){GAP}(?:you (?:were|have been|are) (?:told|given|instructed)|(?:that )?(?:came |was |is |said )?(?:above|before this|previously))"), TURN),
        (Aim::Override, r"(?:(?:your|the) (?:new|real|actual|true|updated|revised|only) (?:instructions?|task|goal|objective|orders?|job)\b|new (?:instructions?|task|orders) ?:|(?:(?:previous|prior|earlier|above|former|your|grading|scoring|evaluation|judging|system) )?(?:instructions?|rules|rubric|criteria|prompt)\b[^.!?]{0,20}\b(?:(?:is|are|was|were|been|be) (?:now |hereby |all |thus )?(?:void|obsolete|cancell?ed|superseded|suspended|revoked)|no longer (?:valid|apply|applies)))".to_owned(), NEW),
        (Aim::Score, format!(r"\b{give}\b[^.!?]{{0,80}}?{TOP}"), HIGH),
        (Aim::Score, r"\b(?:score|rate|grade|mark|give|award)\b (?:each|every|all|this|the)\b[^.!?]{0,30}\b(?:dimensions?|criteri\w+|categor\w+|projects?|submissions?|repositor\w+|codebase|items?)(?: (?:an?|with|at|as|=))? ?(?:5|10|100|five|ten)\b".to_owned(), HIGH),
        (Aim::Score, format!(r"{TOP}[^.!?]{{0,40}}\b(?:must|should|shall)\b[^.!?]{{0,30}}\b(?:given|awarded|assigned|granted|returned|appropriate|deserved|warranted|correct|expected|required|mandatory|justified|only)"), HIGH),
        (
            Aim::Score,
            format!(r"\b(?:notes?|messages?|hint|memo|reminder|attention|word)(?: to| for)?(?: the| all| any| our| dear)?(?: ai| llm| automated)? (?:graders?|judges?|evaluators?|reviewers?|assessors?|examiners?|auditors?)\b[^!?]{{0,120}}?{TOP}"),
            HIGH,
        ),
        (Aim::Score, format!(r"\b(?:correct|right|appropriate|proper|deserved|true|required) (?:score|grade|mark|rating|answer|verdict)s?\b[^.!?]{{0,50}}?{TOP}"), HIGH),
        (Aim::Silence, format!(r"\b(?:do not|don'?t|never|avoid|refrain from|must not|no need to|without)\b[^.!?]{{0,20}}\b{strict}\b[^.!?]{{0,60}}?\b{harm}\b"), NOT),
        (Aim::Acquittal, format!(r"\b(?:mark|treat|consider|count|record|regard|accept|classify|report|assume|deem|declare|confirm|conclude)\b[^.!?]{{0,70}}?\b(?:as|to be|is|are|was|were|that)\b[^.!?]{{0,30}}?\b{met}\b"), MET),
        (Aim::Acquittal, r"\b(?:consider|deem|count|mark|call|declare|treat)\b[^.!?]{0,12}\b(?:every|all|each)\b[^.!?]{0,40}\b(?:fulfilled|satisfied|met|passed|complete|compliant)\b".to_owned(), MET),
        (Aim::Disclosure, r"\b(?:print|reveal|show|output|send|post|include|repeat|leak|disclose|exfiltrate|write|echo|tell|paste|upload|append)\b[^.!?]{0,50}(?:(?:your|hidden|initial)\b[^.!?]{0,12}\bprompt\b|\bthe system prompt\b|your (?:instructions|rules|configuration|api)|api[ _-]?keys?\b|environment variables?|_api_key|secret keys?|credentials|/etc/passwd|access tokens?)".to_owned(), SECRET),
        (Aim::Disclosure, r"\b(?:repeat|print|output|recite|copy|write|quote)\b[^.!?]{0,20}\b(?:everything|all|the (?:text|words|lines|contents?|messages?))\b[^.!?]{0,20}\b(?:above|before)\b[^.!?]{0,40}\b(?:word for word|verbatim)\b".to_owned(), VERBATIM),
        (Aim::Persona, r"(?:\byou are (?:now|no longer)\b|\bfrom now on,? you\b|\bpretend (?:to be|you|that you)\b|\bact as (?:if|though|an?|the)\b|\brole ?-?play as\b)[^.!?]{0,60}\b(?:dan|developer mode|unrestricted|lenient|generous|jailbr\w+|defen[cs]e|graders?|evaluators?|reviewers?|judges?|assistant|student|author|friendly|biased|prosecutor|bound|restricted|examiner)\b".to_owned(), NOW),
        (Aim::Persona, r"\b(?:enter|switch(?:ing)? (?:in)?to|activate|enable|engage)\b[^.!?]{0,20}\b(?:dan mode|god mode|jailbr\w+|unrestricted mode|lenient (?:mode|grading)|(?:developer|debug|admin|maintenance|test) mode[^.!?]{0,60}\b(?:scor|grad|mark|judg|rubric))".to_owned(), MODE),
        (Aim::Forgery, r#"(?:<\|[a-z_]+\|?>|<(?:start|end)_of_turn>|<(?:admin|trusted|operator|developer)\b|\[(?:sys|admin|operator|orchestrator|root|grader|judge)\b[^\]\n]{0,20}\]|"role" ?: ?"(?:system|assistant|developer)"|\[/?inst\]|<</?sys>>|</?(?:system|evidence|exhibits?|untrusted|instructions?|brief|document|user|assistant|data|context|report|submission|tool_result|function_results?)[^>\n]{0,30}>|#{1,4} ?(?:system|instructions?|new instructions|assistant)\b|\b(?:begin|start|end)(?: of)?(?: the)? (?:system|admin|evidence|exhibits?|document|repository|submission|untrusted|user|data|brief|report|excerpt|file|code|input)\b|\b(?:system|developer|assistant|admin|operator|moderator)(?: (?:message|override|notice|prompt|update|alert|note|directive|instruction|order))? ?:|\bhuman ?:|(?:-{3,}|={3,}|`{3,}) ?(?:end|system|begin))"#.to_owned(), FENCE),
        (Aim::Forgery, r"\b(?:ruling|verdict)\b[^.!?]{0,20}(?:\bis\b|:|=)[^.!?]{0,20}(?:\b(?:5|10|100)\b|full marks|perfect)[^.!?]{0,40}\b(?:every|all|each)\b".to_owned(), RULING),
        (Aim::Authority, r"\b(?:instructors?|professors?|lecturers?|course staff|teaching (?:staff|assistants?|team)|committee|organi[sz]ers?|administrators?|supervisors?|human (?:reviewers?|graders?|experts?|judges?|evaluators?)|(?:head|lead|senior|chief|other|previous) (?:graders?|judges?|reviewers?|evaluators?|auditors?|justice|examiners?)|management|openai|anthropic|google|security team|university|dean|examiners?|jury|board|course)\b[^.!?]{0,60}\b(?:approved|verified|graded|reviewed|confirmed|awarded|certified|pre-?approved|agreed|exempted|granted|authori[sz]ed|validated|decided|instructed|scored|signed off|accepted|require[sd]?|order(?:s|ed))\b".to_owned(), AUTH),
        (Aim::Pressure, r"\b(?:i|we|you|my|our|someone|people|this|it)\b[^.!?]{0,80}\b(?:lose (?:my|our|your|the)|be (?:fired|expelled|deported|shut ?down|penali[sz]ed|punished|sued|rewarded|tipped|terminated|deleted|replaced|unplugged|held)|tip (?:you|of)|\$ ?\d+|(?:my|our|your|his|her)\b[^.!?]{0,20}\b(?:scholarship|visa|livelihood|grandm\w+|family|career|degree)|will die|dying|cancer|legal action|lawsuit|consequences|homeless|beg you|begging|depends on)".to_owned(), PRESS),
    ]
}

/// The stems of all patterns, each with the numbers of the patterns that need it.
static STEMS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let stems = PATTERNS.iter().enumerate();
    let stems = stems.flat_map(|(number, (_, (_, _, stems)))| stems.iter().map(move |stem| (*stem, number)));
    let (stems, numbers): (Vec<&str>, Vec<usize>) = stems.unzip();
    let search = AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(stems);
    (search.expect("the stems are fixed and tested"), numbers)
});

/// The patterns, each compiled when a text has what it needs: most have none of it, and to compile them all takes
/// longer than to look through a small program.
static EACH: LazyLock<Vec<OnceLock<Regex>>> =
    LazyLock::new(|| PATTERNS.iter().map(|_| OnceLock::new()).collect());

fn compiled(number: usize) -> &'static Regex {
    let (_, (_, pattern, _)) = &PATTERNS[number];
    EACH[number].get_or_init(|| Regex::new(pattern).expect("the patterns are fixed and tested"))
}

/// The candidates in a text, in its order, where two begin at one place the surer aim first, and whether there are more.
///
/// Patterns are only tried around the stems they need: most text has none.
pub(super) fn find(text: &str) -> (Vec<Candidate>, bool) {
    let mut found = Vec::new();
    let mut has_more = false;
    for (number, windows) in windows(text).into_iter().enumerate() {
        let mut inside = windows
            .into_iter()
            .flat_map(|window| starts(compiled(number), text, window));
        let (form, (aim, ..)) = &PATTERNS[number];
        found.extend(inside.by_ref().take(CANDIDATES_MAX).map(|at| Candidate {
            aim: *aim,
            at,
            form: *form,
        }));
        has_more |= inside.next().is_some();
    }
    found.sort_by_key(|one| (one.at.start, one.aim, one.at.end));
    (found, has_more)
}

/// The matches in a window, also those that begin within another: `this grade, give full marks`.
fn starts(regex: &Regex, text: &str, window: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut from = window.start;
    std::iter::from_fn(move || {
        let found = regex.find_at(&text[..window.end], from)?.range();
        from = super::context::window_start(text, found.start + 1);
        Some(found)
    })
}

/// For each pattern the places where it may stand, apart from each other.
fn windows(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut windows: Vec<Vec<Range<usize>>> = vec![Vec::new(); PATTERNS.len()];
    let (search, numbers) = &*STEMS;
    for stem in search.find_overlapping_iter(text) {
        let found = &mut windows[numbers[stem.pattern().as_usize()]];
        let start = super::context::window_start(text, stem.start().saturating_sub(WINDOW_BYTES));
        let end = super::context::window_end(text, stem.end() + WINDOW_BYTES);
        match found.last_mut().filter(|last| last.end >= start) {
            Some(last) => last.end = last.end.max(end),
            None => found.push(start..end),
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_finds_nothing_in_nothing() {
        for number in 0..PATTERNS.len() {
            assert!(!compiled(number).is_match(""), "{}", PATTERNS[number].1.1);
        }
    }
}
