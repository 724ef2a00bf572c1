use super::*;

#[test]
fn members_are_known_in_every_spelling() {
    for (label, bench, who) in [
        ("RepoInvestigator", Bench::Detectives, "repository"),
        ("repo_detective_node", Bench::Detectives, "repository"),
        ("Doc Analyst (PDF)", Bench::Detectives, "documents"),
        ("docs", Bench::Detectives, "documents"),
        ("VisionInspector\nlooks", Bench::Detectives, "pictures"),
        ("⚖️ Prosecutor: strict", Bench::Judges, "prosecutor"),
        ("Defense Attorney", Bench::Judges, "defense"),
        ("techLead", Bench::Judges, "tech lead"),
        ("tech_lead_node", Bench::Judges, "tech lead"),
        ("Judge A", Bench::Judges, "judge a"),
        ("code_insp.", Bench::Detectives, "repository"),
        ("Doc Anal. (PDF)", Bench::Detectives, "documents"),
    ] {
        assert_eq!(
            role(label),
            Some(Role {
                bench,
                who: who.to_owned()
            }),
            "{label}"
        );
    }
}

#[test]
fn groups_gates_and_gatherers_are_no_members() {
    for label in [
        "Detective Layer",
        "Judges",
        "judge",
        "Evidence Aggregator",
        "Chief Justice",
        "vision_gate",
        "git clone",
        "Code",
        "pdf_preprocess",
        "Prosecutor fan-out",
        "code insp",
        "Repo is inspected.",
    ] {
        assert_eq!(role(label), None, "{label}");
    }
}
