use super::*;
use documents::document::read;
use subject::Snapshot;

const TREE: &str = "//- src/state.py\n//- src/nodes/judges.py\n//- src/nodes/justice.py\n//- src/tools/repo_tools.py\n//- README.md\n//- .env.example\n//- config/.env.example\n";

fn standing(report: &str) -> (Vec<String>, Vec<String>) {
    let tree = Tree::of(&Snapshot::from_fixture(&format!(
        "{TREE}//- .gitignore\n/dist/\n*.db\n"
    )));
    let document = read("report.md", report.as_bytes());
    let claims = claims(&document, &Passages::of(&document), &tree);
    let (present, missing): (Vec<_>, Vec<_>) = claims
        .into_iter()
        .partition(|claim| claim.state == State::Supported);
    let paths = |claims: Vec<Claim>| claims.into_iter().map(|claim| claim.about).collect();
    (paths(present), paths(missing))
}

#[test]
fn paths_are_found_however_they_are_written() {
    for (report, expected) in [
        ("State lives in `src/state.py`.", vec!["src/state.py"]),
        (
            "See **src/state.py:12**, src/state.py#L3 and ./src/state.py.",
            vec!["src/state.py"],
        ),
        (
            "The helper is in src/tools/repo_\ntools.py today.",
            vec!["src/tools/repo_tools.py"],
        ),
        (
            "| Tools | src/tools/repo_to\nols.py",
            vec!["src/tools/repo_tools.py"],
        ),
        (
            "Nodes: src/nodes/{judges, justice}.py",
            vec!["src/nodes/judges.py", "src/nodes/justice.py"],
        ),
        (
            "In nodes/judges.py and in my-repo/src/state.py.",
            vec!["src/nodes/judges.py", "src/state.py"],
        ),
        (
            "judges.py, README.md and .env.example",
            vec![".env.example", "README.md", "judges.py"],
        ),
        (
            "src/nodes/judges.py, also called judges.py; the folder src/nodes/.",
            vec!["src/nodes/", "src/nodes/judges.py"],
        ),
    ] {
        assert_eq!(
            standing(report),
            (expected.into_iter().map(str::to_owned).collect(), vec![]),
            "{report}"
        );
    }
}

#[test]
fn a_path_that_is_claimed_and_not_there_is_missing() {
    for report in [
        "The graph is built in src/graph.py.",
        "| Graph | `src/graph.py` |",
        "### Phase 1: The detectives\n\nThe graph is built in src/graph.py.",
        "- src/graph.py (or a linked file) — In the builder, add one edge.",
    ] {
        assert_eq!(standing(report).1, ["src/graph.py"], "{report}");
    }
}

#[test]
fn a_manual_speaks_of_what_others_build_and_starts_its_links_where_it_lies() {
    let missing = |name: &str, text: &str| {
        let ignored = "//- .gitignore\n/docs/images/a.png\n";
        let tree = Tree::of(&Snapshot::from_fixture(&format!("{TREE}{ignored}")));
        let document = read(name, text.as_bytes()).found_at(name);
        let claims = claims(&document, &Passages::of(&document), &tree).into_iter();
        let missing = claims.filter(|claim| claim.state == State::Contradicted);
        missing.map(|claim| claim.about).collect::<Vec<_>>()
    };
    let drawn = |names: [&str; 3]| names.map(|name| format!("├── {name}\n")).concat();
    let theirs = drawn(["blah.txt", "main.py", "README.md"]);
    let ours = drawn(["gone.txt", "README.md", ".env.example"]);
    let foreign = "Die Datei src/graph.py baut den Graphen auf. ".repeat(8);
    let analysed = "It has src/a.py, core/a.py, core/b.py, lib/c.py, [d](src/d.py) and src/state.py.";
    let another = "It has src/a.py, src/b.py, src/c.py and src/d.py.";
    let known = "It has src/a.py, src/b.py, src/c.py, src/d.py and src/state.py.";
    for (name, text, expected) in [
        ("docs/a.md", "It is set in settings/environment.py.", &[][..]),
        ("docs/a.md", "![Flow](images/a.png)", &[]),
        ("docs/a.md", "It is set in your src/graph.py.", &[]),
        ("docs/a.md", theirs.as_str(), &[]),
        ("docs/a.md", foreign.as_str(), &[]),
        ("docs/a.md", ours.as_str(), &["gone.txt"]),
        (
            "docs/a.md",
            "The graph is built in src/graph.py.",
            &["src/graph.py"],
        ),
        ("docs/a.txt", "# src/graph.py\ndef build():", &[]),
        ("docs/archive/a.md", "The graph is built in src/graph.py.", &[]),
        ("reports/a.md", another, &[]),
        ("reports/a.md", analysed, &["src/d.py"]),
        (
            "reports/a.md",
            known,
            &["src/a.py", "src/b.py", "src/c.py", "src/d.py"],
        ),
        (
            "reports/a.md",
            "It is set in settings/environment.py.",
            &["settings/environment.py"],
        ),
    ] {
        assert_eq!(missing(name, text), expected, "{name}: {text}");
    }
}

#[test]
fn a_link_leads_beside_the_document_that_has_it() {
    let standing = |name: &str, text: &str| {
        let tree = Tree::of(&Snapshot::from_fixture(&format!("{TREE}//- a/b/GUIDE.md\n")));
        let document = read(name, text.as_bytes()).found_at(name);
        let claims = claims(&document, &Passages::of(&document), &tree).into_iter();
        claims.map(|claim| (claim.about, claim.state)).collect::<Vec<_>>()
    };
    for (name, text, about, state) in [
        (
            "README.md",
            "Read [how](./JOINING.md#first).",
            "JOINING.md",
            State::Contradicted,
        ),
        (
            "src/README.md",
            "Read [how](JOINING.md \"J\").",
            "src/JOINING.md",
            State::Contradicted,
        ),
        (
            "README.md",
            "It writes [the example](./.env.example).",
            ".env.example",
            State::Supported,
        ),
    ] {
        assert_eq!(standing(name, text), [(about.to_owned(), state)], "{text}");
    }
    for (name, text) in [
        ("docs/a.md", "Read [how](./JOINING.md)."),
        (
            "README.md",
            "Read [how](GUIDE.html), [it](guide), [it](https://a.b/JOINING.md), [it](#JOINING.md).",
        ),
        ("README.md", "Write `[how](JOINING.md)`."),
        ("README.md", "```\n[how](JOINING.md)\n```"),
    ] {
        assert_eq!(standing(name, text), [], "{text}");
    }
}

#[test]
fn nothing_is_accused_that_is_not_claimed() {
    for report in [
        "https://github.com/o/r/blob/main/src/graph.py and github.com/o/src/graph.py",
        "- `.github/workflows/ci.yml` (new) — run on push",
        "We will add src/graph.py next.",
        "# Planned structure\n\nsrc/graph.py holds the graph.",
        "Each run writes audit/report.md.",
        "The probe checks src/graph.py, then graph.py.",
        "The peer's repository had no src/graph.py.",
        "> The graph is built in src/graph.py.",
        "2026. https://docs.tool.\norg/3/library/graph.html",
        "| File `src/graph.py` with `id`, etc. | **No such file** |",
        "- [ ] The graph is built in src/graph.py.",
        "| `src/graph.py` | ⏳ |",
        "| Graph | `src/graph.py` | Pending |",
        "`src/graph.py` would be the place of it.",
        "`src/graph.py` → `src/state.py`",
        "src/graph.py was merged into src/state.py.",
        "### Step 1.2: Create the graph\n\nThe graph is built in src/graph.py.",
        "Its widgets lie in `src/foo.ts`, `src/my-widget/index.ts` and src/your_tool.py.",
        "# Files already installed\n\n| Graph | `src/graph.py` |",
        "- **Artifacts:** `src/run.json`, `src/run.csv`.",
        "The rows are appended to `src/run.jsonl`.",
        "They wrote “the graph is built in src/graph.py” to us.",
        "File: src/graph.py Action: load the rubric",
        "For example, path/to/graph.py or src/<name>.py or src/*.py or src/{name}.py.",
        "`uv run main.py --out /tmp/out/graph.json ~/x/graph.py`",
        "- Rust-Lang/crates.js#1107 was mended there.",
        "A file `./public/css/style.css` is served as `http://example.com/css/style.css`.",
        "It starts `dist/server.js`, and keeps what it knows in `data/known.db`.",
        "graph.py alone; Node.js/Express.js; TypedDict/BaseModel; read/write; operator.add",
        "```bash\nrun --rubric rubric/strict.json\ncat src/none.py\n```",
        "Start it with --rubric rubric/strict.json, please.",
        "- src/cache.py — Add a module that remembers clones.",
        "The report named src/tool.py but the file was renamed to src/state.py.",
        "It printed {\"found\": true, \"location\": \"./src/graph.py\"} for the run.",
    ] {
        assert_eq!(standing(report).1, Vec::<String>::new(), "{report}");
    }
}
