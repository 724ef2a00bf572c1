//! What reports say that such a program does, and who can tell.

use super::super::Kind;

/// Something a program of this kind may do.
#[derive(Debug)]
pub(super) struct Capability {
    /// In a few words.
    pub(super) about: &'static str,
    pub(super) kind: Kind,
    /// The probe that tells.
    pub(super) probe: &'static str,
    /// Its answer where the claim is true.
    pub(super) holds: bool,
    /// Of each list the statement has a term. Terms of one word are beginnings of words.
    pub(super) all: &'static [&'static [&'static str]],
    /// Terms that make the statement be about something else.
    pub(super) none: &'static [&'static str],
    /// What must have been found in the subject before the probe can tell.
    pub(super) needs: Needs,
    /// Whether the contrary answer refutes the claim, as against: leaves it open.
    pub(super) can_contradict: bool,
    /// Parts of names of nodes and routers that may do it in a way that the probe does not ask for.
    pub(super) otherwise: &'static [&'static str],
    /// Whether a statement that denies it can be held against the program.
    pub(super) tells_absence: bool,
}

/// What must have been found in the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    /// A graph that is run.
    Graph,
    /// Two nodes that gather evidence.
    Detectives,
    /// Two nodes that judge.
    Judges,
    /// Functions that make opinions.
    Court,
    /// A function that settles.
    Justice,
}

const PLAIN: Capability = Capability {
    about: "",
    kind: Kind::Capability,
    probe: "",
    holds: true,
    all: &[],
    none: &[],
    needs: Needs::Nothing,
    can_contradict: true,
    otherwise: &[],
    tells_absence: false,
};

const PARALLEL: &[&str] = &[
    "parallel",
    "concurrent",
    "simultaneous",
    "fan-out",
    "fan out",
    "fans out",
];
const DETECTIVES: &[&str] = &[
    "detective",
    "investigator",
    "repoinvestigator",
    "evidence collection",
    "forensic agents",
];
const JUDGES: &[&str] = &["judge", "judges", "judicial", "prosecutor", "persona", "personas"];

/// What is done with a model: that there is one says nothing of its use.
const EMITS: &[&str] = &[
    "return", "returns", "emit", "emits", "produce", "produces", "output", "outputs", "every", "each",
];

/// The claims that probes can settle.
pub(super) static CAPABILITIES: &[Capability] = &[
    Capability {
        about: "the detectives run in parallel",
        kind: Kind::Topology,
        probe: "graph.detective_fan_out",
        all: &[PARALLEL, DETECTIVES],
        none: &["judge", "judges", "judicial", "prosecutor"],
        needs: Needs::Detectives,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the judges run in parallel",
        kind: Kind::Topology,
        probe: "graph.judge_fan_out",
        all: &[PARALLEL, JUDGES],
        none: &["detective", "investigator", "repoinvestigator", "docanalyst"],
        needs: Needs::Judges,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the graph has conditional edges",
        kind: Kind::Topology,
        probe: "graph.conditional",
        all: &[&["conditional edge", "conditional routing", "add_conditional_edges"]],
        none: &[
            "detect", "detects", "scan", "supports", "support", "allows", "enables",
        ],
        needs: Needs::Graph,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the graph keeps checkpoints",
        kind: Kind::Topology,
        probe: "graph.checkpointer",
        all: &[&["memorysaver", "sqlitesaver", "checkpointer", "checkpointing"]],
        needs: Needs::Graph,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "a field of the state has the reducer operator.add",
        probe: "state.reducer_list",
        all: &[
            &["operator.add"],
            &[
                "reducer",
                "reducers",
                "annotated",
                "merge",
                "merged",
                "append",
                "concat",
                "uses",
            ],
        ],
        none: &["detect", "detects", "verifies", "scan"],
        needs: Needs::Graph,
        ..PLAIN
    },
    Capability {
        about: "a field of the state has a merging reducer",
        probe: "state.reducer_dict",
        all: &[
            &["operator.ior", "operator.or_"],
            &["reducer", "reducers", "annotated", "merge", "merged", "uses"],
        ],
        none: &["detect", "detects", "verifies", "scan"],
        needs: Needs::Graph,
        ..PLAIN
    },
    Capability {
        about: "evidence is a validated model",
        probe: "state.evidence_model",
        all: &[&["pydantic", "basemodel"], &["evidence"], EMITS],
        none: &["detect", "detects", "verifies", "scan", "whether"],
        needs: Needs::Detectives,
        ..PLAIN
    },
    Capability {
        about: "evidence is a validated model",
        probe: "state.evidence_model",
        all: &[&["pydantic", "basemodel"], &["evidence"]],
        none: &["detect", "detects", "verifies", "scan", "whether"],
        needs: Needs::Detectives,
        can_contradict: false,
        ..PLAIN
    },
    Capability {
        about: "an opinion is a validated model",
        probe: "state.opinion_model",
        all: &[&["pydantic", "basemodel"], &["opinion", "judicialopinion"], EMITS],
        none: &["detect", "detects", "verifies", "scan", "whether"],
        needs: Needs::Court,
        ..PLAIN
    },
    Capability {
        about: "an opinion is a validated model",
        probe: "state.opinion_model",
        all: &[&["pydantic", "basemodel"], &["opinion", "judicialopinion"]],
        none: &["detect", "detects", "verifies", "scan", "whether"],
        needs: Needs::Court,
        can_contradict: false,
        ..PLAIN
    },
    Capability {
        about: "the judges' answers are bound to a schema",
        probe: "output.structured",
        all: &[
            &["with_structured_output", "bind_tools"],
            &["judge", "judges", "llm", "model", "judicialopinion"],
        ],
        none: &["detect", "detects", "verifies", "scan", "whether", "checks"],
        needs: Needs::Court,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "a judge's failed answer is asked for again",
        probe: "output.retry",
        all: &[
            &["retry", "retries", "retried"],
            &[
                "judge",
                "judges",
                "structured",
                "malformed",
                "judicialopinion",
                "opinion",
                "invalid json",
            ],
        ],
        none: &[
            "detective",
            "clone",
            "whether",
            "checks",
            "retry-safe",
            "enables",
            "allows",
        ],
        needs: Needs::Court,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "clones go to a temporary directory",
        probe: "safety.tempdir_clone",
        all: &[
            &[
                "tempfile",
                "tempfile.temporarydirectory",
                "temporarydirectory",
                "mkdtemp",
                "temporary director",
                "temp director",
            ],
            &["clone", "clones", "cloned", "cloning", "git", "repositor"],
        ],
        none: &["detect", "detects", "verifies", "checks", "scan", "scans"],
        ..PLAIN
    },
    Capability {
        about: "os.system is never called",
        probe: "safety.os_system",
        holds: false,
        all: &[&["os.system"]],
        none: &[
            "detect", "detects", "flags", "scan", "scans", "verifies", "checks",
        ],
        ..PLAIN
    },
    Capability {
        about: "no subprocess gets shell=True",
        probe: "safety.shell_true",
        holds: false,
        all: &[&["shell=true"]],
        none: &[
            "detect", "detects", "flags", "scan", "scans", "verifies", "checks",
        ],
        ..PLAIN
    },
    Capability {
        about: "the repository URL is checked before the clone",
        probe: "safety.url_validated",
        all: &[&[
            "url validation",
            "url sanitiz",
            "validates the url",
            "validate url",
            "validates url",
            "sanitizes url",
            "validates repo",
            "url is validated",
            "urls are validated",
        ]],
        none: &["pdf"],
        needs: Needs::Graph,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the clone has a time limit",
        probe: "safety.clone_timeout",
        all: &[&["timeout"], &["clone", "clones", "clone_repo", "git clone"]],
        none: &["llm", "judge"],
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the final scores are computed without a model",
        probe: "justice.deterministic",
        all: &[
            &[
                "chief justice",
                "chiefjustice",
                "chief_justice",
                "synthesis",
                "supreme court",
            ],
            &[
                "determinis",
                "no llm",
                "pure python",
                "not an llm",
                "free of llm",
                "without llm",
            ],
        ],
        needs: Needs::Justice,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "a confirmed flaw caps the score",
        probe: "justice.security_override",
        all: &[
            &[
                "security override",
                "rule of security",
                "security_override",
                "security supremacy",
                "security flaw",
                "security vuln",
            ],
            &["caps", "cap", "capped", "capping", "override"],
        ],
        none: &["prompt"],
        needs: Needs::Justice,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "evidence overrules opinion",
        probe: "justice.fact_supremacy",
        all: &[
            &["fact supremacy", "rule of evidence", "fact_supremacy"],
            &[
                "overrul",
                "overrid",
                "ignored",
                "weighted",
                "disregard",
                "penal",
                "cap",
                "capped",
            ],
        ],
        needs: Needs::Justice,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "the Tech Lead's vote weighs most",
        probe: "justice.functionality_weight",
        all: &[
            &[
                "functionality weight",
                "rule of functionality",
                "functionality_weight",
                "tech lead",
            ],
            &["weight", "weighs", "2x", "highest"],
        ],
        none: &["remediation", "praised"],
        needs: Needs::Justice,
        ..PLAIN
    },
    Capability {
        about: "wide disagreement changes the score or has the judges heard again",
        probe: "justice.variance_rule",
        all: &[
            &["variance"],
            &["re-evaluat", "reevaluat", "re_evaluat"],
            &["trigger", "triggers", "applies", "runs", "rule", "forces", "loop"],
        ],
        otherwise: &["reeval", "rehear", "mediat", "variance", "recheck"],
        needs: Needs::Justice,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "dissent is put into words",
        probe: "justice.dissent",
        all: &[
            &["dissent"],
            &["summary", "summaries", "record", "records", "document", "lists"],
        ],
        needs: Needs::Justice,
        can_contradict: false,
        tells_absence: true,
        ..PLAIN
    },
    Capability {
        about: "three personas judge",
        probe: "judges.three_personas",
        all: &[
            &["prosecutor"],
            &["defense", "defence"],
            &["tech lead", "techlead"],
            &["persona", "personas", "judge", "judges"],
        ],
        needs: Needs::Court,
        ..PLAIN
    },
    Capability {
        about: "the personas have prompts of their own",
        probe: "judges.distinct_prompts",
        all: &[
            &["persona", "personas", "judge", "judges"],
            &["prompt", "prompts"],
            &["distinct", "separate", "different", "persona prompts", "own"],
        ],
        needs: Needs::Court,
        can_contradict: false,
        tells_absence: true,
        ..PLAIN
    },
];
