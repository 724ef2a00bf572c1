//! Which folder an import of Go means: the module's path, and the folder below it.

use super::atlas::{Atlas, join};
use super::{FileId, Target};
use crate::census::{Kind, Project};
use ::syntax::facts::Import;

/// The modules of the tree, with what each needs.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    modules: Vec<(&'a Project, Vec<&'a str>)>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let needs = |project: &Project| {
            let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
            text.lines().filter_map(needed).collect()
        };
        let modules = atlas.projects(Kind::Go).map(|project| (project, needs(project)));
        Self {
            atlas,
            modules: modules.collect(),
        }
    }

    pub(super) fn target(&self, path: &str, import: &Import) -> Target {
        let what = import.what.as_str();
        if what.starts_with("./") || what.starts_with("../") {
            let folder = crate::census::folder(path);
            return self.package(join(folder, what));
        }
        let own = |(project, _): &&(&Project, Vec<&str>)| {
            project.name.as_deref().is_some_and(|name| is_below(what, name))
        };
        let module = self
            .modules
            .iter()
            .filter(own)
            .max_by_key(|(project, _)| project.name.as_ref().map_or(0, String::len));
        if let Some((project, _)) = module {
            let name = project.name.as_deref().unwrap_or_default();
            return self.package(join(&project.root, &what[name.len()..]));
        }
        let first = what.split('/').next().unwrap_or_default();
        if !first.contains('.') {
            return Target::Standard;
        }
        if self.modules.is_empty()
            && let Some(files) = self.below_home(what)
        {
            return Target::Files(files);
        }
        Target::External(self.needed_by(path, what).unwrap_or_else(|| by_host(what)))
    }

    fn package(&self, folder: Option<String>) -> Target {
        let files = folder.map(|folder| self.files(&folder)).unwrap_or_default();
        if files.is_empty() {
            return Target::Unresolved;
        }
        Target::Files(files)
    }

    /// Where no module has a name: the files of the folder of this tree that follows host, owner and repository in a path.
    fn below_home(&self, what: &str) -> Option<Vec<FileId>> {
        let rest = what.splitn(4, '/').nth(3)?;
        Some(self.files(rest)).filter(|files| !files.is_empty())
    }

    /// The files of a package, tests left out.
    fn files(&self, folder: &str) -> Vec<FileId> {
        let start = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        let after = self.atlas.paths.partition_point(|path| *path < start.as_str());
        let inside = (after..).zip(self.atlas.paths.iter().skip(after));
        let inside = inside.take_while(|(_, path)| path.starts_with(&start));
        let own = inside.filter(|(_, path)| {
            let name = &path[start.len()..];
            !name.contains('/') && name.ends_with(".go") && !name.ends_with("_test.go")
        });
        own.filter_map(|(at, _)| FileId::try_from(at).ok()).collect()
    }

    /// The other files of a package come with each of them.
    pub(super) fn companions(&self, path: &str) -> Vec<FileId> {
        self.files(crate::census::folder(path))
    }

    fn needed_by(&self, path: &str, what: &str) -> Option<String> {
        let around = self.modules.iter().filter(|(project, _)| project.contains(path));
        let (_, needs) = around.max_by_key(|(project, _)| project.root.len())?;
        let found = needs.iter().filter(|need| is_below(what, need));
        found.max_by_key(|need| need.len()).map(|need| (*need).to_owned())
    }
}

fn is_below(what: &str, module: &str) -> bool {
    what.strip_prefix(module)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The module of a line of `require`.
fn needed(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = line.strip_prefix("require ").unwrap_or(line);
    let mut words = line.split_whitespace();
    let (module, version) = (words.next()?, words.next()?);
    (version.starts_with('v') && module.contains('.')).then_some(module)
}

/// The module that a path belongs to where nothing declares it: owner and name on the forges that work so.
fn by_host(what: &str) -> String {
    let parts: Vec<&str> = what.split('/').collect();
    let count = match parts.first() {
        Some(&("github.com" | "gitlab.com" | "bitbucket.org" | "golang.org")) => 3,
        Some(&("gopkg.in" | "google.golang.org" | "go.uber.org")) => 2,
        _ => parts.len(),
    };
    parts[..count.min(parts.len())].join("/")
}
