use super::*;
use crate::provider::Wish;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn an_error_is_told_without_keys() {
    let variable = |name: &str| (name == "OPENAI_API_KEY").then(|| "a-long-secret".to_owned());
    let connection = Connection::resolve("openai", &Wish::default(), &variable).unwrap();
    let wire = Wire::new(connection).unwrap();
    let told = wire.without_key("the key a-long-secret, or sk-abc123, is wrong");
    assert_eq!(told, "the key [key], or [key] is wrong");
}

fn wire(port: u16) -> Wire {
    let wish = Wish {
        dialect: Some(Dialect::OpenAi),
        base_url: Some(format!("http://127.0.0.1:{port}/v1/")),
        ..Wish::default()
    };
    Wire::new(Connection::resolve("house", &wish, &|_| None).unwrap()).unwrap()
}

fn request() -> Request {
    Request {
        provider: "house".to_owned(),
        model: "m".to_owned(),
        system: String::new(),
        user: "?".to_owned(),
        images: Vec::new(),
        schema: None,
        format: Format::Plain,
        temperature: None,
        seed: None,
        max_tokens: None,
    }
}

/// A server that answers with this head and then with as many bytes as anybody takes, up to a gigabyte.
fn endless(head: &'static str) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(head.as_bytes());
            let part = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
            for _ in 0..16_384 {
                if stream.write_all(&part).is_err() {
                    break;
                }
                counter.fetch_add(part.len(), Ordering::SeqCst);
            }
        }
    });
    (port, sent)
}

#[tokio::test]
async fn an_answer_without_end_is_left_after_its_limit_whatever_its_status() {
    for head in [
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 500 X\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n",
    ] {
        let (port, sent) = endless(head);
        let trouble = wire(port).ask(&request()).await.unwrap_err();
        assert_eq!(trouble.kind, Ailment::Garbled, "{trouble}");
        assert!(trouble.message.contains("8 MiB"), "{trouble}");
        // What was on its way when the line was cut stands in buffers.
        let most = proxy::ANSWER_BYTES_MAX + (16 << 20);
        assert!(sent.load(Ordering::SeqCst) < most, "{sent:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_and_one_that_breaks_off_are_told_as_they_are() {
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let trouble = wire(gone).ask(&request()).await.unwrap_err();
    assert_eq!(trouble.kind, Ailment::Down);
    assert!(trouble.message.to_lowercase().contains("refused"), "{trouble}");
}
