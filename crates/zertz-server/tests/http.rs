//! The files and headers that the server sends, with a small web app.

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use tower::ServiceExt;
use zertz_server::{Assets, router};

const HTML: (header::HeaderName, &str) = (header::ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8");

fn server() -> Router {
    let files = [
        ("index.html", "<title>ZÈRTZ</title>"),
        ("index.html.br", "index, brotli"),
        ("index.html.gz", "index, gzip"),
        ("assets/main-1a2b.js", "export {}"),
        ("assets/main-1a2b.js.br", "main, brotli"),
        ("assets/rules-3c4d.wasm", "\0asm"),
        ("assets/rules-3c4d.wasm.gz", "wasm, gzip"),
        ("icons/192.png", "PNG"),
        ("manifest.webmanifest", "{}"),
        ("sw.js", "addEventListener"),
        (".stamp", "1234"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes())));
    router(Assets::new(files).expect("an app"), None)
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("ASCII"))
    }
}

async fn ask(method: Method, path: &str, headers: &[(header::HeaderName, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let response = server().oneshot(request.body(Body::empty()).expect("a request")).await.expect("an answer");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.into()).expect("UTF-8") }
}

async fn get(path: &str, headers: &[(header::HeaderName, &str)]) -> Answer {
    ask(Method::GET, path, headers).await
}

#[tokio::test]
async fn every_file_has_its_media_type_and_those_named_after_their_content_are_cached() {
    const YEAR: &str = "public, max-age=31536000, immutable";
    for (path, media_type, cache) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/?source=home", "text/html; charset=utf-8", "no-cache"),
        ("/assets/main-1a2b.js", "text/javascript; charset=utf-8", YEAR),
        ("/assets/rules-3c4d.wasm", "application/wasm", YEAR),
        ("/icons/192.png", "image/png", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
    ] {
        let answer = get(path, &[]).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, media_type), "{path}");
        assert_eq!(answer.header("cache-control"), cache, "{path}");
    }
}

#[tokio::test]
async fn the_path_of_a_page_returns_the_index_page() {
    for path in ["/game/new", "/learn/captures/3", "/learn/", "/spiel/%C3%A9", "/nowhere"] {
        let page = get(path, &[HTML]).await;
        assert_eq!((page.status, page.body.as_str()), (StatusCode::OK, "<title>ZÈRTZ</title>"), "{path}");
    }
}

#[tokio::test]
async fn missing_files_are_not_found() {
    for path in ["/assets/gone-5e6f.js", "/favicon.ico", "/assets/main-1a2b.js.br", "/.stamp"] {
        assert_eq!(get(path, &[HTML]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    // A script that requests the path of a page by mistake gets an error instead of HTML.
    let answer = get("/game/new", &[(header::ACCEPT, "*/*")]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_FOUND, "there is nothing at this address"));
    assert_eq!(answer.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn no_path_leads_out_of_the_app() {
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2E/%2e%2e/etc/passwd",
        "/a%2fb",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5cwindows",
        "//etc/passwd.txt",
        "/assets/%00",
    ] {
        assert_eq!(get(path, &[HTML]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_browser_chooses_the_encoding() {
    for (path, accept, encoding, body) in [
        ("/", "gzip, deflate, br", "br", "index, brotli"),
        ("/", "gzip, deflate", "gzip", "index, gzip"),
        ("/", "br;q=0.2, gzip;q=0.9", "gzip", "index, gzip"),
        ("/", "br;q=0, gzip;q=0", "", "<title>ZÈRTZ</title>"),
        ("/game/new", "br", "br", "index, brotli"),
        ("/assets/main-1a2b.js", "gzip", "", "export {}"),
        ("/assets/rules-3c4d.wasm", "br, gzip", "gzip", "wasm, gzip"),
        ("/icons/192.png", "br, gzip", "", "PNG"),
    ] {
        let answer = get(path, &[HTML, (header::ACCEPT_ENCODING, accept)]).await;
        assert_eq!(answer.header("content-encoding"), encoding, "{path} {accept}");
        assert_eq!(answer.body, body, "{path} {accept}");
        let vary = if path.ends_with(".png") { "" } else { "Accept-Encoding" };
        assert_eq!(answer.header("vary"), vary, "{path} {accept}");
    }
}

#[tokio::test]
async fn a_cached_file_is_not_sent_again() {
    let packed = (header::ACCEPT_ENCODING, "br");
    let first = get("/", std::slice::from_ref(&packed)).await;
    let tag = first.header("etag");
    assert!(tag.starts_with('"'), "a strong tag: {tag}");

    let again = get("/", &[packed, (header::IF_NONE_MATCH, tag)]).await;
    assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    for name in ["etag", "cache-control", "vary"] {
        assert_eq!(again.header(name), first.header(name), "{name}");
    }
    assert_eq!(again.header("content-encoding"), "");

    // The same page in another encoding has other bytes.
    let plain = get("/", &[(header::IF_NONE_MATCH, tag)]).await;
    assert_eq!(plain.status, StatusCode::OK);
    assert_ne!(plain.header("etag"), tag);
}

#[tokio::test]
async fn head_returns_the_headers_of_get() {
    let accept = [(header::ACCEPT_ENCODING, "gzip")];
    let (head, get) = (ask(Method::HEAD, "/", &accept).await, get("/", &accept).await);
    assert_eq!((head.status, head.body.as_str()), (StatusCode::OK, ""));
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    for name in ["content-type", "content-encoding", "etag", "cache-control", "vary"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    assert_eq!(ask(Method::HEAD, "/gone.js", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_get_and_head_are_allowed() {
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        for path in ["/", "/assets/main-1a2b.js", "/nowhere", "/healthz"] {
            let answer = ask(method.clone(), path, &[]).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(answer.header("allow"), "GET,HEAD", "{method} {path}");
            assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
            assert_eq!(answer.body, "this address does not support the method", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn every_response_has_security_headers() {
    for path in ["/", "/assets/main-1a2b.js", "/gone.js", "/healthz"] {
        let answer = get(path, &[]).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "frame-ancestors 'none'",
            "object-src 'none'",
        ] {
            assert!(policy.split("; ").any(|rule| rule == part), "{path}: {part} in {policy}");
        }
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
    }
}

#[tokio::test]
async fn a_healthy_server_responds_ok() {
    let health = get("/healthz", &[]).await;
    assert_eq!((health.status, health.body.as_str()), (StatusCode::OK, "ok"));
}
