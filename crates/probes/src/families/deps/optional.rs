//! What the program can do without: an import of it may fail.

use probes_core::Subject;
use project::manifest::Ecosystem;
use project::modules::Target;
use std::collections::BTreeSet;
use subject::Part;
use syntax::facts::Via;

/// Packages that the program can do without: somewhere an import of them may fail, or that of the file that needs them.
pub(super) fn packages(snapshot: &Subject) -> BTreeSet<&str> {
    let files = files(snapshot);
    let optional = snapshot
        .modules()
        .externals()
        .filter(|(path, link, _)| link.how == Via::Optional || files.contains(path));
    optional.map(|(_, _, package)| package).collect()
}

/// Files that others of the program bring in, each where that may fail.
fn files(snapshot: &Subject) -> BTreeSet<&str> {
    let modules = snapshot.modules();
    let (mut optional, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for (from, link) in modules.all_links() {
        let Target::Files(into) = &link.target else {
            continue;
        };
        let is_product = snapshot.census().files.get(from);
        let among = match (
            link.how,
            is_product.is_some_and(|file| file.part == Part::Product),
        ) {
            (_, false) => continue,
            (Via::Optional, _) => &mut optional,
            _ => &mut needed,
        };
        among.extend(into.iter().map(|id| modules.path(*id)));
    }
    &optional - &needed
}

/// In Python an indented import stands under a condition: of a version, of a platform, of a flag.
pub(super) fn is_conditional(snapshot: &Subject, ecosystem: Ecosystem, path: &str, line: u32) -> bool {
    ecosystem == Ecosystem::Python
        && snapshot
            .lines(path, line, line)
            .is_some_and(|text| text.starts_with([' ', '\t']))
}
