//! What a project says of itself to its tools: name, entry points, dependencies, and the lock files beside it.
//!
//! Every format has a module that reads one text into one [`Manifest`]. What a program would have to run for
//! (a computed list in `setup.py`) is a [`Gap`], never an absence. [`Manifests`] holds all of a snapshot, with what
//! members take from their workspace filled in.

mod cargo;
mod catalog;
mod collection;
mod conda;
mod gems;
mod gomod;
mod gradle;
pub mod lock;
mod maven;
mod native;
mod npm;
mod pin;
mod pyproject;
mod requirement;
mod requirements;
mod setup;
#[cfg(test)]
mod tests;

pub use collection::{Manifests, Unread};
pub use collection::{join, linked};

use std::fmt;

/// Most dependencies of one manifest that are kept; the longest hand-written lists have some hundreds.
pub const DEPENDENCIES_MAX: usize = 4_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    pub path: String,
    /// How it is written.
    pub format: Format,
    /// The project's name, where the manifest gives one.
    pub name: Option<String>,
    /// The project's version, as written.
    pub version: Option<String>,
    /// Programs and modules that it offers by name.
    pub entries: Vec<Script>,
    /// Commands that it gives names to, for those who work on it.
    pub scripts: Vec<Script>,
    /// What it needs.
    pub dependencies: Vec<Dependency>,
    /// What it lays down for others to inherit (`[workspace.dependencies]`, `dependencyManagement`, a catalog).
    pub offered: Vec<Dependency>,
    /// Patterns of the folders that belong to its workspace.
    pub members: Vec<String>,
    /// Paths of other files that it takes dependencies from, relative to its folder.
    pub includes: Vec<(String, u32)>,
    /// Who the project is for.
    pub audience: Audience,
    /// The version of the language or toolchain that it asks for, with its line.
    pub toolchain: Option<(String, u32)>,
    /// What stands in it and could not be read.
    pub gaps: Vec<Gap>,
}

/// Who a project is for: whether others build upon it (then its lock is theirs), or it is what is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// It says that it is not for publication.
    Own,
    /// It carries what only published packages carry.
    Published,
    /// It says neither.
    #[default]
    Open,
}

/// A name with what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    pub name: String,
    /// The command or the place in the code.
    pub target: String,
    pub line: u32,
}

/// Something that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub line: u32,
    /// What, in words that go on from "not read: ".
    pub what: String,
}

/// One direct dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The package, as written; Maven and Gradle give `group:artifact`.
    pub name: String,
    /// The name under which code imports it, where the manifest says so.
    pub alias: Option<String>,
    /// What is asked of its version, as written; empty where nothing is.
    pub requirement: String,
    pub kind: Kind,
    /// Where it comes from.
    pub source: Source,
    /// How far its version may drift.
    pub pin: Pin,
    pub line: u32,
}

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The program runs with it.
    Runtime,
    /// Who works on the program needs it.
    Dev,
    /// It is needed to build the program.
    Build,
    /// A feature needs it.
    Optional,
    /// Whoever uses the program brings it.
    Peer,
}

/// Where a dependency comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A registry of packages, or an archive at an address.
    Registry,
    /// A git repository; `is_fixed` when a commit or tag is named.
    Git {
        /// Whether a commit or tag is named.
        is_fixed: bool,
    },
    /// A folder.
    Path,
    /// Another project of the same workspace.
    Workspace,
}

/// How far the version of a dependency may drift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pin {
    /// One version.
    Exact,
    /// A lock file beside it names the version.
    Locked,
    /// Versions that promise to be compatible, or below a bound.
    Range,
    /// Everything from some version on.
    Floor,
    /// Whatever there is.
    Any,
}

impl Pin {
    /// Whether a new release with other behaviour cannot come in unseen.
    pub fn is_held(self) -> bool {
        matches!(self, Self::Exact | Self::Locked | Self::Range)
    }
}

/// The family of tools that reads a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ecosystem {
    /// Cargo.
    Rust,
    /// npm, yarn, pnpm, bun.
    Node,
    /// pip and its kin.
    Python,
    /// Go modules.
    Go,
    /// Maven, Gradle.
    Jvm,
    /// Bundler, gems.
    Ruby,
    /// CMake, Meson, Conan, vcpkg.
    Native,
}

impl Ecosystem {
    /// What people call the packages of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::Node => "Node",
            Self::Python => "Python",
            Self::Go => "Go",
            Self::Jvm => "Java",
            Self::Ruby => "Ruby",
            Self::Native => "C and C++",
        }
    }
}

/// How a manifest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// `Cargo.toml`.
    Cargo,
    /// `package.json`.
    Npm,
    /// `pnpm-workspace.yaml`.
    PnpmWorkspace,
    /// `pyproject.toml`.
    Pyproject,
    /// `requirements*.txt` and what is compiled into it.
    Requirements,
    /// `setup.cfg`.
    SetupCfg,
    /// `setup.py`.
    SetupPy,
    /// `Pipfile`.
    Pipfile,
    /// `environment.yml`.
    Conda,
    /// `go.mod`.
    GoMod,
    /// `pom.xml`.
    Maven,
    /// `build.gradle`, `build.gradle.kts`.
    Gradle,
    /// `libs.versions.toml`.
    GradleCatalog,
    /// `Gemfile`, `gems.rb`.
    Gemfile,
    /// `*.gemspec`.
    Gemspec,
    /// `CMakeLists.txt`.
    CMake,
    /// `meson.build`.
    Meson,
    /// `conanfile.txt`, `conanfile.py`.
    Conan,
    /// `vcpkg.json`.
    Vcpkg,
}

impl Format {
    /// The format of a file, by its name.
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        Some(match name {
            "Cargo.toml" => Self::Cargo,
            "package.json" => Self::Npm,
            "pnpm-workspace.yaml" => Self::PnpmWorkspace,
            "pyproject.toml" => Self::Pyproject,
            "setup.cfg" => Self::SetupCfg,
            "setup.py" => Self::SetupPy,
            "Pipfile" => Self::Pipfile,
            "environment.yml" | "environment.yaml" => Self::Conda,
            "go.mod" => Self::GoMod,
            "pom.xml" => Self::Maven,
            "build.gradle" | "build.gradle.kts" => Self::Gradle,
            "libs.versions.toml" => Self::GradleCatalog,
            "Gemfile" | "gems.rb" => Self::Gemfile,
            "CMakeLists.txt" => Self::CMake,
            "meson.build" => Self::Meson,
            "conanfile.txt" | "conanfile.py" => Self::Conan,
            "vcpkg.json" => Self::Vcpkg,
            _ if name.ends_with(".gemspec") => Self::Gemspec,
            _ if requirements::is_one(path) => Self::Requirements,
            _ => return None,
        })
    }

    /// The family of tools that reads it.
    pub const fn ecosystem(self) -> Ecosystem {
        match self {
            Self::Cargo => Ecosystem::Rust,
            Self::Npm | Self::PnpmWorkspace => Ecosystem::Node,
            Self::Pyproject
            | Self::Requirements
            | Self::SetupCfg
            | Self::SetupPy
            | Self::Pipfile
            | Self::Conda => Ecosystem::Python,
            Self::GoMod => Ecosystem::Go,
            Self::Maven | Self::Gradle | Self::GradleCatalog => Ecosystem::Jvm,
            Self::Gemfile | Self::Gemspec => Ecosystem::Ruby,
            Self::CMake | Self::Meson | Self::Conan | Self::Vcpkg => Ecosystem::Native,
        }
    }
}

impl Manifest {
    /// A manifest that says nothing yet.
    pub fn new(path: &str, format: Format) -> Self {
        Self {
            path: path.to_owned(),
            format,
            name: None,
            version: None,
            entries: Vec::new(),
            scripts: Vec::new(),
            dependencies: Vec::new(),
            offered: Vec::new(),
            members: Vec::new(),
            includes: Vec::new(),
            audience: Audience::Open,
            toolchain: None,
            gaps: Vec::new(),
        }
    }

    /// The folder that it stands in; empty for the root.
    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The family of tools that reads it.
    pub const fn ecosystem(&self) -> Ecosystem {
        self.format.ecosystem()
    }

    fn gap(&mut self, line: u32, what: impl Into<String>) {
        self.gaps.push(Gap {
            line,
            what: what.into(),
        });
    }

    fn needs(&mut self, dependency: Dependency) {
        self.dependencies.push(dependency);
    }

    fn script(list: &mut Vec<Script>, name: &str, target: &str, line: u32) {
        list.push(Script {
            name: name.to_owned(),
            target: target.to_owned(),
            line,
        });
    }
}

impl Dependency {
    fn new(name: impl Into<String>, requirement: impl Into<String>, line: u32) -> Self {
        Self {
            name: name.into(),
            alias: None,
            requirement: requirement.into(),
            kind: Kind::Runtime,
            source: Source::Registry,
            pin: Pin::Any,
            line,
        }
    }

    fn of_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    fn sourced(mut self, source: Source) -> Self {
        self.source = source;
        match source {
            Source::Git { is_fixed: true } => self.pin = Pin::Exact,
            Source::Git { is_fixed: false } => self.pin = Pin::Any,
            // What lies in the same repository moves with it.
            Source::Path | Source::Workspace => self.pin = Pin::Exact,
            Source::Registry => {}
        }
        self
    }

    fn pinned(mut self, pin: Pin) -> Self {
        self.pin = pin;
        self
    }

    /// Whether it comes from outside of the repository.
    pub fn is_external(&self) -> bool {
        matches!(self.source, Source::Registry | Source::Git { .. })
    }
}

impl fmt::Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {:?} {:?} {:?}",
            self.line, self.name, self.kind, self.source, self.pin
        )?;
        if !self.requirement.is_empty() {
            write!(f, " `{}`", self.requirement)?;
        }
        self.alias
            .as_ref()
            .map_or(Ok(()), |alias| write!(f, " as {alias}"))
    }
}

/// Reads a manifest.
///
/// # Errors
/// With the reason in words, when the text is not of the format at all.
pub fn read(path: &str, format: Format, text: &str) -> Result<Manifest, String> {
    let mut manifest = Manifest::new(path, format);
    let done = match format {
        Format::Cargo => cargo::read(&mut manifest, text),
        Format::Npm => npm::read(&mut manifest, text),
        Format::PnpmWorkspace => npm::read_workspace(&mut manifest, text),
        Format::Pyproject => pyproject::read(&mut manifest, text),
        Format::Pipfile => pyproject::read_pipfile(&mut manifest, text),
        Format::Requirements => {
            requirements::read(&mut manifest, text);
            Ok(())
        }
        Format::SetupCfg => {
            setup::read_cfg(&mut manifest, text);
            Ok(())
        }
        Format::SetupPy => setup::read_py(&mut manifest, text),
        Format::Conda => conda::read(&mut manifest, text),
        Format::GoMod => {
            gomod::read(&mut manifest, text);
            Ok(())
        }
        Format::Maven => maven::read(&mut manifest, text),
        Format::Gradle => {
            gradle::read(&mut manifest, text);
            Ok(())
        }
        Format::GradleCatalog => catalog::read(&mut manifest, text),
        Format::Gemfile | Format::Gemspec => {
            gems::read(&mut manifest, text);
            Ok(())
        }
        Format::CMake | Format::Meson | Format::Conan | Format::Vcpkg => native::read(&mut manifest, text),
    };
    done.map_err(|wrong| format!("line {}: {}", wrong.line, wrong.why))?;
    manifest.dependencies.truncate(DEPENDENCIES_MAX);
    Ok(manifest)
}
