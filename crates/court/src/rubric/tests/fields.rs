//! Keys that are none.

use crate::rubric::fields::Fields;
use serde_json::{Map, Value};

#[test]
fn a_key_that_looks_like_none_is_told_by_its_place_alone() {
    let refused = |key: &str| {
        let map = Map::from_iter([(key.to_owned(), Value::Null)]);
        Fields::new("$", map).refuse_rest("name").unwrap_err().to_string()
    };
    assert!(refused("title").contains("`title` has no meaning here"));
    for key in ["root:$6$x:1:0", "two words", &"k".repeat(41)] {
        let said = refused(key);
        assert!(
            said.contains("a key here is none") && !said.contains(key),
            "{said}"
        );
    }
}
