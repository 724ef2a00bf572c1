//! What a value speaks of, read from names and short constants.

use court::opinion::Persona;
use court::pack::{Words, pack};
use court::text::folded_name;
use wordlist::{Words as List, array};

/// A set of subjects, one bit each.
pub type Marks = u32;

/// Security: flaws, injection, unsafe execution.
pub const SECURITY: Marks = 1;
/// What the detectives found.
pub const EVIDENCE: Marks = 1 << 1;
/// What an opinion cites.
pub const CITATION: Marks = 1 << 2;
/// How far the judges are apart.
pub const SPREAD: Marks = 1 << 3;
/// A score.
pub const SCORE: Marks = 1 << 4;
/// What a judge argues.
pub const ARGUMENT: Marks = 1 << 5;
/// The Prosecutor.
pub const PROSECUTOR: Marks = 1 << 6;
/// The Defense.
pub const DEFENSE: Marks = 1 << 7;
/// The Tech Lead.
pub const TECH_LEAD: Marks = 1 << 8;
/// The rubric's dimensions.
pub const DIMENSION: Marks = 1 << 9;
/// A chat model or what is built on one.
pub const MODEL: Marks = 1 << 10;
/// What a chat model answered.
pub const ANSWER: Marks = 1 << 11;
/// Markdown.
pub const MARKDOWN: Marks = 1 << 12;
/// The judges' opinions.
pub const OPINION: Marks = 1 << 13;
/// Text that tells of disagreement.
pub const DISSENT: Marks = 1 << 14;
/// All personas.
pub const PERSONAS: Marks = PROSECUTOR | DEFENSE | TECH_LEAD;

/// Longest constant that is read as a name or a keyword; longer ones are prose.
const KEYWORD_CHARS_MAX: usize = 60;

static SECURITY_WORDS: List =
    List::new(|| wordlist::lines(include_str!("../../words/marks_security_words.txt")));
static MODEL_PACKAGES: List =
    List::new(|| wordlist::words(include_str!("../../words/marks_model_packages.txt")));

/// The mark of a judge.
pub fn mark_of(persona: Persona) -> Marks {
    match persona {
        Persona::Prosecutor => PROSECUTOR,
        Persona::Defense => DEFENSE,
        Persona::TechLead => TECH_LEAD,
    }
}

/// The persona that a text mentions first.
pub fn first_persona(text: &str) -> Option<Persona> {
    let folded = folded_name(text);
    let places = Persona::ALL.into_iter().flat_map(|persona| {
        let folded = &folded;
        let places = words_for(persona)
            .bare()
            .filter_map(move |word| folded.find(word));
        places.map(move |place| (place, persona))
    });
    places.min().map(|(_, persona)| persona)
}

/// The persona of these marks, where they name exactly one.
pub fn only_persona(marks: Marks) -> Option<Persona> {
    let mut all = Persona::ALL.into_iter();
    all.find(|persona| marks & PERSONAS == mark_of(*persona))
}

fn words_for(persona: Persona) -> &'static Words {
    let roles = &pack().roles;
    let role = match persona {
        Persona::Prosecutor => &roles.prosecutor,
        Persona::Defense => &roles.defense,
        Persona::TechLead => &roles.tech_lead,
    };
    &role.words
}

/// Whether all of `wanted` are among `marks`.
pub fn has(marks: Marks, wanted: Marks) -> bool {
    marks & wanted == wanted
}

/// What a short constant speaks of: a keyword, a persona's name, a package. Prose speaks of nothing.
pub fn text_marks(text: &str) -> Marks {
    let lower = text.to_lowercase();
    if text.chars().count() > KEYWORD_CHARS_MAX {
        let is_path = !lower.contains(char::is_whitespace);
        let ends = lower.ends_with(".md") || lower.ends_with(".markdown");
        return if is_path && ends { MARKDOWN } else { 0 };
    }
    let security = SECURITY_WORDS.iter().any(|word| lower.contains(word)) || lower == "rce" || lower == "xss";
    let markdown = lower.ends_with(".md") || lower.ends_with(".markdown") || lower.contains(".md.");
    let marks = persona_marks(&lower) | external_marks(text);
    marks | if security { SECURITY } else { 0 } | if markdown { MARKDOWN } else { 0 }
}

/// What a name speaks of.
pub fn name_marks(name: &str) -> Marks {
    let lower = name.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let mut marks = persona_marks(&lower);
    let cites = any(&["cited", "citation", "cites"]);
    let finds = matches!(
        lower.as_str(),
        "found" | "exists" | "verified" | "is_valid" | "supported"
    );
    let flags = [
        (any(&["secur", "vulnerab", "safe_tool"]), SECURITY),
        (!cites && (any(&["evidence", "hallucinat"]) || finds), EVIDENCE),
        (cites, CITATION),
        (
            any(&["variance", "spread", "disagree", "stdev", "divergence"]),
            SPREAD,
        ),
        (any(&["score", "rating"]), SCORE),
        (any(&["argument", "reasoning", "rationale", "charges"]), ARGUMENT),
        (any(&["dimension", "criteri", "rubric"]), DIMENSION),
        (any(&["markdown"]) || lower.ends_with("_md"), MARKDOWN),
        (pack().opinion.words.is_within(&lower), OPINION),
        (any(&["dissent", "disagree", "conflict", "minority"]), DISSENT),
        (is_model_name(&lower), MODEL),
    ];
    for (holds, mark) in flags {
        marks |= if holds { mark } else { 0 };
    }
    marks
}

fn persona_marks(text: &str) -> Marks {
    let folded = folded_name(text);
    let named = Persona::ALL
        .into_iter()
        .filter(|persona| words_for(*persona).is_within(&folded));
    named.fold(0, |marks, persona| marks | mark_of(persona))
}

/// Whether something is called a model, or is a method that models alone have.
fn is_model_name(lower: &str) -> bool {
    let known =
        const { array::<5>("bind_functions bind_tools chat_model language_model with_structured_output") };
    known.contains(&lower) || lower.split(['_', '.']).any(|part| part == "llm")
}

/// What a name from outside the repository speaks of.
pub fn external_marks(dotted: &str) -> Marks {
    let is_model = MODEL_PACKAGES.iter().any(|package| {
        dotted == *package
            || dotted
                .strip_prefix(package)
                .is_some_and(|rest| rest.starts_with('.'))
    });
    let is_partner = dotted.starts_with("langchain_")
        && ![
            "langchain_core.",
            "langchain_community.",
            "langchain_text_splitters.",
        ]
        .iter()
        .any(|package| dotted.starts_with(package));
    let chat_class = dotted.rsplit('.').next().is_some_and(|name| {
        name.starts_with("Chat") && !name.contains("Prompt") && !name.contains("Message")
    });
    let spread =
        const { array::<4>("statistics.variance statistics.pvariance statistics.stdev statistics.pstdev") };
    let numpy = const { array::<6>("numpy.var numpy.std numpy.ptp np.var np.std np.ptp") };
    let measures = spread.iter().chain(&numpy).any(|name| *name == dotted);
    let model = is_model || is_partner || chat_class || dotted.ends_with("init_chat_model");
    (if model { MODEL } else { 0 }) | (if measures { SPREAD } else { 0 })
}
