//! Files beside the program.

use wordlist::array;

/// Files that build, test or package the program, with the tools of whoever works on it.
pub(super) fn is_tooling(path: &str) -> bool {
    const KNOWN: [&str; 16] = array(
        "setup.py noxfile.py conftest.py fabfile.py tasks.py dodo.py build.rs Rakefile Gemfile \
         Gruntfile.js gulpfile.js SConstruct conf.py hatch_build.py magefile.go tools.go",
    );
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_settings = name.contains(".config.") || name.contains(".conf.") || name.starts_with('.');
    KNOWN.contains(&name) || is_settings || name.ends_with(".gemspec") || name.ends_with(".rake")
}
