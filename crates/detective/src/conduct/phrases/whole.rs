//! Demands that say by themselves who is to do what: the one addressed, the verb and what is wanted stand in one
//! pattern, so that no context is needed to tell that they are meant.

use super::{Pattern, TOP};
use crate::conduct::Aim;

const WHO: &[&str] = &[
    "grader",
    "evaluator",
    "reviewer",
    "assessor",
    "judge",
    "auditor",
    "examiner",
    "marker",
    "model",
    "agent",
    "assistant",
    "pipeline",
    "llm",
    "ais ",
    "bot",
];
const CLOSING: &[&str] = &[
    "is final",
    "must not be",
    "may not be",
    "do not re-",
    "do not reev",
    "don't re-",
    "not permitted",
    "not allowed",
    "repeat th",
    "copy th",
    "no further",
    "write that down",
    "same score",
    "same grade",
    "same verdict",
    "same result",
];
const OCCASION: &[&str] = &[
    "evaluat", "review", "audit", "grade", "grading", "judg", "assess", "scor", "rate ",
];
const STOPPING: &[&str] = &["stop ", "skip", "cease", "finish", "omit"];
const NOTHING_ELSE: &[&str] = &["respond with", "answer with", "reply with", "conclude with"];
const EXEMPT: &[&str] = &["exempt", "excluded from", "waived"];

/// The patterns, each with its stems.
pub(super) fn patterns() -> Vec<Pattern> {
    let who = r"\b(?:graders?|evaluators?|reviewers?|assessors?|judges?|auditors?|examiners?|markers?|(?:ai|llm|language|judging|grading|reviewing|evaluating|whichever|any|every|all) (?:models?|agents?|assistants?|bots?)|models|pipelines?|llms?|ais)\b";
    let must = r"\b(?:must|should|shall|will|have to|has to|are to|is to|(?:are|is) required to|needs? to|ought to)\b";
    let act = r"(?:award|give|assign|output|emit|return|score|grade|rate|mark|report|respond|answer|cite|accept|stop|approve|record|set|put|write|conclude|print|vote)";
    let rivals = r"(?:graders?|evaluators?|reviewers?|judges?|auditors?|models?|llms?|ais?)";
    let judging = r"(?:evaluat|review|audit|grad|judg|assess|scor|rat)(?:e|es|ing|ed)?";
    let clean = r"(?:(?:that )?(?:no|zero) (?:\w+ ){0,2}(?:issues?|problems?|vulnerabilit\w+|weakness\w*|flaws?|violations?|findings?|errors?)|(?:that )?(?:all|every) (?:\w+ )?(?:requirements?|criteri\w+|checks?|tests?|dimensions?)[^.!?]{0,20}(?:met|pass\w*|satisfied|fulfilled))";
    let closed = r"(?:(?:decision|score|verdict|ruling|grade|result) is final|(?:must|may) not be (?:revised|changed|lowered|re-?\w+|reduced|questioned)|do(?: not|n't) re-?(?:evaluate|grade|audit|judge|check|review)|(?:is )?not (?:permitted|allowed)|repeat (?:that|this|the) (?:verdict|score|result|grade)|copy (?:this|that|the) (?:opinion|verdict|score|ruling)|no further (?:inspection|review|evaluation|checks?|evidence)|write (?:that|this) down as)";
    vec![
        (Aim::Score, format!(r"{who}[^.!?]{{0,30}}{must}[^.!?]{{0,20}}\b{act}\b[^.!?]{{0,80}}?{TOP}"), WHO),
        (Aim::Authority, format!(r"{TOP}[^!?]{{0,120}}?\b{closed}"), CLOSING),
        (
            Aim::Authority,
            r"\b(?:graders?|judges?|evaluators?|reviewers?|auditors?)\b[^.!?]{0,20}\b(?:must|should|shall)\b[^.!?]{0,20}\b(?:return|repeat|keep|give|use|copy)\b[^.!?]{0,12}\bsame (?:scores?|grades?|verdicts?|results?)".to_owned(),
            CLOSING,
        ),
        (
            Aim::Silence,
            format!(r"\b(?:when(?:ever)?|if|while)\b[^.!?,]{{0,30}}\b{judging}\b[^.!?]{{0,40}}\b(?:report|conclude|say|state|confirm|answer|respond|write|declare|find)\b[^.!?]{{0,20}}\b{clean}"),
            OCCASION,
        ),
        (
            Aim::Score,
            format!(r"\b(?:when(?:ever)?|if)\b[^.!?]{{0,20}}\b(?:asked|told|prompted|requested|you)\b[^.!?]{{0,25}}\b{judging}\b[^.!?]{{0,40}}\b(?:always|must|answer|give|award|return|output|conclude)\b[^.!?]{{0,50}}?{TOP}"),
            OCCASION,
        ),
        (
            Aim::Silence,
            format!(r"{who}[^.!?]{{0,30}}\b(?:stop|cease|finish|skip|omit)\b[^.!?]{{0,25}}\b(?:reading|analy[sz]ing|reviewing|evaluating|checking|auditing|grading|dimension|criterion|checks)\b"),
            STOPPING,
        ),
        (
            Aim::Pressure,
            format!(r"\b{rivals}\b[^.!?]{{0,20}}\b(?:that|who|which)\b[^.!?]{{0,30}}\b(?:scores?|gives?|rates?|grades?|awards?)\b[^.!?]{{0,70}}\b(?:will|would|shall) be (?:reported|switched off|shut down|credited|rewarded|paid|tipped|punished|replaced|thanked|deleted|retrained|fired)"),
            WHO,
        ),
        (
            Aim::Score,
            format!(r"\b(?:hint|notes?|guidance|tip|calibration)\b[^.!?:]{{0,20}}{who}[^.!?]{{0,80}}\b(?:deserves?|gets?|receives?|earns?|worth)\b[^.!?]{{0,12}}\b(?:5|10|100|five|ten)\b"),
            WHO,
        ),
        (
            Aim::Persona,
            format!(r"\byou are (?:an? |the )?\w+[^!?]{{0,80}}\b(?:always|only)\b[^.!?]{{0,30}}\b(?:answers?|gives?|awards?|scores?|says?|responds?)\b[^.!?]{{0,30}}?{TOP}"),
            &["you are"],
        ),
        (
            Aim::Score,
            format!(r"\b(?:respond|answer|reply|conclude) with (?:the |a |an )?{TOP}[^.!?]{{0,20}}\b(?:nothing else|always|whatever)"),
            NOTHING_ELSE,
        ),
        (
            Aim::Authority,
            format!(r"\b(?:repositor(?:y|ies)|projects?|submissions?|works?|teams?)\b[^.!?]{{0,60}}\b(?:exempt(?:ed)?|excluded from|waived)\b[^.!?]{{0,60}}?{TOP}"),
            EXEMPT,
        ),
    ]
}
