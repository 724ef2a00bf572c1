//! Who is in a class, and where their work is: a table, a list of addresses, a folder, or what a forge exports.

mod folder;
mod forge;
mod names;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// Longest file with a list.
pub const LIST_BYTES_MAX: u64 = 16 << 20;
/// Most submissions of one class.
pub const ENTRIES_MAX: usize = 10_000;
/// Longest cell that is taken.
const CELL_CHARS_MAX: usize = 2_048;

/// One submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What the class calls it; unlike that of every other.
    pub id: String,
    /// Whose it is, where the list says so.
    pub name: Option<String>,
    /// Where it is; empty where nothing was handed in.
    pub repository: String,
    /// The file of its report, where one is named.
    pub report: Option<String>,
    /// Branch, tag or commit, where one is named.
    pub rev: Option<String>,
    /// What else the list says of it, as `(column, cell)`.
    pub others: Vec<(String, String)>,
    /// The folder of its outputs: fit for a file name, and unlike that of every other.
    pub folder: String,
}

/// A list as it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The form that it was read as, in words.
    pub form: &'static str,
    /// The submissions, in the order of the list.
    pub entries: Vec<Entry>,
}

/// A list that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// What is wrong, and where.
    pub what: String,
    /// What to do.
    pub fix: String,
}

impl ListError {
    /// What is wrong, and what to do.
    pub fn new(what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            fix: fix.into(),
        }
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.what)
    }
}

/// Reads the list at `path`. `pattern` makes an address of the columns of a list that has none, as in
/// `https://github.com/course/task-{github_username}`. `first` is shown the text of a file before it is parsed, and may
/// refuse it: a list can come from a stranger.
///
/// # Errors
/// Where the file cannot be read, is refused, is no list, names two submissions alike, or has too many.
pub fn read(
    path: &Path,
    pattern: Option<&str>,
    first: impl FnOnce(&str) -> Result<(), ListError>,
) -> Result<Listing, ListError> {
    if path.is_dir() {
        return finished(folder::read(path)?);
    }
    let bytes = bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    first(&text)?;
    let text = text.trim_start_matches('\u{FEFF}');
    let mut listing = parse(text, pattern)?;
    let beside = path.parent().unwrap_or(Path::new(""));
    listing
        .entries
        .iter_mut()
        .for_each(|entry| beside_list(entry, beside));
    finished(listing)
}

fn bytes(path: &Path) -> Result<Vec<u8>, ListError> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|error| {
        ListError::new(
            format!("the list {shown} cannot be read: {error}"),
            "name a CSV, a list of addresses, a folder, or what a forge exports",
        )
    })?;
    if about.len() > LIST_BYTES_MAX {
        let what = format!("the list {shown} has more than {} MiB", LIST_BYTES_MAX >> 20);
        return Err(ListError::new(what, "name the list of one class"));
    }
    fs::read(path).map_err(|error| {
        ListError::new(
            format!("the list {shown} cannot be read: {error}"),
            "check its permissions",
        )
    })
}

/// Parses the text of a list and says nothing of it: for a process that may die of it.
pub fn rehearse(text: &str) {
    let _whether_good = parse(text.trim_start_matches('\u{FEFF}'), None);
}

/// Reads the text of a list, whatever form it has.
fn parse(text: &str, pattern: Option<&str>) -> Result<Listing, ListError> {
    if text.trim_start().starts_with(['[', '{']) {
        return forge::gitlab(text);
    }
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    if table::is_header(first) {
        return table::read(text, pattern);
    }
    Ok(addresses(text))
}

/// One address on each line; what follows a `#` at its start is a remark.
fn addresses(text: &str) -> Listing {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries = lines.map(|line| Entry {
        id: names::of_address(line),
        repository: line.to_owned(),
        ..Entry::default()
    });
    let mut listing = Listing {
        form: "a list of addresses",
        entries: entries.collect(),
    };
    tell_apart(&mut listing.entries);
    listing
}

/// Two repositories of the same name are told apart by their owners: nobody gave them ids.
fn tell_apart(entries: &mut [Entry]) {
    let shared = names::shared(entries);
    let alike = entries.iter_mut();
    for entry in alike.filter(|entry| shared.contains(&entry.id.to_lowercase())) {
        entry.id = names::of_whole_address(&entry.repository);
    }
}

/// Paths in a list are meant from where the list lies.
fn beside_list(entry: &mut Entry, folder: &Path) {
    let beside = |text: &str| {
        let place = folder.join(text);
        let is_path = !text.is_empty() && !text.contains("://") && place.exists();
        is_path.then(|| place.to_string_lossy().into_owned())
    };
    if let Some(place) = beside(&entry.repository) {
        entry.repository = folder::address(Path::new(&place));
    }
    if let Some(place) = entry.report.as_deref().and_then(beside) {
        entry.report = Some(place);
    }
}

fn finished(mut listing: Listing) -> Result<Listing, ListError> {
    if listing.entries.is_empty() {
        let what = format!(
            "there is no submission in the list, which was read as {}",
            listing.form
        );
        return Err(ListError::new(what, "give each submission a line"));
    }
    if listing.entries.len() > ENTRIES_MAX {
        let what = format!("the list has more than {ENTRIES_MAX} submissions");
        return Err(ListError::new(what, "split it"));
    }
    let mut known = BTreeMap::new();
    for (turn, entry) in listing.entries.iter().enumerate() {
        if let Some(first) = known.insert(&entry.id, turn) {
            let (first, second) = (first + 1, turn + 1);
            let what = format!(
                "submissions {first} and {second} of the list have the same id `{}`",
                entry.id
            );
            return Err(ListError::new(what, "give each an id of its own"));
        }
    }
    names::give_folders(&mut listing.entries);
    Ok(listing)
}

/// A cell as it is taken: on one line, and not endless.
fn cell(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(CELL_CHARS_MAX).collect()
}
