//! Files beside the program.

/// Files that build, test or package the program, with the tools of whoever works on it.
pub(super) fn is_tooling(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let known = [
        "setup.py",
        "noxfile.py",
        "conftest.py",
        "fabfile.py",
        "tasks.py",
        "dodo.py",
        "build.rs",
        "Rakefile",
        "Gemfile",
        "Gruntfile.js",
        "gulpfile.js",
        "SConstruct",
        "conf.py",
        "hatch_build.py",
        "magefile.go",
        "tools.go",
    ];
    let is_settings = name.contains(".config.") || name.contains(".conf.") || name.starts_with('.');
    known.contains(&name) || is_settings || name.ends_with(".gemspec") || name.ends_with(".rake")
}
