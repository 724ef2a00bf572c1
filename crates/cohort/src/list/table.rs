//! A table: one of our own columns, the roster and the grades of GitHub Classroom, or whatever a school exports.

use super::{Entry, ListError, Listing, cell, names};
use csv::ReaderBuilder;
use wordlist::array;

/// What columns are called, in the order in which they are taken; small letters, without marks.
const ID: [&str; 9] =
    array("id studentid rosteridentifier identifier sisuserid sid idnumber githubusername username");
const NAME: [&str; 5] = ["name", "studentname", "fullname", "student", "displayname"];
const REPOSITORY: [&str; 9] =
    array("repository studentrepositoryurl repositoryurl repo repourl cloneurl address url submission");
const REPORT: [&str; 3] = ["report", "pdf", "reportfile"];
const REV: [&str; 4] = ["rev", "commit", "branch", "tag"];
/// What may stand between cells.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// Whether a line names columns that are known here.
pub(super) fn is_header(line: &str) -> bool {
    let separator = char::from(separator(line));
    let cells = line.split(separator).map(plain);
    let known = |cell: String| ID.contains(&cell.as_str()) || REPOSITORY.contains(&cell.as_str());
    !line.contains("://") && cells.into_iter().any(known)
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_lowercase()
}

fn separator(line: &str) -> u8 {
    let count = |separator: &u8| line.bytes().filter(|byte| byte == separator).count();
    // The first of those that are there as often.
    SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// Where which column stands.
struct Columns {
    names: Vec<String>,
    id: Option<usize>,
    name: Option<usize>,
    repository: Option<usize>,
    report: Option<usize>,
    rev: Option<usize>,
}

impl Columns {
    fn of(names: Vec<String>) -> Self {
        let plain: Vec<String> = names.iter().map(|name| plain(name)).collect();
        let find = |known: &[&str]| {
            known
                .iter()
                .find_map(|known| plain.iter().position(|name| name == known))
        };
        Self {
            id: find(&ID),
            name: find(&NAME),
            repository: find(&REPOSITORY),
            report: find(&REPORT),
            rev: find(&REV),
            names,
        }
    }

    fn is_taken(&self, at: usize) -> bool {
        [self.id, self.name, self.repository, self.report, self.rev].contains(&Some(at))
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| plain(known) == name)
    }

    fn form(&self) -> &'static str {
        if self.has("studentrepositoryurl") {
            "the grades of a GitHub Classroom"
        } else if self.has("identifier") && self.has("githubusername") {
            "the roster of a GitHub Classroom"
        } else {
            "a table"
        }
    }
}

pub(super) fn read(text: &str, pattern: Option<&str>) -> Result<Listing, ListError> {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let mut rows = ReaderBuilder::new()
        .delimiter(separator(first))
        .flexible(true)
        .from_reader(text.as_bytes());
    let unread = |error: &csv::Error| {
        ListError::new(
            format!("the table cannot be read: {error}"),
            "save it as CSV in UTF-8",
        )
    };
    let header = rows.headers().map_err(|error| unread(&error))?;
    let columns = Columns::of(header.iter().map(cell).collect());
    if columns.repository.is_none() && pattern.is_none() {
        let found = columns.names.join(", ");
        let what = format!("no column of the table says where a repository is; it has {found}");
        let fix = "name one `repository`, or give --repository 'https://github.com/ORGANISATION/TASK-{github_username}'";
        return Err(ListError::new(what, fix));
    }
    let mut entries = Vec::new();
    for row in rows.records() {
        let row = row.map_err(|error| unread(&error))?;
        let cells: Vec<String> = row.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            entries.push(entry(&columns, &cells, pattern, entries.len())?);
        }
    }
    Ok(Listing {
        form: columns.form(),
        entries,
    })
}

fn entry(
    columns: &Columns,
    cells: &[String],
    pattern: Option<&str>,
    turn: usize,
) -> Result<Entry, ListError> {
    let at = |column: Option<usize>| cells.get(column?).filter(|cell| !cell.is_empty()).cloned();
    let repository = match (at(columns.repository), pattern) {
        (Some(repository), _) => repository,
        (None, Some(pattern)) if columns.repository.is_none() => filled(pattern, columns, cells)?,
        (None, _) => String::new(),
    };
    let by_address = || (!repository.is_empty()).then(|| names::of_address(&repository));
    let id = at(columns.id).or_else(|| at(columns.name)).or_else(by_address);
    let others = columns.names.iter().zip(cells).enumerate();
    let others = others.filter(|(column, _)| !columns.is_taken(*column));
    Ok(Entry {
        id: id.unwrap_or_else(|| format!("submission {}", turn + 1)),
        name: at(columns.name),
        report: at(columns.report),
        rev: at(columns.rev),
        others: others
            .map(|(_, (name, cell))| (name.clone(), cell.clone()))
            .collect(),
        repository,
        folder: String::new(),
    })
}

/// The pattern with the cells of a row in the place of the names of their columns; nothing where one is empty.
fn filled(pattern: &str, columns: &Columns, cells: &[String]) -> Result<String, ListError> {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let column = columns.names.iter().position(|known| plain(known) == plain(name));
        let Some(column) = column else {
            let found = columns.names.join(", ");
            let what =
                format!("the pattern of addresses names the column `{name}`, and the table has {found}");
            return Err(ListError::new(what, "write the name of a column between { and }"));
        };
        let Some(cell) = cells.get(column).filter(|cell| !cell.is_empty()) else {
            return Ok(String::new());
        };
        text.push_str(before);
        text.push_str(cell);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}
