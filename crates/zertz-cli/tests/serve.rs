//! `zertz serve`, run as a program with a small app in a folder.

mod common;

use common::{Folder, ZERTZ};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

const INDEX: &str = "<!doctype html><title>ZÈRTZ</title>";
const SCRIPT: &str = "export const answer = 42;";

fn app(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("assets")).expect("a folder");
    for (path, text) in [("index.html", INDEX), ("assets/main.js", SCRIPT)] {
        fs::write(folder.0.join(path), text).expect("a file");
    }
    folder
}

fn zertz(args: &[&str]) -> Command {
    let mut zertz = Command::new(ZERTZ);
    zertz.arg("serve").args(args).env_clear().stdin(Stdio::null());
    zertz
}

fn fails(args: &[&str]) -> (i32, String) {
    let Output { status, stderr, .. } = zertz(args).output().expect("zertz starts");
    (status.code().expect("an exit code"), String::from_utf8(stderr).expect("UTF-8"))
}

struct Server {
    child: Child,
    line: String,
    host: String,
    _folder: Folder,
}

impl Server {
    fn start(name: &str) -> Self {
        let folder = app(name);
        let mut zertz = zertz(&["--addr", "127.0.0.1:0", "--app", folder.path(), "--database-url", &folder.database()]);
        let mut child = zertz.stdout(Stdio::piped()).spawn().expect("zertz starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let host = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("an address");
        Self { host: host.to_owned(), child, line, _folder: folder }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let head = format!("Host: {}\r\nAccept: text/html\r\nConnection: close\r\n", self.host);
        write!(stream, "GET {path} HTTP/1.1\r\n{head}\r\n").expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        answer.split_once("\r\n\r\n").expect("a head and a body").1.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_app_is_at_the_printed_address() {
    let server = Server::start("address");
    assert!(server.line.starts_with("ZÈRTZ is running at http://127.0.0.1:"), "{}", server.line);
    assert!(!server.host.ends_with(":0"), "{}", server.host);
    for (path, body) in [("/", INDEX), ("/game/new", INDEX), ("/assets/main.js", SCRIPT), ("/healthz", "ok")] {
        assert_eq!(server.get(path), body, "{path}");
    }
}

#[test]
fn a_port_in_use_is_explained_with_a_suggestion() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let folder = app("taken");
    let (code, sentence) = fails(&["--addr", &format!("127.0.0.1:{port}"), "--app", folder.path()]);
    let next = port.checked_add(1).unwrap_or(8081);
    assert_eq!(code, 1);
    assert_eq!(
        sentence,
        format!(
            "error: another program is already using 127.0.0.1:{port}; choose another address, \
             for example `zertz serve --addr 127.0.0.1:{next}`\n"
        )
    );
}

#[test]
fn a_wrong_address_is_an_error_in_the_command_line() {
    let folder = app("address-less");
    for listen in ["8080", "127.0.0.1", "127.0.0.1:many"] {
        let (code, sentence) = fails(&["--addr", listen, "--app", folder.path()]);
        assert_eq!(code, 2, "{sentence}");
        assert!(sentence.contains(&format!("addr: `{listen}` is not an address with a port")), "{sentence}");
    }
}

#[test]
fn a_missing_app_is_explained() {
    let folder = Folder::new("empty");
    let (code, sentence) = fails(&["--app", folder.path()]);
    assert_eq!(code, 1);
    assert_eq!(sentence, format!("error: there is no index.html in the folder {}\n", folder.path()));

    // The program has no app unless it was built.
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/index.html").exists();
    if !built {
        let (code, sentence) = fails(&["--addr", "127.0.0.1:0"]);
        assert_eq!(code, 1);
        assert!(
            sentence.starts_with("error: this binary was built without the web app; `cargo xtask run`"),
            "{sentence}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_server_exits_after_a_signal() {
    for (signal, busy) in [("-TERM", true), ("-INT", true), ("-TERM", false), ("-INT", false)] {
        let mut server = Server::start(&format!("peace{signal}"));
        // An idle connection does not keep the server from exiting. It listens as soon as the address is printed.
        let _idle = TcpStream::connect(&server.host).expect("a connection");
        if busy {
            assert_eq!(server.get("/healthz"), "ok");
        }
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        let began = std::time::Instant::now();
        assert!(server.child.wait().expect("an end").success(), "{signal}");
        // Connections get some seconds to finish. Without a limit the server would wait for the idle one.
        assert!(began.elapsed() < Duration::from_secs(60), "{signal}");
    }
}

#[test]
fn admin_creates_no_database_and_shows_no_password() {
    let folder = Folder::new("admin");
    fs::create_dir_all(&folder.0).expect("a folder");
    let admin = |url: &str| {
        let output = Command::new(ZERTZ).args(["admin", "--database-url", url, "reports"]).env_clear().output();
        let output = output.expect("zertz starts");
        assert!(!output.status.success(), "{url}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let error = admin(&folder.database());
    assert!(error.contains("cannot open sqlite://"), "{error}");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 0, "nothing was created");
    let error = admin(&format!("{}?mode=rwc", folder.database()));
    assert!(error.contains("cannot open sqlite://"), "{error}");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 0, "nothing was created, whatever the address says");
    let error = admin("postgre://me:secret@db.example/zertz");
    assert!(error.contains("not the address of a database") && !error.contains("secret"), "{error}");
}

/// Every way in which the address of a database can be wrong, also with the most talkative log.
#[test]
fn no_error_and_no_log_line_shows_the_password_of_the_database() {
    let folder = app("secret");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let closed = listener.local_addr().expect("an address").to_string();
    drop(listener);
    let config = folder.0.join("zertz.toml");
    fs::write(&config, "database-url = postgres://me:hunter2@db.example").expect("a file");
    let config = config.to_str().expect("a path").to_owned();
    let urls = [
        format!("postgres://me:hunter2@{closed}/zertz"),
        format!("postgres://{closed}/zertz?user=me&password=hunter2"),
        format!("postgres://me:p/hunter2@{closed}/zertz"),
        "postgres://me:hunter2@host.invalid:port/zertz".to_owned(),
        "postgres:me:hunter2@db.example/zertz".to_owned(),
        "me:hunter2@db.example".to_owned(),
    ];
    let with_url = urls.iter().map(|url| ["--database-url", url]);
    for wrong in with_url.chain([["--config", config.as_str()]]) {
        let options = ["--addr", "127.0.0.1:0", "--app", folder.path(), "--log", "trace"];
        let (code, text) = fails(&[&options[..], &wrong].concat());
        assert_ne!(code, 0, "{text}");
        assert!(text.contains("error: ") && !text.contains("hunter2"), "{wrong:?}: {text}");
    }
}

#[test]
fn wrong_settings_are_errors_in_the_command_line_that_name_the_setting() {
    let folder = app("settings");
    for (option, value) in [
        ("log", "wran"),
        ("base-url", "zertz.example"),
        ("trusted-proxies", "10.0.0.0/33"),
        ("database-url", "mysql://db.example"),
        ("rate-limits", "maybe"),
        ("engine-threads", "-1"),
    ] {
        let (code, text) = fails(&["--app", folder.path(), &format!("--{option}={value}")]);
        assert_eq!(code, 2, "{option}: {text}");
        assert!(text.contains(option), "{option}: {text}");
    }
    let config = folder.0.join("zertz.toml");
    fs::write(&config, "log = \"warn\"\nadress = \"127.0.0.1:80\"\n").expect("a file");
    let (code, text) = fails(&["--config", config.to_str().expect("a path")]);
    assert!(code == 2 && text.contains("zertz.toml, line 2: unknown field `adress`"), "{text}");
}
