//! Cases to report on, decided by the court's own rules from hand-made exhibits.

use crate::dossier::{
    Claim, Coverage, Dossier, HistoryNote, PanelNote, Plea, ReportNote, Skip, SubjectNote, Tick, WallsNote,
};
use crate::format::Format;
use court::admission::{Admission, admit};
use court::evidence::{Confidence, Detective, Evidence, Excerpt, Exhibit, Finding, Place, Source};
use court::justice::{Matter, Ruling, needs_rehearing, rule, unheard};
use court::law::Law;
use court::opinion::Round;
use court::protocol;
use court::rubric::{Dimension, Rubric};
use court::verdict::pronounce;
use court::{remedy, statutes};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// The first file of this form.
pub(super) fn text(format: Format, dossier: &Dossier) -> String {
    format.render(dossier).remove(0).1
}

/// A rubric of these ids, names and artifacts; each from 1 to 5.
pub(super) fn rubric(dimensions: &[(&str, &str, &str)]) -> Rubric {
    let dimensions: Vec<Value> = dimensions
        .iter()
        .map(|(id, name, artifact)| json!({"id": id, "name": name, "target_artifact": artifact}))
        .collect();
    let metadata = json!({"rubric_name": "Automaton Auditor", "version": "3.0.0", "mood": "calm"});
    let text = json!({"rubric_metadata": metadata, "dimensions": dimensions}).to_string();
    court::rubric::parse(&text, "rubric").unwrap()
}

pub(super) fn exhibit(probe: &str, finding: Finding, value: Option<Value>, rationale: &str) -> Exhibit {
    let detective = if probe.starts_with("docs.") {
        Detective::DocAnalyst
    } else {
        Detective::RepoInvestigator
    };
    Exhibit {
        probe: probe.into(),
        rank: 0,
        detective,
        goal: format!("whether {probe} holds"),
        finding,
        value,
        place: None,
        excerpt: None,
        rationale: rationale.into(),
        confidence: Confidence::percent(90),
        source: Source::Observed,
    }
}

pub(super) fn fact(probe: &str, holds: bool, rationale: &str) -> Exhibit {
    exhibit(probe, Finding::of(holds), Some(json!(holds)), rationale)
}

pub(super) fn unobserved(probe: &str, cause: &str) -> Exhibit {
    let finding = Finding::Unobserved { cause: cause.into() };
    Exhibit {
        confidence: Confidence::percent(0),
        ..exhibit(probe, finding, None, cause)
    }
}

pub(super) fn at(exhibit: Exhibit, path: &str, line: u32, quote: &str) -> Exhibit {
    Exhibit {
        place: Some(Place::line(path, line)),
        excerpt: Some(Excerpt::new(quote)),
        ..exhibit
    }
}

/// The trial of one rubric on given evidence, with the statutes panel.
pub(super) fn decided(rubric: Rubric, evidence: Evidence, has_report: bool) -> Dossier {
    let (pleas, rulings) = rubric
        .dimensions
        .iter()
        .map(|dimension| adjudicated(&rubric, dimension, &evidence, has_report))
        .unzip();
    Dossier {
        case: "c0ffee".into(),
        subject: SubjectNote {
            slug: "subject".to_owned(),
            name: "someone/subject".into(),
            url: Some("https://github.com/someone/subject".into()),
            origin: None,
        },
        commit: COMMIT.into(),
        history: HistoryNote {
            commits: 1,
            complete: false,
            note: Some("the clone is shallow".into()),
            timeline: timeline(),
        },
        verdict: pronounce(&rubric, rulings),
        rubric,
        rules: court::rules::DEFAULT.clone(),
        panel: PanelNote {
            name: statutes::NAME.into(),
            what: "it follows published rules and sees only what the probes see; no model was asked".into(),
            calibration: "not calibrated: a sample".into(),
            models: None,
            vision: None,
        },
        evidence,
        pleas,
        coverage: coverage(),
        topology: Vec::new(),
        claims: Vec::new(),
        experiment: None,
        accepted: Vec::new(),
    }
}

fn timeline() -> Vec<Tick> {
    let tick = |n: usize| Tick {
        id: format!("{n:040x}"),
        at: 1_700_000_000 + i64::try_from(n * n).unwrap() * 3_600,
        subject: format!("Step {n}"),
        files: n * 5,
    };
    (1..=9).map(tick).collect()
}

fn adjudicated(
    rubric: &Rubric,
    dimension: &Dimension,
    evidence: &Evidence,
    has_report: bool,
) -> (Plea, Ruling) {
    let reading = dimension.reading();
    let standings = reading
        .as_ref()
        .map(|reading| protocol::weigh(&reading.demands, evidence));
    let open = standings.clone().unwrap_or_default();
    let kind = reading.as_ref().map(|reading| reading.kind).unwrap_or_default();
    let law = Law::of(rubric, dimension, kind);
    let matter = Matter {
        dimension,
        law: &law,
        standings: &open,
    };
    let ruling = match admit(dimension, standings.as_deref(), has_report) {
        Admission::Dismissed(status) => unheard(dimension, status),
        Admission::Heard => heard(&matter),
    };
    let plea = Plea {
        understood: reading.as_ref().map(|reading| reading.because.clone()),
        remedies: remedy::remedies(&matter),
        standings: open.clone(),
    };
    (plea, ruling)
}

fn heard(matter: &Matter<'_>) -> Ruling {
    let scale = &matter.dimension.scale;
    let mut hearings = vec![statutes::hear(matter.standings, scale, Round::First)];
    if needs_rehearing(matter, &hearings[0]) {
        hearings.push(statutes::hear(matter.standings, scale, Round::Rehearing));
    }
    rule(matter, hearings)
}

fn coverage() -> Coverage {
    let skip = |path: &str, why: &str| Skip {
        path: path.into(),
        why: why.into(),
    };
    Coverage {
        files_read: 41,
        files_skipped: vec![
            skip("logo.png", "not text"),
            skip("data/big.json", "larger than 1 MiB"),
            skip("banner.png", "not text"),
        ],
        not_obeyed: vec![".env".into(), "auditor.toml".into()],
        reports: Vec::new(),
        uncommitted: Some("2 files are changed and 1 is untracked".into()),
        containment: vec![WallsNote {
            what: "code".into(),
            in_force: vec!["resource limits".into(), "landlock ABI 4".into()],
            missing: vec!["seccomp: this kernel has none".into()],
            lost: vec!["topology: ran out of memory".into()],
        }],
    }
}

/// A judged dimension with a rehearing and a cap, one with every demand met, one that is not assessable and
/// one that is incomplete.
pub(super) fn mixed() -> Dossier {
    let rubric = rubric(&[
        ("safe_tool_engineering", "Safe Tool Engineering", "github_repo"),
        ("structured_output", "Structured Output", "github_repo"),
        ("report_accuracy", "Report Accuracy", "pdf_report"),
        ("git_forensic_analysis", "Git Forensic Analysis", "github_repo"),
    ]);
    let mut dossier = decided(rubric, mixed_evidence().into_iter().collect(), false);
    dossier.topology = vec![graph()];
    dossier.claims = claims();
    dossier.coverage.reports = vec![ReportNote {
        name: "notes.md".into(),
        pages: 1,
        images: 0,
        cause: None,
        active: Vec::new(),
    }];
    dossier
}

fn mixed_evidence() -> Vec<Exhibit> {
    [shell_exhibits(), safety_exhibits(), other_exhibits()].concat()
}

fn shell_exhibits() -> Vec<Exhibit> {
    let shell = at(
        fact(
            "safety.shell_true",
            true,
            "one call outside tests passes shell=True",
        ),
        "src/tools/git.py",
        42,
        "    subprocess.run(f\"git clone {url}\", shell=True)",
    );
    let again = Exhibit {
        rank: 1,
        value: None,
        rationale: "another call".into(),
        ..at(
            shell.clone(),
            "src/tools/git.py",
            57,
            "    subprocess.run(cmd, shell=True)",
        )
    };
    vec![shell, again]
}

fn safety_exhibits() -> Vec<Exhibit> {
    vec![
        at(
            fact(
                "safety.tempdir_clone",
                false,
                "the clone goes to a fixed directory",
            ),
            "src/tools/git.py",
            31,
            "    target = Path(\"clones\") / name\n",
        ),
        fact(
            "safety.no_shell",
            false,
            "git is started through a shell at the same place",
        ),
        fact(
            "safety.os_system",
            false,
            "no call of os.system in 12 Python files",
        ),
        fact(
            "safety.url_validated",
            true,
            "the address is parsed and its host compared with a list",
        ),
        fact("safety.clone_errors", true, "the return code is checked"),
        unobserved("safety.clone_timeout", "the call is built at run time"),
    ]
}

fn other_exhibits() -> Vec<Exhibit> {
    let shallow = "the clone is shallow";
    vec![
        fact("output.structured", true, "both judges bind `Opinion`"),
        exhibit(
            "output.schema",
            Finding::Present,
            Some(json!("Opinion")),
            "the bound class",
        ),
        fact("output.retry", true, "three attempts"),
        fact("output.fallback", true, "the last failure becomes a recusal"),
        fact("state.opinion_model", true, "`Opinion` is a pydantic model"),
        unobserved("git.commits", shallow),
        unobserved("git.bulk_upload", shallow),
        unobserved("git.clustered", shallow),
        unobserved("git.progression", shallow),
        unobserved("git.steps", shallow),
        unobserved("git.messages", shallow),
        unobserved("docs.paths_missing", "no report was given"),
        fact("secrets.keys", false, "no key of a known form"),
    ]
}

pub(super) fn graph() -> Value {
    json!({
        "framework": "langgraph",
        "defined_at": "src/graph.py:12",
        "live": true,
        "nodes": ["repo", "doc", "judge"],
        "edges": [["START", "repo", false], ["START", "doc", false], ["repo", "judge", true], ["doc", "judge", false]],
        "supersteps": [["repo", "doc"], ["judge"]],
        "findings": ["`judge` runs twice: its predecessors end in different supersteps"]
    })
}

fn claims() -> Vec<Claim> {
    let claim = |text: &str, kind: &str, state: &str, near: Option<&str>| Claim {
        text: text.into(),
        place: "notes.md:3".into(),
        kind: kind.into(),
        state: state.into(),
        because: None,
        shown_at: None,
        exhibits: Vec::new(),
        near: near.map(str::to_owned),
        lies_in_subject: false,
    };
    vec![
        claim("All calls avoid the shell", "capability", "contradicted", None),
        claim(
            "see src/tool/git.py",
            "path",
            "unsupported",
            Some("src/tools/git.py"),
        ),
        claim(
            "the judges disagree productively",
            "capability",
            "uncheckable",
            None,
        ),
        claim("src/graph.py builds the graph", "path", "supported", None),
    ]
}

/// The ten dimensions of the built-in rubric, every third demand of each unmet.
pub(super) fn ten_dimensions() -> Dossier {
    let text = court::rubric::built_in("automaton-auditor").unwrap();
    let rubric = court::rubric::parse(text, "automaton-auditor").unwrap();
    assert_eq!(rubric.dimensions.len(), 10);
    let demands: BTreeMap<String, protocol::Want> = rubric
        .dimensions
        .iter()
        .filter_map(Dimension::reading)
        .flat_map(|reading| reading.demands)
        .map(|demand| (demand.probe, demand.want))
        .collect();
    let evidence = demands
        .iter()
        .enumerate()
        .map(|(index, (probe, want))| answer(probe, want, index % 3 != 0 && probe != "safety.os_system"))
        .collect();
    let mut dossier = decided(rubric, evidence, true);
    dossier.topology = vec![graph()];
    dossier.claims = claims();
    dossier
}

fn answer(probe: &str, want: &protocol::Want, is_met: bool) -> Exhibit {
    let value = match want {
        protocol::Want::Holds(wanted) => json!(*wanted == is_met),
        protocol::Want::AtLeast(least) => json!(if is_met { *least } else { least - 1 }),
        protocol::Want::AtMost(most) => json!(if is_met { *most } else { most + 1 }),
        protocol::Want::Finding(_) => json!(is_met),
        protocol::Want::ShareAtMost(_) => json!({"good": if is_met { 0 } else { 10 }, "all": 10}),
        protocol::Want::Share(_) | protocol::Want::ShareAtLeast(_) => {
            json!({"good": if is_met { 10 } else { 0 }, "all": 10})
        }
        protocol::Want::Graded(protocol::Grading::Between { none, full }) => {
            json!(if is_met { full } else { none })
        }
        protocol::Want::Graded(protocol::Grading::Terms) => {
            json!({"fan-in": "substantive", "state": "mentioned"})
        }
        protocol::Want::Graded(protocol::Grading::Paths) => {
            json!(if is_met { vec![] } else { vec!["src/x.py"] })
        }
        protocol::Want::Graded(protocol::Grading::Claims) => {
            json!({"supported": 3, "contradicted": u8::from(!is_met)})
        }
    };
    at(
        exhibit(
            probe,
            Finding::Present,
            Some(value),
            "seen where it was looked for",
        ),
        "src/graph.py",
        17,
        "builder.add_edge(START, name)",
    )
}
