//! A forge on the network that sends whoever asks elsewhere: git reaches it through a proxy that sees every name.

use crate::certificates::{Authority, authority, config};
use crate::serve::Server;
use crate::world::World;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

const FORGE: &str = "git.example.org";
/// Where a repository is said to be, by its name.
const PLACES: [(&str, &str); 6] = [
    ("meta", "http://169.254.169.254/latest/meta-data"),
    ("loop", "https://127.0.0.1/a/b/info/refs"),
    ("name", "https://localhost/a/b/info/refs"),
    ("word", "https://user:word@git.example.org/a/b/info/refs"),
    ("file", "file:///etc/passwd"),
    ("other", "https://other.example.org/a/b/info/refs"),
];

/// Which hosts were asked for.
type Asked = Arc<Mutex<Vec<String>>>;

/// A proxy, behind which every name leads to the forge.
fn proxy(ours: &Authority) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Asked::default();
    let (kept, config) = (Arc::clone(&asked), Arc::new(config(FORGE, 4000, Some(ours))));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (kept, config) = (Arc::clone(&kept), Arc::clone(&config));
            std::thread::spawn(move || serve(stream, &kept, config));
        }
    });
    (address, asked)
}

fn serve(mut stream: TcpStream, asked: &Asked, config: Arc<ServerConfig>) -> Option<()> {
    let line = head(&mut stream)?;
    let name = line.strip_prefix("CONNECT ")?.split(' ').next()?.to_owned();
    asked.lock().ok()?.push(name);
    stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").ok()?;
    let mut stream = StreamOwned::new(ServerConnection::new(config).ok()?, stream);
    let line = head(&mut stream)?;
    let (_, place) = PLACES
        .iter()
        .find(|(name, _)| line.contains(&format!("/{name}/")))?;
    let answer =
        format!("HTTP/1.1 301 Moved\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).ok()
}

/// The first line of a request.
fn head(stream: &mut impl Read) -> Option<String> {
    let (mut bytes, mut one) = (Vec::new(), [0]);
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut one).ok()?;
        bytes.push(one[0]);
    }
    Some(String::from_utf8_lossy(&bytes).lines().next()?.to_owned())
}

#[test]
fn a_forge_that_sends_whoever_asks_into_this_machine_or_to_another_host_is_not_obeyed() {
    let ours = authority();
    let (address, asked) = proxy(&ours);
    let world = World::empty();
    world.write("trusted.pem", &ours.pem);
    let mut command = world.command(["serve", "--listen", "127.0.0.1:0"]);
    command
        .env("HTTPS_PROXY", address)
        .env("GIT_SSL_CAINFO", world.path("trusted.pem"));
    let server = Server::started(&mut command);
    for (name, place) in PLACES {
        let subject = format!("https://{FORGE}/{name}/work");
        let told = server.post("/api/cases", &json!({"subject": subject}));
        assert_eq!(told.code, 422, "{place}: {} {}", told.head, told.body);
        assert!(told.body.contains("sends whoever asks"), "{place}: {}", told.body);
    }
    let asked = asked.lock().unwrap();
    assert!(asked.len() >= PLACES.len(), "{asked:?}");
    assert!(
        asked.iter().all(|name| name == "git.example.org:443"),
        "{asked:?}"
    );
}
