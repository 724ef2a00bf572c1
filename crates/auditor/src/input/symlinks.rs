//! Where a path leads, link by link, and whether it leads over the audited subject: whoever made the subject also
//! placed its links, and a link can make a file of the user's out of one of the subject's, or the other way round.

use custody::Subject;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Most links on one way; the system follows no more.
const LINKS_MAX: usize = 40;

/// A subject on this machine, as the place of files.
#[derive(Debug)]
pub(crate) struct SubjectDirectory {
    /// Its directory without links.
    directory: PathBuf,
}

impl SubjectDirectory {
    /// That of the subject that was typed, in whatever spelling; `None` where it is none of this machine.
    pub(crate) fn of(typed: &str) -> Option<Self> {
        let subject = Subject::parse(typed).ok()?;
        subject.directory().map(|directory| Self {
            directory: directory.to_owned(),
        })
    }

    /// Whether the file lies in the subject, or a link of the subject leads to it. A way that cannot be followed is
    /// taken to, for it shows nothing else.
    pub(crate) fn leads_to(&self, path: &Path) -> bool {
        resolve(path).map_or(true, |found| {
            found
                .links
                .iter()
                .chain([&found.end])
                .any(|place| self.holds(place))
        })
    }

    /// The link of the subject that leads to the file, if one does.
    pub(crate) fn link_to(&self, path: &Path) -> Option<PathBuf> {
        resolve(path)
            .ok()?
            .links
            .into_iter()
            .find(|link| self.holds(link))
    }

    fn holds(&self, place: &Path) -> bool {
        let directory = self.directory.as_path();
        // The git directory may be named in place of the directory that it is in.
        let tree = directory
            .parent()
            .filter(|_| directory.file_name().is_some_and(|name| name == ".git"));
        place.starts_with(directory)
            || tree.is_some_and(|tree| place.starts_with(tree))
            || is_same_repository(place, directory)
    }
}

/// A subject may be named by a directory inside it too.
fn is_same_repository(place: &Path, subject: &Path) -> bool {
    let root = |path: &Path| {
        path.ancestors()
            .find(|above| above.join(".git").exists())
            .map(Path::to_owned)
    };
    root(place).is_some_and(|root_here| root(subject) == Some(root_here))
}

/// What a path leads over.
struct Resolved {
    /// Links, by their places; those hold no link but in their last part.
    links: Vec<PathBuf>,
    /// Where it ends, without links.
    end: PathBuf,
}

/// Follows a path as the system does. The last parts need not be there.
fn resolve(path: &Path) -> io::Result<Resolved> {
    let mut here = PathBuf::new();
    let mut links = Vec::new();
    // The directory of the process may have been named through links; the system knows it without.
    let mut ahead = parts(&std::env::current_dir()?.join(path));
    while let Some(part) = ahead.pop() {
        match Path::new(&part).components().next() {
            Some(Component::ParentDir) => {
                here.pop();
            }
            Some(Component::Normal(name)) => {
                let next = here.join(name);
                match fs::read_link(&next) {
                    Ok(target) => {
                        links.push(next);
                        ahead.extend(parts(&target));
                    }
                    Err(_) => here = next,
                }
            }
            // The root, where a link leads there too.
            Some(root) => here = PathBuf::from(root.as_os_str()),
            None => {}
        }
        if links.len() > LINKS_MAX {
            return Err(io::Error::other("too many links lead to one another"));
        }
    }
    Ok(Resolved { links, end: here })
}

/// The parts of a path, the first one last.
fn parts(path: &Path) -> Vec<OsString> {
    let mut parts: Vec<OsString> = path
        .components()
        .map(|part| part.as_os_str().to_owned())
        .collect();
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A room with a subject, a folder of the user's, and links between them.
    fn room() -> (tempfile::TempDir, PathBuf) {
        let room = tempfile::tempdir().unwrap();
        let place = room.path().canonicalize().unwrap();
        for name in ["subject/.git", "subject/src", "subject/nested/.git", "private"] {
            fs::create_dir_all(place.join(name)).unwrap();
        }
        for name in ["subject/auditor.toml", "private/diary.md"] {
            fs::write(place.join(name), "").unwrap();
        }
        for (target, link) in [
            ("subject/auditor.toml", "auditor.toml"),
            ("subject/out", "round"),
            ("../private", "subject/out"),
            ("../private/diary.md", "subject/report.md"),
            ("private/diary.md", "own.md"),
            ("subject", "alias"),
            ("circle", "circle"),
        ] {
            symlink(target, place.join(link)).unwrap();
        }
        (room, place)
    }

    #[test]
    fn a_subject_is_the_same_ground_in_every_spelling_of_its_address() {
        let (_room, place) = room();
        let shown = place.display();
        for typed in [
            format!("{shown}/subject"),
            format!("{shown}/alias"),
            format!("{shown}/subject/.git"),
            format!("{shown}/subject/src"),
            format!("file://{shown}/subject"),
            format!("FILE://localhost{shown}/subject/"),
            format!("file://{shown}/private/../%73ubject"),
        ] {
            let directory = SubjectDirectory::of(&typed).unwrap();
            assert!(directory.leads_to(&place.join("subject/auditor.toml")), "{typed}");
            assert!(!directory.leads_to(&place.join("private/diary.md")), "{typed}");
        }
        let whole = SubjectDirectory::of(&format!("{shown}/subject/.git")).unwrap();
        assert!(whole.leads_to(&place.join("subject/nested/auditor.toml")));
        assert!(SubjectDirectory::of("https://github.com/o/r").is_none());
    }

    #[test]
    fn links_into_the_subject_and_through_it_are_told_from_links_of_the_user() {
        let (_room, place) = room();
        let directory = SubjectDirectory::of(&place.join("subject").display().to_string()).unwrap();
        let leads = |name: &str| directory.leads_to(&place.join(name));
        for name in ["auditor.toml", "round/diary.md", "subject/report.md", "circle"] {
            assert!(leads(name), "{name}");
        }
        for name in [
            "own.md",
            "missing",
            "subject/../own.md",
            "subject/src/../../missing",
        ] {
            assert!(!leads(name), "{name}");
        }
        let link = |name: &str| directory.link_to(&place.join(name));
        assert_eq!(link("subject/report.md"), Some(place.join("subject/report.md")));
        assert_eq!(link("alias/out/diary.md"), Some(place.join("subject/out")));
        assert_eq!(link("round/diary.md"), Some(place.join("subject/out")));
        assert_eq!(link("auditor.toml"), None);
        assert_eq!(link("own.md"), None);
    }
}
