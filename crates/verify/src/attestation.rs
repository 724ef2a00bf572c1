//! Signed statements about reports: in-toto Statement v1 in a DSSE envelope, ed25519. Any tool that knows these
//! public forms can check them; nothing is asked of a server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use court::digest::Digest;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is signed, in DSSE's words.
const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";
/// What the statement says of its subjects.
const PREDICATE_TYPE: &str = "urn:auditor:verdict:1";
/// PKCS#8 before the 32 bytes of an ed25519 key (RFC 8410).
const PRIVATE_PREFIX: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
/// SubjectPublicKeyInfo before the 32 bytes of a public key.
const PUBLIC_PREFIX: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
const PRIVATE_LABEL: &str = "PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// A new key, private and public, as PEM texts that OpenSSL reads.
pub fn new_key() -> Result<(String, String), String> {
    let mut seed = [0; 32];
    SystemRandom::new()
        .fill(&mut seed)
        .map_err(|_| "the system gives no random numbers".to_owned())?;
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|error| error.to_string())?;
    let private = [PRIVATE_PREFIX.as_slice(), &seed].concat();
    Ok((pem(PRIVATE_LABEL, &private), public_pem(&pair)))
}

fn public_pem(pair: &Ed25519KeyPair) -> String {
    pem(
        PUBLIC_LABEL,
        &[PUBLIC_PREFIX.as_slice(), pair.public_key().as_ref()].concat(),
    )
}

fn pem(label: &str, der: &[u8]) -> String {
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        STANDARD.encode(der)
    )
}

/// The bytes between the lines of a PEM text.
fn der(label: &str, text: &str) -> Result<Vec<u8>, String> {
    let (begin, end) = (
        format!("-----BEGIN {label}-----"),
        format!("-----END {label}-----"),
    );
    let inner = text
        .split_once(&begin)
        .and_then(|(_, rest)| rest.split_once(&end));
    let (inner, _) = inner.ok_or_else(|| format!("there is no {label} in it"))?;
    let letters: String = inner.chars().filter(|c| !c.is_whitespace()).collect();
    STANDARD.decode(letters).map_err(|error| error.to_string())
}

fn key_pair(private: &str) -> Result<Ed25519KeyPair, String> {
    let der = der(PRIVATE_LABEL, private)?;
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der)
        .map_err(|_| "it is no ed25519 key in PKCS#8; `auditor attest keygen` makes one".to_owned())
}

/// What `maker` states about a report.
pub fn statement(maker: &Value, report: &Value, bytes: &[u8]) -> Value {
    let subject = report["repo_url"].as_str().map_or("subject", |url| url);
    let criteria = report["criteria"].as_array().into_iter().flatten();
    let criteria: Vec<Value> = criteria
        .map(|row| json!({"dimension_id": row["dimension_id"], "status": row["status"], "final_score": row["final_score"]}))
        .collect();
    let (root, count) = evidence_root(report);
    json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": subject, "digest": {"gitCommit": report["commit"]}},
            {"name": "report.json", "digest": {"sha256": Digest::of(bytes).as_str()}},
        ],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "auditor": maker,
            "rubric": {"name": report["rubric"]["name"], "version": report["rubric"]["version"], "sha256": report["rubric"]["sha256"]},
            "rules": {"name": report["rules"]["name"], "version": report["rules"]["version"], "sha256": report["rules"]["sha256"]},
            "evidence": {"exhibits": count, "sha256": root.as_str()},
            "panel": {"name": report["panel"]["name"], "judges": report["panel"]["judges"]},
            "verdict": {
                "overall_score": report["overall_score"], "scale": report["scale"], "grade": report["grade"],
                "complete": report["complete"], "criteria": criteria,
            },
        },
    })
}

/// The digest of all exhibits: of the lines `id sha256-of-its-JSON`, in the order of the numbers.
fn evidence_root(report: &Value) -> (Digest, usize) {
    let shelves = report["evidences"].as_object().into_iter().flatten();
    let rows = shelves.flat_map(|(_, rows)| rows.as_array().into_iter().flatten());
    let mut lines: BTreeMap<(usize, String), String> = BTreeMap::new();
    for row in rows {
        let id = row["id"].as_str().unwrap_or_default().to_owned();
        let digest = Digest::of(row.to_string().as_bytes());
        lines.insert((id.len(), id.clone()), format!("{id} {digest}\n"));
    }
    let count = lines.len();
    let text: String = lines.into_values().collect();
    (Digest::of(text.as_bytes()), count)
}

/// The envelope of a statement, signed.
pub fn envelope(statement: &Value, private: &str) -> Result<Value, String> {
    let pair = key_pair(private)?;
    let payload = statement.to_string();
    let signature = pair.sign(&encoded(payload.as_bytes()));
    Ok(json!({
        "payloadType": PAYLOAD_TYPE,
        "payload": STANDARD.encode(&payload),
        "signatures": [{"keyid": key_id(pair.public_key().as_ref()), "sig": STANDARD.encode(signature.as_ref())}],
    }))
}

/// The pre-authentication encoding of DSSE.
fn encoded(payload: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {PAYLOAD_TYPE} {} ", PAYLOAD_TYPE.len(), payload.len());
    [head.as_bytes(), payload].concat()
}

/// The digest of the public key.
fn key_id(public: &[u8]) -> String {
    Digest::of(&[PUBLIC_PREFIX.as_slice(), public].concat()).to_string()
}

/// The statement of an envelope, if its signature is that of the key.
pub fn opened(envelope: &Value, public: &str) -> Result<Value, String> {
    let der = der(PUBLIC_LABEL, public)?;
    let raw = der
        .strip_prefix(PUBLIC_PREFIX.as_slice())
        .filter(|raw| raw.len() == 32)
        .ok_or("it is no public ed25519 key")?;
    if envelope["payloadType"].as_str() != Some(PAYLOAD_TYPE) {
        return Err(format!("payloadType: it is not {PAYLOAD_TYPE}"));
    }
    let decoded = |value: &Value, at: &str| {
        let text = value.as_str().ok_or_else(|| format!("{at}: it is missing"))?;
        STANDARD.decode(text).map_err(|error| format!("{at}: {error}"))
    };
    let payload = decoded(&envelope["payload"], "payload")?;
    let message = encoded(&payload);
    let key = UnparsedPublicKey::new(&ED25519, raw);
    let signatures = envelope["signatures"].as_array().into_iter().flatten();
    let is_signed = signatures
        .filter_map(|signature| decoded(&signature["sig"], "sig").ok())
        .any(|signature| key.verify(&message, &signature).is_ok());
    if !is_signed {
        return Err("signatures: none is by this key".to_owned());
    }
    serde_json::from_slice(&payload).map_err(|error| format!("payload: {error}"))
}

/// Where a statement is not about this report.
pub fn differences(statement: &Value, report: &Value, bytes: &[u8]) -> Vec<super::Difference> {
    super::between(&self::statement(&Value::Null, report, bytes), statement, |at| {
        at == "predicate.auditor"
    })
}

#[cfg(test)]
mod tests;
