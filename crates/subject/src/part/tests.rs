use super::{Part, by_path};

#[test]
fn steps_that_tools_write_to_change_a_database_are_generated() {
    for (path, part) in [
        ("alembic/versions/3f2a_add_pans.py", Part::Generated),
        ("app/migrations/versions/3f2a_add_pans.py", Part::Generated),
        ("shop/migrations/0001_initial.py", Part::Generated),
        ("alembic/env.py", Part::Product),
        ("alembic/versions/__init__.py", Part::Product),
        ("shop/migrations/helpers.py", Part::Product),
        ("shop/migrations/0001_initial.sql", Part::Product),
        ("app/versions/first.py", Part::Product),
        ("tests/shop/migrations/0001_initial.py", Part::Test),
    ] {
        assert_eq!(by_path(path), part, "{path}");
    }
}
