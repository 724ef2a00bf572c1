//! Audits whose judges are models on a scripted server.

use crate::fake::Fake;
use crate::world::{Run, World};

/// A panel file whose models the server plays.
pub(crate) fn panel(fake: &Fake, more: &str) -> String {
    format!(
        "model = \"house:m\"\n{more}\n[providers.house]\ndialect = \"openai\"\nbase_url = \"{}\"\nkey_env = \"FAKE_KEY\"\n\
         [prices.\"house:m\"]\ninput = 1.0\ncached = 0.5\noutput = 10.0\n",
        fake.base("/v1/")
    )
}

/// A world that has such a panel file.
pub(crate) fn world(fake: &Fake) -> World {
    let world = World::new();
    world.write("work/panel.toml", panel(fake, ""));
    world
}

/// Runs a command with the key of the server in its environment.
pub(crate) fn asked(world: &World, arguments: &[&str]) -> Run {
    let mut command = world.command(arguments);
    Run::of(command.env("FAKE_KEY", "sk-very-secret-key"))
}

/// The words of an audit with a report and the panel file `work/panel.toml`.
pub(crate) fn audit(out: &str) -> [&str; 8] {
    [
        "audit",
        "swarm",
        "--report",
        "report.md",
        "--panel",
        "panel.toml",
        "--out",
        out,
    ]
}

/// Runs an audit with the panel file `work/panel.toml`.
pub(crate) fn judged(world: &World, out: &str, more: &[&str]) -> Run {
    let head = audit(out);
    asked(world, &[head.as_slice(), more].concat())
}
