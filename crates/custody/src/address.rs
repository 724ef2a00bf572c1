//! What may be audited, and where it is: the one place where an address is read.
//!
//! After [`Subject::parse`] no address is looked at again. What it accepts is written anew from its parts, so
//! that the host that is shown is the host that is contacted.

mod allowed_hosts;
mod dns;
mod private_network;

pub use allowed_hosts::{AllowedHost, refusal as host_refusal};
pub(crate) use dns::pinned;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use url::{Host, Url};
use wordlist::array;

/// Longest address; longer ones are no addresses of repositories.
const ADDRESS_BYTES_MAX: usize = 2_048;
/// Longest name of a branch or tag.
const REV_BYTES_MAX: usize = 255;
/// Most parts of the path in an address: GitLab nests groups, at most 20 deep, in practice far less.
const PARTS_MAX: usize = 8;

/// Names that say what kind of thing a directory is, and not which: the directory above them tells that.
const KINDS: [&str; 10] = array("repo repository git bare mirror clone checkout submission source src");

/// A repository to audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    place: Place,
    name: String,
    rev: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Directory(PathBuf),
    /// Work that was handed in without git: a zip, or a plain folder.
    Files(PathBuf),
    Https {
        host: String,
        path: String,
    },
    Ssh {
        host: String,
        path: String,
    },
}

/// How a subject is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A directory of this machine.
    File,
    /// A host, over https.
    Https,
    /// A host, over ssh.
    Ssh,
}

/// Why an address is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; {fix}")]
pub struct SubjectError {
    /// What is wrong. Never contains a user name or a password.
    pub problem: String,
    /// What to do.
    pub fix: String,
}

const FORMS: &str = "name a directory, https://host/owner/name, owner/name[@ref] or git@host:owner/name";
/// What stands before the path of a folder that is no repository and is to be audited all the same.
const FOLDER: &str = "folder:";
/// How the name of packed work ends.
const ZIP: &str = ".zip";

impl Subject {
    /// Reads what the user typed.
    ///
    /// # Errors
    /// Everything that is not one of the four forms, or that leads to this machine or a private network.
    pub fn parse(text: &str) -> Result<Self, SubjectError> {
        refuse_unsafe_text(text)?;
        if let Some((scheme, rest)) = text.split_once("://") {
            return match scheme.to_ascii_lowercase().as_str() {
                "https" => parse_https(rest),
                "file" => parse_file(text),
                "http" => refused("plain http can be changed on its way", "use https://"),
                _ => refused("this kind of address is not fetched", FORMS),
            };
        }
        let path = Path::new(text);
        if path.exists() {
            return local(path);
        }
        if let Some(folder) = text.strip_prefix(FOLDER) {
            return plain_folder(Path::new(folder));
        }
        if let Some(rest) = text.strip_prefix("git@") {
            return parse_ssh(rest);
        }
        parse_short(text)
    }

    /// `owner/name`, or the name of the directory. Untrusted text: escape it for where it is shown.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with nothing but letters, digits, `.`, `_` and `-`: fit for a file name.
    pub fn slug(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let slug: String = self
            .name
            .chars()
            .map(|c| if plain(c) { c } else { '-' })
            .collect();
        let slug = slug.trim_matches(['-', '.']);
        if slug.is_empty() {
            "subject".to_owned()
        } else {
            slug.to_owned()
        }
    }

    /// The address, written anew from its parts, without credentials.
    pub fn address(&self) -> String {
        match &self.place {
            Place::Directory(path) => path.display().to_string(),
            Place::Files(path) if path.is_dir() => format!("{FOLDER}{}", path.display()),
            Place::Files(path) => path.display().to_string(),
            Place::Https { host, path } => format!("https://{host}/{path}"),
            Place::Ssh { host, path } => format!("git@{host}:{path}"),
        }
    }

    /// What tells it from other subjects and is the same for every copy of a directory, wherever it lies.
    pub fn identity(&self) -> String {
        match &self.place {
            Place::Directory(_) => format!("directory {}", self.name),
            Place::Files(_) => format!("files {}", self.name),
            Place::Https { .. } | Place::Ssh { .. } => self.address(),
        }
    }

    /// The branch, tag or commit that the address itself asks for.
    pub fn rev(&self) -> Option<&str> {
        self.rev.as_deref()
    }

    /// How it is reached.
    pub fn transport(&self) -> Transport {
        match self.place {
            Place::Directory(_) | Place::Files(_) => Transport::File,
            Place::Https { .. } => Transport::Https,
            Place::Ssh { .. } => Transport::Ssh,
        }
    }

    /// The directory, for a subject of this machine.
    pub fn directory(&self) -> Option<&Path> {
        match &self.place {
            Place::Directory(path) => Some(path),
            Place::Files(_) | Place::Https { .. } | Place::Ssh { .. } => None,
        }
    }

    /// The zip or the folder, for work that was handed in without git.
    pub fn files(&self) -> Option<&Path> {
        match &self.place {
            Place::Files(path) => Some(path),
            Place::Directory(_) | Place::Https { .. } | Place::Ssh { .. } => None,
        }
    }

    /// The host, for a subject elsewhere.
    pub fn host(&self) -> Option<&str> {
        match &self.place {
            Place::Directory(_) | Place::Files(_) => None,
            Place::Https { host, .. } | Place::Ssh { host, .. } => Some(host),
        }
    }
}

/// Refuses a name of a branch, tag or commit that git would read as something else.
///
/// # Errors
/// Options, ranges, patterns, control characters and expressions such as `HEAD~3`.
pub fn check_rev(rev: &str) -> Result<(), SubjectError> {
    let plain = |c: char| !c.is_control() && !" ~^:?*[\\\"'`$;&|<>(){}!".contains(c);
    let well_formed = !rev.is_empty()
        && rev.len() <= REV_BYTES_MAX
        && rev.chars().all(plain)
        && !rev.contains("..")
        && !rev.contains("//")
        && rev.split('/').all(is_well_formed_part);
    if well_formed {
        return Ok(());
    }
    let problem = "this is no name of a branch, a tag or a commit";
    refused(problem, "give a branch, a tag or the id of a commit")
}

fn is_well_formed_part(part: &str) -> bool {
    !part.is_empty()
        && !part.starts_with(['-', '.'])
        && !part.ends_with('.')
        && !part.ends_with(".lock")
        && part != "@"
}

fn refused<T>(problem: impl Into<String>, fix: &str) -> Result<T, SubjectError> {
    Err(SubjectError {
        problem: problem.into(),
        fix: fix.to_owned(),
    })
}

fn refuse_unsafe_text(text: &str) -> Result<(), SubjectError> {
    if text.is_empty() {
        return refused("there is no address", FORMS);
    }
    if text.len() > ADDRESS_BYTES_MAX {
        return refused(
            format!("the address is longer than {ADDRESS_BYTES_MAX} bytes"),
            FORMS,
        );
    }
    if text.starts_with('-') {
        return refused("an address cannot start with a dash", FORMS);
    }
    if text.chars().any(char::is_control) {
        return refused("the address has a control character", FORMS);
    }
    Ok(())
}

fn local(path: &Path) -> Result<Subject, SubjectError> {
    if path.is_dir() {
        return on_disk(path, Place::Directory);
    }
    let is_zip = path.to_string_lossy().to_ascii_lowercase().ends_with(ZIP);
    if is_zip {
        return on_disk(path, Place::Files);
    }
    refused(
        format!("{} is a file", path.display()),
        "name the directory of a repository, or a zip",
    )
}

fn plain_folder(path: &Path) -> Result<Subject, SubjectError> {
    if path.is_dir() {
        return on_disk(path, Place::Files);
    }
    refused("there is no such folder", FORMS)
}

fn on_disk(path: &Path, place: fn(PathBuf) -> Place) -> Result<Subject, SubjectError> {
    let Ok(path) = path.canonicalize() else {
        return refused(
            format!("{} cannot be opened", path.display()),
            "check its permissions",
        );
    };
    let name = directory_name(&path);
    let packed = name.to_ascii_lowercase().ends_with(ZIP) && path.is_file();
    let bare = if packed {
        &name[..name.len() - ZIP.len()]
    } else {
        &name
    };
    Ok(Subject {
        name: bare.to_owned(),
        place: place(path),
        rev: None,
    })
}

/// The last part of the path that tells one subject from another.
///
/// What the subject's own `origin` says is not asked: it is a claim, and a report is headed by this name.
fn directory_name(path: &Path) -> String {
    let own = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let above = path.parent().filter(|parent| !is_temporary(parent));
    let above = above.and_then(Path::file_name).map(OsStr::to_string_lossy);
    let name = match above {
        Some(above) if is_generic(&own) => above,
        _ => own,
    };
    let bare = name.strip_suffix(".git").filter(|bare| !bare.is_empty());
    bare.unwrap_or(&name).to_owned()
}

fn is_generic(name: &str) -> bool {
    let name = name.strip_suffix(".git").unwrap_or(name);
    name.is_empty() || KINDS.iter().any(|kind| name.eq_ignore_ascii_case(kind))
}

/// Whether it is a directory of one run, whose name is another one the next time.
fn is_temporary(directory: &Path) -> bool {
    let room = std::env::temp_dir();
    let room = room.canonicalize().unwrap_or(room);
    directory.parent().is_some_and(|parent| parent == room)
}

fn parse_file(text: &str) -> Result<Subject, SubjectError> {
    let path = Url::parse(text).ok().and_then(|url| url.to_file_path().ok());
    match path {
        Some(path) if path.exists() => local(&path),
        _ => refused("there is no such directory on this machine", FORMS),
    }
}

fn parse_https(rest: &str) -> Result<Subject, SubjectError> {
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    if rest
        .split(['/', '?', '#'])
        .next()
        .unwrap_or_default()
        .contains('@')
    {
        let fix = "remove the user name and password; for a private repository clone it and name the directory, or use git@host:owner/name";
        return refused("credentials do not belong into an address", fix);
    }
    if rest.contains(['?', '#']) {
        return refused("the address of a repository has no query and no fragment", FORMS);
    }
    if !rest
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"\\%".contains(&byte))
    {
        return refused(
            "the address has a character that no repository's address needs",
            FORMS,
        );
    }
    let path = &rest[authority.len()..];
    let Ok(url) = Url::parse(&format!("https://{authority}/")) else {
        return refused("the host is not a host name", FORMS);
    };
    if url.port().is_some() {
        return refused(
            "only the standard port is fetched from",
            "clone it and name the directory",
        );
    }
    remote(url.host(), path, |host, path| Place::Https { host, path })
}

fn parse_ssh(rest: &str) -> Result<Subject, SubjectError> {
    let Some((host, path)) = rest.split_once(':') else {
        return refused(
            "an ssh address needs a colon after the host",
            "write git@host:owner/name",
        );
    };
    if !host.is_ascii() || host.contains(['/', '@', '%', '\\']) || host.starts_with('-') {
        return refused("the host is not a host name", "write git@host:owner/name");
    }
    let Ok(host) = Host::parse(host) else {
        return refused("the host is not a host name", "write git@host:owner/name");
    };
    let host = match &host {
        Host::Domain(name) => Host::Domain(name.as_str()),
        Host::Ipv4(address) => Host::Ipv4(*address),
        Host::Ipv6(address) => Host::Ipv6(*address),
    };
    remote(Some(host), path, |host, path| Place::Ssh { host, path })
}

fn remote(
    host: Option<Host<&str>>,
    path: &str,
    place: impl FnOnce(String, String) -> Place,
) -> Result<Subject, SubjectError> {
    let Some(host) = host else {
        return refused("the address has no host", FORMS);
    };
    if let Some(why) = private_network::host_refusal(&host) {
        return refused(
            format!("{host} {why}"),
            "clone it by hand where that is right, and name its directory",
        );
    }
    let host = host.to_string();
    let (path, name) = repository_path(&host, path)?;
    Ok(Subject {
        place: place(host, path),
        name,
        rev: None,
    })
}

/// The path as git is to ask for it, and the name to show.
fn repository_path(host: &str, path: &str) -> Result<(String, String), SubjectError> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let parts: Vec<&str> = path.split('/').collect();
    if !parts.iter().all(|part| is_plain_part(part)) {
        let problem = "the path has a part that is empty, relative, or no plain name";
        return refused(problem, FORMS);
    }
    let two_parts_only = matches!(host, "github.com" | "bitbucket.org");
    if parts.len() < 2 || parts.len() > PARTS_MAX || (two_parts_only && parts.len() != 2) {
        let fix =
            "give the address of the repository itself, https://host/owner/name, and the branch as --rev";
        return refused("this is not the address of a repository", fix);
    }
    let name = path.strip_suffix(".git").unwrap_or(path);
    if name.ends_with('/') {
        return refused("the repository has no name", FORMS);
    }
    Ok((path.to_owned(), name.to_owned()))
}

fn is_plain_part(part: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-+~".contains(&byte);
    part.bytes().all(plain) && !part.is_empty() && !part.starts_with('-') && part != "." && part != ".."
}

fn parse_short(text: &str) -> Result<Subject, SubjectError> {
    if text.starts_with(['/', '.', '~']) {
        return refused("there is no such directory", FORMS);
    }
    let (path, rev) = match text.split_once('@') {
        Some((path, rev)) => (path, Some(rev)),
        None => (text, None),
    };
    let parts: Vec<&str> = path.split('/').collect();
    let [owner, name] = parts[..] else {
        return refused("this is neither a directory nor an address", FORMS);
    };
    if !is_account(owner) || !is_plain_part(name) || name.contains(['~', '+']) {
        return refused(
            "this is neither a directory nor the owner/name of a repository",
            FORMS,
        );
    }
    if let Some(rev) = rev {
        check_rev(rev)?;
    }
    let mut subject = remote(Some(Host::Domain("github.com")), path, |host, path| {
        Place::Https { host, path }
    })?;
    subject.rev = rev.map(str::to_owned);
    Ok(subject)
}

fn is_account(owner: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !owner.is_empty() && !owner.starts_with('-') && owner.bytes().all(plain)
}
