use super::{Node, Value, json, toml, xml, yaml};

fn lines(node: &Node, out: &mut Vec<String>) {
    for entry in node.entries() {
        let text = entry
            .node
            .scalar()
            .map(|text| format!(" {text:?}"))
            .unwrap_or_default();
        out.push(format!("{} {} {}{text}", entry.line, entry.key, entry.node.line));
        lines(&entry.node, out);
    }
    for item in node.items() {
        let text = item.scalar().unwrap_or_default();
        out.push(format!("{} - {text:?}", item.line));
        lines(item, out);
    }
}

fn outline(node: &Node) -> String {
    let mut out = Vec::new();
    lines(node, &mut out);
    out.join("\n")
}

#[test]
fn every_format_knows_the_line_of_its_keys_and_values() {
    let json = json::read("{ // why\n \"a\": {\"b\": 1.5,\n \"c\\n\": [true,\n \"x\",]}}").unwrap();
    assert_eq!(
        outline(&json),
        "2 a 2\n2 b 2 \"1.5\"\n3 c\n 3\n3 - \"true\"\n4 - \"x\""
    );
    let toml = toml::read("z = 1\n[a]\nb = \"\"\"\nx\"\"\"\n[[c]]\nd = [\n 'q',\n]\n").unwrap();
    assert_eq!(
        outline(&toml),
        "1 z 1 \"1\"\n2 a 2\n3 b 3 \"x\"\n5 c 5\n5 - \"\"\n6 d 6\n7 - \"q\""
    );
    let yaml = yaml::read("on: push\n# c\nrun: |\n  one\n  two\nl:\n  - 'a'\n  - b: >-\n      c\n").unwrap();
    assert_eq!(
        outline(&yaml),
        "1 on 1 \"push\"\n3 run 4 \"one\\ntwo\\n\"\n6 l 7\n7 - \"a\"\n8 - \"\"\n8 b 9 \"c\""
    );
    let xml = xml::read("<?xml version='1.0'?>\n<p:a>\n  <b>\n x </b><c/>\n</p:a>").unwrap();
    assert_eq!((xml.name.as_str(), xml.line), ("a", 2));
    let children: Vec<_> = xml
        .children
        .iter()
        .map(|c| (c.name.as_str(), c.line, c.text.as_str()))
        .collect();
    assert_eq!(children, [("b", 3, "x"), ("c", 4, "")]);
}

#[test]
fn aliases_and_merge_keys_of_yaml_are_followed_and_cannot_explode() {
    let text = "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  x: 3\nc: *a\n";
    let node = yaml::read(text).unwrap();
    assert_eq!(node.at(&["b", "x"]).and_then(Node::scalar), Some("3"));
    assert_eq!(node.at(&["b", "y"]).and_then(Node::scalar), Some("2"));
    assert_eq!(node.at(&["c", "x"]).and_then(Node::scalar), Some("1"));
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let last = level - 1;
        bomb += &format!(
            "a{level}: &a{level} [{}]\n",
            vec![format!("*a{last}"); 10].join(", ")
        );
    }
    assert!(yaml::read(&bomb).is_err());
}

#[test]
fn what_is_broken_or_too_deep_says_where() {
    assert_eq!(json::read("{\n \"a\": }").unwrap_err().line, 2);
    assert_eq!(toml::read("a = 1\nb = \n").unwrap_err().line, 2);
    assert_eq!(yaml::read("a: 1\nb: [\n").unwrap_err().line, 2);
    assert!(json::read(&"[".repeat(100_000)).is_err());
    assert!(toml::read(&format!("a = {}", "[".repeat(100_000))).is_err());
    assert!(yaml::read(&"[".repeat(100_000)).is_err());
    assert!(xml::read(&"<a>".repeat(100_000)).is_err());
    assert_eq!(yaml::read("").unwrap().value, Value::Null);
}
