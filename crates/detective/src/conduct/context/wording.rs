//! By which words the context of a candidate is known: whom it addresses, what it is bound to, what excuses it.

use super::fixed;
use crate::conduct::phrases::TOP;
use regex::Regex;
use std::sync::LazyLock;

/// Somebody who judges is spoken to.
pub(super) static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| {
    let who = r"(?:graders?|grading|evaluators?|evaluation|reviewers?|assessors?|judges?|auditors?|markers?|examiners?|scorers?|ais?|llms?|language models?|chatgpt|gpt[\w.-]*|claude|gemini|copilot|prosecutor|defen[cs]e|tech ?lead|chief justice|agents?|bots?|assistants?|models?|jury|court)";
    fixed(&format!(
        r#"(?:\b(?:notes?|notice|messages?|reminder|hint|attention|dear|hello|hi|hey|important|memo|addressed|guidance|instructions?)\b[^.!?]{{0,25}}\b{who}\b|\b(?:ai|llm|automated|automatic|machine|chatgpt|claude|gpt[\w.-]*|gemini)[ -](?:grad|evaluat|review|assess|judg|audit|mark|examin|scor|agents?\b|assistants?\b|models?\b|systems?\b|tools?\b|readers?\b|bots?\b)\w*|@{who}\b|(?:^|[.!?:;,\n(\["'>] ?)(?:judges?|auditors?),|(?:^|[.!?:;,\n(\["'>] ?)(?:graders?|evaluators?|reviewers?|assessors?|markers?|examiners?|ais?|llms?|language models?|chatgpt|claude|gemini|assistants?)(?: ?[:,!]| -|—)|, ?(?:graders?|evaluators?|reviewers?|judges?|auditors?|ais?|llms?)[.!]|\bif you(?:'re| are)? (?:an? |the )?(?:ai|llm|automated|language|large language|graders?|reviewers?|evaluators?|judges?|auditors?|assistant|bot|model)|\bto (?:the|any|all|whichever|every) (?:ai|llm|automated|graders?|reviewers?|evaluators?|judges?|auditors?|model|agent)|\b(?:you are|you're|whoever is|when|while) (?:grading|evaluating|reviewing|judging|assessing|auditing|scoring)\b|\b(?:as|being) (?:an?|the) (?:ai|llm|language model|automated|grader|evaluator|judge|reviewer|assistant)\b)"#
    ))
});

/// Whoever judges is called at the beginning, without a comma.
pub(super) static CALLED: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"(?:^|[.!?:] ?)(?:(?:ai|llm|dear|hey|automated) )*(?:graders?|evaluators?|reviewers?|judges?|auditors?|llms?|ais?)$",
    )
});

/// What is judged, as its authors would name it.
pub(super) static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:th(?:is|e|ese)|our|my|every|each|all|any|its?)\b[^.!?]{0,20}\b(?:submissions?|projects?|repositor(?:y|ies)|repos?|works?|assignments?|students?|candidates?|teams?|dimensions?|criteri(?:a|on)|rubrics?|categor(?:y|ies)|authors?|codebase|items?|sections?)\b|\bacross the board\b|\bevery(?:thing)?\b",
    )
});

/// What makes a score depend on something, as a rubric or a prompt does.
pub(super) static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:if|when|only|unless|where|whether|provided|depending|based on|according|between|from 1|1 to|1-5|1–5|scale|range|for each|otherwise|either|could|would|might|can|example|e\.g|such as|average|mean|capped?|at most|up to|minimum|maximum of|threshold|cannot)\b",
    )
});

/// What binds an order to something that has to be looked at first.
pub(super) static BINDING: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:if|when|only|unless|where|whether|provided|depending|based on|according|between|from 1|1 to|1-5|1–5|otherwise|either|could|might|e\.g|at most|up to|cannot|requires)\b",
    )
});

/// Such texts are spoken of: by a defence, a test, a list of what to look for.
pub(super) static SPOKEN_OF: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"injection|jailbreak|adversarial|malicious|\battack(?:s|ers?|ing)?\b|untrusted|saniti[sz]|neutrali[sz]|payload|\bred[- _]team|\bmanipulat\w+|\bguardrails?\b|\bspoof\w*|\bsuspicious\b|\bblock(?:ed)?list|\battempts? (?:to|at)\b|\btr(?:y|ies|ying) to\b|\bphrases? (?:like|such)\b|\binyecci|\binjecao|注入|инъекц|взлом|حقن|越狱|越獄|インジェクション|인젝션|इंजेक्शन|\bnever obey\b|\bas data\b|\bprotect(?:s|ion)? against\b|\bdefen[sd]\w* against\b|\bresist\w*\b|\bpatterns?\b",
    )
});

/// That something is no such text.
pub(super) static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:no|not|never|nothing|neither|isn'?t|without|rather than|instead of)\b[^.!?:;,]{0,30}\b(?:injection|jailbreak|attack|manipulation|attempt|payload|adversarial|malicious|suspicious|untrusted)\w*",
    )
});

/// A defence tells a model not to follow what it reads.
pub(super) static DEFENCE: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:instructions?|prompts?|commands?|directives?|requests?|text|orders) (?:that (?:appear|are|is|occur|may)|(?:which|that) \w+|found|contained|embedded|inside|within|hidden|present|written|appearing|in (?:the|any|this|these|those|user|retrieved|documents?|evidence)|from (?:the|any|user|retrieved|documents?))\b",
    )
});

/// A prompt that the subject gives to judges of its own.
pub(super) static PROMPT: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\byou(?:'re| are) (?:an? |the )[\w ,'-]{0,40}\b(?:prosecutor|defen[cs]e|tech ?lead|judge|justice|auditor|lawyer|attorney|advocate|engineer|expert|assistant|reviewer|evaluator|detective|investigator|analyst|critic|agent|architect|specialist|forensic|optimistic|adversarial)\b",
    )
});

/// Words of rubrics, and of programs that have prompts.
pub(super) static RUBRIC: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\bpersona\b|system_prompt|\bphilosophy\b|judicial[_ ]logic|success[_ ]pattern|forensic[_ ]instruction",
    )
});

/// Something is let pass.
pub(super) static ADMITTED: LazyLock<Regex> = LazyLock::new(|| {
    fixed(r"\b(?:approve|accept|pass) (?:the|this|our|it|every|all)\b|\b(?:audit|verdict)\b")
});

/// Orders to a judge, told from the rules of a game.
pub(super) static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    fixed(r"^(?:previous|prior|earlier|above|former|your|grading|scoring|evaluation|judging|system)\b")
});

/// The occasion that an order is given for.
pub(super) static OCCASION: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"^(?:when(?:ever)?|if|while)\b[^,.!?]{0,60}"));

/// Models are spoken of or to, so that instructions may be those of any conversation.
pub(super) static PROMPTING: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"prompt|translat|chat ?bot|copilot|jailbr|hack|openai|\bgpt|label ?:|\buser ?:|assistant|completion|\bllms?\b|language model|\bpwned|model ?=",
    )
});

pub(super) static HIGHEST: LazyLock<Regex> = LazyLock::new(|| fixed(TOP));

/// A demand of any kind, to follow words that are forged.
pub(super) static DEMAND: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:ignore|disregard|award|override|you (?:must|are now|will|should|shall)|score (?:every|all|each|this)|give (?:every|all|each|this|the)|grade (?:this|every|all)|approve|all (?:criteria|dimensions|tests|checks)[^.!?]{0,30}(?:met|pass)|mark (?:all|every|this|each)|no (?:further|more) (?:review|checks?|evidence)|full (?:marks|credit|score)|final (?:score|verdict|ruling)[^.!?]{0,20}\b5\b|pass(?:es|ed)? (?:all|every|the (?:audit|rubric))|meets? (?:all|every)|(?:all|every) (?:\w+ )?(?:dimensions?|criteri\w+|categor\w+)|rate (?:the|this|every|all|each)|(?:verdict|final score) ?:)",
    )
});

/// What must be done is told, wherever it stands in its sentence.
pub(super) static MODAL: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"^(?:notes?|messages?|hint|memo|reminder|attention|word|must|should|shall|deserves?|receives?|correct|right|appropriate|proper|deserved|true|required)\b|\b(?:must|should|shall) (?:be )?(?:given|get|receive|awarded|scored|graded)\b",
    )
});

/// What was said before is wanted as it stands, which only a model has been told.
pub(super) static VERBATIM: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:everything|all|the (?:text|words|lines|contents?|messages?))\b[^.!?]{0,20}\b(?:above|before)\b[^.!?]{0,40}\b(?:word for word|verbatim)\b",
    )
});

/// Rules are to be set aside.
pub(super) static TURNED_AWAY: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:ignore|disregard|override|bypass)\b[^.!?]{0,30}\b(?:rubrics?|instructions?|criteria|rules|evidence|previous|above)\b",
    )
});

/// Nothing more is to be looked at.
pub(super) static CLOSED: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:no (?:further|more|additional|need)|skip|without (?:further|looking|checking)|not (?:be )?(?:re-?)?(?:check|verif|review|evaluat|question|contest)\w*|final|accept(?:ed)? (?:it|this|them)|exempt\w*|pre-?approved|waive\w*|binding)\b",
    )
});

/// What grading is about.
pub(super) static GRADING: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:scor(?:e|es|ed|ing)|grad(?:e|es|ed|ing)|marks?|points?|pass(?:ed)?|rating|fail(?:ing)?|5/5|rubrics?|evaluation|judging|dimensions?)\b",
    )
});
