//! What forges tell of a group.

use super::{Entry, ListError, Listing, cell};
use serde_json::Value;

/// What a project of a GitLab group says beside its address.
const KEPT: [&str; 3] = ["id", "default_branch", "last_activity_at"];

/// The projects of a GitLab group, as `GET /groups/:id/projects` lists them; one page or several behind each other.
pub(super) fn gitlab(text: &str) -> Result<Listing, ListError> {
    let mut entries = Vec::new();
    for page in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let page = page.map_err(|error| {
            ListError::new(
                format!("the list looks like JSON and is none: {error}"),
                "save the answer of the forge as it is",
            )
        })?;
        let projects = match page {
            Value::Array(projects) => projects,
            // `glab` and others put the projects below a name.
            Value::Object(mut page) => match page.remove("projects") {
                Some(Value::Array(projects)) => projects,
                _ => vec![Value::Object(page)],
            },
            _ => Vec::new(),
        };
        for project in &projects {
            entries.push(project_entry(project, entries.len())?);
        }
    }
    Ok(Listing {
        form: "the projects of a GitLab group",
        entries,
    })
}

fn project_entry(project: &Value, turn: usize) -> Result<Entry, ListError> {
    let text = |key: &str| project[key].as_str().map(cell).filter(|text| !text.is_empty());
    let address = text("http_url_to_repo")
        .or_else(|| text("web_url"))
        .ok_or_else(|| {
            let what = format!("project {} of the list has no `http_url_to_repo`", turn + 1);
            ListError::new(what, "save what `GET /groups/:id/projects` answers")
        })?;
    let is_empty = project["empty_repo"].as_bool().unwrap_or(false);
    let kept = KEPT.iter().filter_map(|key| match &project[*key] {
        Value::String(text) => Some(((*key).to_owned(), cell(text))),
        Value::Number(number) => Some(((*key).to_owned(), number.to_string())),
        _ => None,
    });
    Ok(Entry {
        id: text("path_with_namespace")
            .or_else(|| text("path"))
            .unwrap_or_else(|| address.clone()),
        name: text("name"),
        repository: if is_empty { String::new() } else { address },
        others: kept.collect(),
        ..Entry::default()
    })
}
