use super::*;

#[test]
fn a_bundle_is_told_by_the_digest_in_its_name() {
    for path in [
        "web/app.84ebe646.js",
        "web/chart-70f12bd4.de8ff996.js",
        "a-0123456789abcdef.mjs",
    ] {
        assert!(has_digest(path), "{path}");
    }
    for path in [
        "src/app.js",
        "src/migrate-20240131.ts",
        "src/add-facade.js",
        "src/a-deadbeef.js",
        "84ebe646.js",
    ] {
        assert!(!has_digest(path), "{path}");
    }
}
