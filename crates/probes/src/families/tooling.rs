//! Files beside the program.

use wordlist::array;

/// Folders at the root with what whoever works on the program runs beside it.
const BESIDE: [&str; 12] =
    array("scripts script tasks tools hack ci dev devtools release fuzz fuzzer profiler");

/// Whether a file is run beside the program, by who works on it.
pub(super) fn is_run_beside(path: &str) -> bool {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    is_tooling(path) || folder.is_some_and(|folder| BESIDE.contains(&folder))
}

/// Files that build, test or package the program, with the tools of whoever works on it.
pub(super) fn is_tooling(path: &str) -> bool {
    const KNOWN: [&str; 17] = array(
        "setup.py noxfile.py conftest.py fabfile.py tasks.py dodo.py build.rs Rakefile Gemfile \
         Gruntfile.js gulpfile.js SConstruct conf.py hatch_build.py magefile.go tools.go manage.py",
    );
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_settings = name.contains(".config.") || name.contains(".conf.") || name.starts_with('.');
    KNOWN.contains(&name) || is_settings || name.ends_with(".gemspec") || name.ends_with(".rake")
}
