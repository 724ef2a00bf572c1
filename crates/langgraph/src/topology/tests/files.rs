//! Graphs whose nodes stand in a file that the code reads.

use super::*;

/// A graph with a node for each item of `items`, which `body` reads from `data/list.json`.
fn built_from(body: &str) -> Vec<String> {
    let graph = only(&format!(
        "//- data/list.json\n{{\"items\": [{{\"id\": \"first\"}}, {{\"id\": \"second\"}}]}}\n\
         //- app/main.py\nimport json\nimport os\nfrom pathlib import Path\n\
         from langgraph.graph import END, START, StateGraph\n{body}\n\
         g = StateGraph(dict)\nfor item in items:\n    g.add_node(item['id'], print)\n    \
         g.add_edge(START, item['id'])\n    g.add_edge(f\"{{item['id']}}\", END)\ng.compile().invoke({{}})\n"
    ));
    edges(&graph)
}

#[test]
fn data_that_is_committed_is_known_however_it_is_read() {
    let ways = [
        "with open('data/list.json') as f:\n    items = json.load(f)['items']",
        "items = json.loads(Path('./data/list.json').read_text(encoding='utf-8')).get('items', [])",
        "HERE = Path(__file__).resolve().parent\nitems = json.loads((HERE.parent / 'data' / 'list.json').read_text())['items']",
        "items = json.load((Path(__file__).resolve().parents[1] / 'data/list.json').open())['items']",
        "path = os.path.join(os.path.dirname(__file__), '../data/list.json')\ndata = json.load(open(path))\nitems = data['items']",
        "def load(path: str = 'data/list.json'):\n    if not os.path.exists(path):\n        return []\n    \
         with open(path) as f:\n        return json.load(f)['items']\nitems = load()",
    ];
    for way in ways {
        let expected = ["START>first", "first>END", "START>second", "second>END"];
        assert_eq!(built_from(way), expected, "{way}");
    }
}

#[test]
fn a_file_that_is_not_committed_or_not_named_is_not_known() {
    for way in [
        "items = json.load(open('data/other.json'))['items']",
        "items = json.load(open(os.environ['LIST']))['items']",
        "items = json.load(open('data/list.json'))['others']",
    ] {
        assert_eq!(built_from(way), Vec::<String>::new(), "{way}");
    }
}
