use super::*;

#[test]
fn one_model_fills_three_seats_with_a_temperature_each() {
    let spec = Spec::of_model("ollama:deepseek-r1:8b").unwrap();
    let heat = Persona::ALL.map(|persona| spec.seat(persona).settings.temperature);
    assert_eq!(heat, [0.9, 0.7, 0.3]);
    assert_eq!(spec.models(), ["ollama:deepseek-r1:8b".parse().unwrap()]);
}

#[test]
fn a_file_gives_each_seat_its_model_its_fallbacks_and_its_words() {
    let spec = Spec::parse(
        "house",
        r#"
            model = "openai:gpt-4o"
            fallbacks = ["groq:x"]
            seed = 7
            [judges.prosecutor]
            model = "anthropic:claude-sonnet-4-5"
            temperature = 0.2
            prompt = "Be strict."
            [vision]
            model = "gemini:v"
            [providers.openai]
            concurrency = 4
            [prices."groq:x"]
            input = 1
            output = 2.5
            "#,
    )
    .unwrap();
    let prosecutor = spec.seat(Persona::Prosecutor);
    assert_eq!(prosecutor.models.len(), 1);
    assert_eq!(prosecutor.settings.temperature, 0.2);
    assert_eq!(prosecutor.prompt.as_deref(), Some("Be strict."));
    assert_eq!(spec.seat(Persona::Defense).models.len(), 2);
    assert_eq!(spec.seat(Persona::TechLead).settings.seed, Some(7));
    assert_eq!(spec.models().len(), 4);
    let eyes = spec.with_vision("ollama:llava").unwrap().vision.unwrap();
    assert_eq!(
        (eyes.models[0].name.as_str(), eyes.settings.temperature),
        ("llava", 0.0)
    );
    let alone = Spec::of_vision("ollama:llava").unwrap();
    assert!(!alone.has_judges() && alone.models().len() == 1);
}

#[test]
fn what_a_file_gets_wrong_is_named() {
    for (text, says) in [
        ("", "no model"),
        ("model = \"gpt-4o\"", "provider:model"),
        ("modle = \"openai:x\"", "modle"),
        (
            "model = \"openai:x\"\n[judges.jury]\n",
            "prosecutor, defense and tech_lead",
        ),
        (
            "model = \"openai:x\"\n[judges.defense]\ntemperature = 3",
            "between 0 and 2",
        ),
        ("model = \"openai:x\"\ntimeout_seconds = 0", "seconds"),
        (
            "model = \"openai:x\"\n[prices.\"openai:x\"]\ninput = -1\noutput = 1",
            "0 or more",
        ),
        ("model = ", "line 1"),
    ] {
        let error = Spec::parse("p", text).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn a_key_that_looks_like_none_is_told_by_its_place_alone() {
    let refused = |text: &str| Spec::parse("house", text).unwrap_err().to_string();
    assert!(refused("modle = 1").contains("unknown field `modle`"));
    for key in ["root:$6$x:1:0", &"k".repeat(41)] {
        let said = refused(&format!("\n\"{key}\" = 1"));
        assert!(
            said.contains("line 2, column 1: a key here is none, expected one of `name`"),
            "{said}"
        );
        assert!(!said.contains(key), "{said}");
    }
}
