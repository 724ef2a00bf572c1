//! Servers of models behind TLS: which certificates are believed, and what is said of the others.

use crate::fake::{Deed, Fake, opinion};
use crate::world::{Run, World};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use std::sync::Arc;

/// An issuer, and one that nobody knows.
pub(crate) struct Authority {
    pub(crate) pem: String,
    issuer: Issuer<'static, KeyPair>,
}

pub(crate) fn authority() -> Authority {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = params.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(params, key);
    Authority { pem, issuer }
}

/// A server whose certificate is for this host, until this year, issued by this authority or else by itself.
pub(crate) fn config(host: &str, until: i32, authority: Option<&Authority>) -> ServerConfig {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
    params.not_before = date_time_ymd(2000, 1, 1);
    params.not_after = date_time_ymd(until, 1, 1);
    let certificate = match authority {
        Some(authority) => params.signed_by(&key, &authority.issuer),
        None => params.self_signed(&key),
    };
    let chain = vec![certificate.unwrap().der().clone()];
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap()
}

fn judged(server: ServerConfig, trusted: &Authority) -> (World, Run, Fake) {
    let fake = Fake::secured(server, |call| Deed::Say(opinion(call, 3)));
    let world = World::new();
    world.write("trusted.pem", &trusted.pem);
    let panel = format!(
        "model = \"house:m\"\n[providers.house]\ndialect = \"openai\"\nbase_url = \"{}\"\nkey_env = \"FAKE_KEY\"\n",
        fake.secured_base("/v1/")
    );
    world.write("work/panel.toml", panel);
    let mut command = world.command(["audit", "swarm", "--panel", "panel.toml", "--out", "out"]);
    command.env("FAKE_KEY", "sk-very-secret-key");
    command.env("SSL_CERT_FILE", world.path("trusted.pem"));
    let run = Run::of(&mut command);
    (world, run, fake)
}

#[test]
fn a_certificate_that_is_not_good_is_told_once_with_its_seat_and_its_remedy_and_is_not_tried_again() {
    let ours = authority();
    for (server, says) in [
        (config("127.0.0.1", 2001, Some(&ours)), "has expired"),
        (
            config("models.example.org", 4000, Some(&ours)),
            "is for another host",
        ),
        (
            config("127.0.0.1", 4000, None),
            "issued by nobody that this machine trusts",
        ),
        (
            config("127.0.0.1", 4000, Some(&authority())),
            "issued by nobody that this machine trusts",
        ),
    ] {
        let (world, run, fake) = judged(server, &ours);
        assert_eq!((run.code, fake.calls().len()), (Some(0), 0), "{run:?}");
        let told: Vec<&str> = run
            .err
            .lines()
            .filter(|line| line.contains("the certificate of its server"))
            .collect();
        assert_eq!(told.len(), 1, "{says}: {}", run.err);
        for part in [
            says,
            "Defense, Prosecutor, Tech Lead",
            "house:m",
            "look at its address and at the certificate",
        ] {
            assert!(told[0].contains(part), "{part}: {}", told[0]);
        }
        let report = world.json("work/out/report.json");
        assert_eq!(report["panel"]["calls"], 0);
        let judges = report["panel"]["quality"]["judges"].as_object().unwrap();
        let failed: u64 = judges
            .values()
            .map(|judge| judge["calls_failed"].as_u64().unwrap())
            .sum();
        assert_eq!(failed, 0, "{judges:?}");
    }
}

#[test]
fn a_certificate_of_an_issuer_that_this_machine_trusts_is_believed() {
    let ours = authority();
    let (world, run, fake) = judged(config("127.0.0.1", 4000, Some(&ours)), &ours);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(!fake.calls().is_empty(), "{}", run.err);
    let report = world.json("work/out/report.json");
    assert_eq!(report["panel"]["calls"], fake.calls().len());
}
