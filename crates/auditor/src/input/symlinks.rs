//! Where a path leads, link by link, and whether it leads over the audited subject. Whoever made the subject also
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
        let folder = subject.files().filter(|place| place.is_dir());
        subject.directory().or(folder).map(|directory| Self {
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
mod tests;
