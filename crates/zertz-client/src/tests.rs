use super::*;
use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;
use zertz_protocol::endpoint::LobbySocket;

#[test]
fn an_address_is_a_scheme_and_a_host() {
    assert_eq!(Client::new("https://zertz.example/").unwrap().host, "zertz.example");
    for wrong in ["zertz.example", "ftp://zertz.example", "http://", "http://a/b", "http://a b"] {
        assert!(Client::new(wrong).is_err(), "{wrong}");
    }
}

/// Answers each request on a connection with its own head, and a cookie.
async fn echo(stream: impl AsyncRead + AsyncWrite + Unpin) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            match stream.read_line(&mut head).await {
                Ok(length) if length > 0 => {}
                _ => return,
            }
        }
        let answer = format!("HTTP/1.1 200 OK\r\nset-cookie: me=1; Path=/\r\ncontent-length: {}\r\n\r\n", head.len());
        stream.write_all((answer + &head).as_bytes()).await.unwrap();
    }
}

/// Starts a server that speaks TLS with a certificate of its own, and makes a client that trusts it.
async fn secure_server() -> (String, Connections) {
    let signed = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()));
    let certificate = signed.cert.der().clone();
    let server = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate.clone()], key);
    let acceptor = TlsAcceptor::from(Arc::new(server.unwrap()));
    let listener = TcpListener::bind("localhost:0").await.unwrap();
    let address = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                if let Ok(stream) = acceptor.accept(stream).await {
                    echo(stream).await;
                }
            });
        }
    });
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let tls = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    (address, Connections::with_tls(Arc::new(tls)))
}

#[tokio::test]
async fn a_request_to_an_https_address_is_encrypted() {
    let (address, connections) = secure_server().await;
    let mut client = Client::with_connections(&address, connections).unwrap();
    client.token = Some("secret".to_owned());
    let head = client.raw("GET", "/api/me", &[], "").await.unwrap().into_body();
    assert!(head.starts_with("GET /api/me HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("authorization: Bearer secret\r\n"), "{head}");
}

#[tokio::test]
async fn a_certificate_without_a_known_authority_is_refused() {
    let (address, _) = secure_server().await;
    let error = Client::new(&address).unwrap().raw("GET", "/api/me", &[], "").await.unwrap_err().to_string();
    assert!(error.starts_with("cannot reach the server: invalid peer certificate"), "{error}");
    let error = Client::new(&address).unwrap().socket::<LobbySocket>(&()).await.unwrap_err().to_string();
    assert!(error.starts_with("cannot reach the server: invalid peer certificate"), "{error}");
}

#[tokio::test]
async fn clones_share_connections_but_not_cookies() {
    let count = Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let counter = count.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(echo(stream));
        }
    });
    let mut one = Client::new(&address).unwrap();
    let mut two = one.clone();
    one.raw("GET", "/", &[], "").await.unwrap();
    assert_eq!(one.cookie.as_deref(), Some("me=1"));
    assert!(one.raw("GET", "/", &[], "").await.unwrap().body().contains("cookie: me=1\r\n"));
    assert!(!two.raw("GET", "/", &[], "").await.unwrap().body().contains("cookie"));
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_error_names_the_root_cause() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = Client::new(&address).unwrap().raw("GET", "/", &[], "").await.unwrap_err().to_string();
    assert!(error.starts_with("cannot reach the server: Connection refused"), "{error}");
}
