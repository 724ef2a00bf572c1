use crate::world::World;

/// The edges that end in `to` or start from `from`, counted.
fn edges(drawing: &str, from: Option<&str>, to: Option<&str>) -> usize {
    let ids: Vec<(String, String)> = drawing
        .lines()
        .filter_map(|line| {
            let (id, rest) = line.trim().split_once(['(', '[', '{'])?;
            let name = rest.split('"').nth(1)?;
            Some((id.to_owned(), name.to_owned()))
        })
        .collect();
    let name = |id: &str| {
        ids.iter()
            .find(|(known, _)| known == id)
            .map(|(_, name)| name.as_str())
    };
    let ends = drawing.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (first, last) = (words.next()?, words.next_back()?);
        (line.contains("->")).then(|| (name(first), name(last)))
    });
    let meets = |wanted: Option<&str>, end: Option<&str>| wanted.is_none() || wanted == end;
    ends.filter(|(start, end)| meets(from, *start) && meets(to, *end))
        .count()
}

#[test]
fn the_graph_of_a_decided_case_fans_out_and_joins_twice() {
    let world = World::new();
    world.audit("out", &[]);
    let report = world.json("work/out/report.json");
    let case = report["journal"]["case"].as_str().unwrap();
    let run = world.auditor(["graph", "--of-audit", &case[..6]]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("flowchart TD\n"), "{}", run.out);
    let dimension = "graph_orchestration";
    let counted = [
        edges(&run.out, Some("seize"), None),
        edges(&run.out, None, Some(&format!("admit/{dimension}"))),
        edges(&run.out, Some(&format!("admit/{dimension}")), None),
        edges(&run.out, None, Some("pronounce")),
    ];
    let dimensions = report["criteria"].as_array().unwrap().len();
    assert_eq!(counted, [3, 3, 3, dimensions], "{}", run.out);
    let joined = ["opine", "rehear"].map(|stage| {
        edges(
            &run.out,
            Some(&format!("{stage}/{dimension}/Defense")),
            Some(&format!("rule/{dimension}")),
        )
    });
    assert_eq!(joined.iter().sum::<usize>(), 1, "{}", run.out);
}

#[test]
fn the_graph_without_a_case_is_that_of_every_trial() {
    let world = World::empty();
    let run = world.auditor(["graph", "--of-audit"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(edges(&run.out, None, Some("admit/dimension")), 3, "{}", run.out);
    assert_eq!(edges(&run.out, Some("admit/dimension"), None), 3, "{}", run.out);
    assert_eq!(world.names(""), ["home", "work"]);
}

#[test]
fn cases_are_named_by_the_beginning_of_one_id() {
    let world = World::new();
    world.audit("out", &[]);
    world.audit("out", &["--rubric", "peer-review"]);
    assert_eq!(world.cases().len(), 2);
    for (case, problem) in [
        ("", "several cases have an id that starts with"),
        ("x", "no case has the id or the subject"),
        ("swarm", "several cases are of the subject"),
    ] {
        let run = world.auditor(["graph", "--of-audit", case]);
        assert_eq!(run.code, Some(2));
        let named = match problem.starts_with("several") {
            true => ["Automaton Auditor", "Peer Review"]
                .map(|rubric| format!(" ({rubric})"))
                .to_vec(),
            false => vec![],
        };
        let begins = format!("auditor: {problem} `{case}`");
        assert!(
            run.err.starts_with(&begins)
                && run.err.ends_with("\n  hint: `auditor cases` lists them\n")
                && named.iter().all(|rubric| run.err.contains(rubric)),
            "{}",
            run.err
        );
    }
}

#[test]
fn graphs_are_shown_whatever_the_rubric_is_about() {
    let world = World::new();
    let run = world.auditor(["inspect", "swarm", "--rubric", "engineering"]);
    assert!(run.out.contains("3 nodes, 5 edges, live"), "{run:?}");
    let drawn = world.auditor([
        "inspect",
        "swarm",
        "--rubric",
        "engineering",
        "--format",
        "mermaid",
    ]);
    assert!(drawn.out.contains("weigh"), "{drawn:?}");
    let graph = world.auditor(["graph", "swarm"]);
    assert_eq!((graph.code, graph.out), (Some(0), drawn.out));
}

#[test]
fn the_docket_has_a_head_and_is_searched_by_words() {
    let world = World::new();
    let nothing = world.auditor(["cases"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(0), ""));
    assert!(nothing.err.contains("auditor audit"), "{nothing:?}");
    world.audit("out", &[]);
    world.audit("out", &["--rubric", "peer-review"]);
    let all = world.auditor(["cases"]).out;
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines[0].starts_with("CASE  "), "{all}");
    assert_eq!(lines.len(), 3, "{all}");
    assert!(
        lines[1].contains("2024-03-01") && lines[1].contains("statutes"),
        "{all}"
    );
    let peer = world.auditor(["cases", "PEER"]).out;
    assert_eq!(peer.lines().count(), 2, "{peer}");
    assert_eq!(world.cases()[0]["state"], "decided");
}
