use super::*;

#[test]
fn an_engine_is_named_with_its_kind_and_two_runs_are_never_alike() {
    let engine: Engine = "restate=http://127.0.0.1:8080".parse().unwrap();
    assert_eq!(engine.address.to_string(), "http://127.0.0.1:8080");
    assert_ne!(
        engine.run,
        "restate=http://127.0.0.1:8080".parse::<Engine>().unwrap().run
    );
    for text in ["http://127.0.0.1:8080", "restate=", "temporal=http://x"] {
        assert!(text.parse::<Engine>().is_err(), "{text}");
    }
}
