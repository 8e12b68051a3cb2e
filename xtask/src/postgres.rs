//! A PostgreSQL of our own, for tests and measurements.
//!
//! It has a new folder and a port to itself, and keeps what it is told as safely as a real one does. When it is no longer wanted it goes,
//! folder and all. A server that the machine has anyway is never touched.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::browser::free_port;
use crate::packages::{self, is_root};
use crate::process::{quietly, root, which, works};

/// Where tests find the address of a PostgreSQL in which they may create databases.
pub const VARIABLE: &str = "ZERTZ_TEST_POSTGRES";

const PURPOSE: &str = "test with PostgreSQL";

/// A start takes about a second.
const START: Duration = Duration::from_secs(60);

/// What stands between us and the server. It waits until its input is closed, which also happens when we crash or are killed, ends the
/// server and removes the folder. The hard way is good enough for data that goes with it: SIGQUIT, which does not wait for anybody.
/// SIGTERM is for a server so young that it does not listen to anything yet: what a shell starts beside itself ignores SIGQUIT.
const GUARD: &str = r#"
folder=$1
shift
exec 3<&0
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -TERM $server; kill -QUIT $server; } 2>/dev/null &
reader=$!
wait $server
kill $reader 2>/dev/null
rm -rf "$folder"
"#;

/// A running PostgreSQL, ended with this value.
pub struct Postgres {
    guard: Child,
    /// The address of its database `postgres`, for a user who may do everything.
    pub url: String,
}

impl Postgres {
    /// Starts it and waits until it is ready.
    pub fn start() -> Result<Self> {
        ensure!(cfg!(unix), "to {PURPOSE}, set {VARIABLE} to the address of a server");
        let programs = programs()?;
        let folder = new_folder()?;
        Self::start_in(&folder, &programs).inspect_err(|_| {
            // Gone already, unless the guard never started.
            let _ = fs::remove_dir_all(&folder);
        })
    }

    fn start_in(folder: &Path, programs: &Path) -> Result<Self> {
        let data = folder.join("data");
        let mut initdb = unprivileged(&programs.join("initdb"));
        // Sorted by bytes, to be the same on every machine.
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
        quietly(initdb.arg(&data)).context("PostgreSQL cannot make its folder")?;

        let port = free_port()?;
        let mut postgres = unprivileged(&programs.join("postgres"));
        postgres.arg("-D").arg(&data);
        for setting in [
            "listen_addresses=127.0.0.1",
            &format!("port={port}"),
            // No socket in the file system: its path would have to be a short one.
            "unix_socket_directories=",
            "max_connections=100",
            "fsync=on",
            "synchronous_commit=on",
        ] {
            postgres.args(["-c", setting]);
        }
        // Read by us through the same handle, so that it can be read even after the folder is gone.
        let mut log = File::options().read(true).append(true).create_new(true).open(folder.join("log"))?;
        let guard = guarded(folder, &postgres).stdout(log.try_clone()?).stderr(log.try_clone()?).spawn();
        let guard = guard.context("`sh` cannot be started")?;
        let mut server = Self { guard, url: format!("postgres://postgres@127.0.0.1:{port}/postgres") };
        if !server.is_ready_in_time(&data)? {
            drop(server);
            let mut lines = String::new();
            log.rewind().and_then(|()| log.read_to_string(&mut lines)).context("PostgreSQL's log cannot be read")?;
            bail!("PostgreSQL did not start:\n{}", lines.trim_end());
        }
        Ok(server)
    }

    fn is_ready_in_time(&mut self, data: &Path) -> io::Result<bool> {
        let start = Instant::now();
        while start.elapsed() < START && self.guard.try_wait()?.is_none() {
            // The server's own note about itself, which pg_ctl goes by too. Its last line is the state.
            let note = fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
            if note.lines().last().is_some_and(|state| state.trim_end() == "ready") {
                return Ok(true);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(false)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Waiting closes the guard's input first. If it has ended already, so much the better.
        let _ = self.guard.wait();
    }
}

/// `cargo xtask postgres`: one to be used by hand, until Enter or the end of the input.
pub fn postgres() -> Result<()> {
    let server = Postgres::start()?;
    println!("PostgreSQL is ready until you press Enter or Ctrl-C. Everything in it goes with it.\n");
    println!("{VARIABLE}={} cargo test --workspace", server.url);
    io::stdin().read_line(&mut String::new()).context("the input cannot be read")?;
    Ok(())
}

/// The command with the guard around it.
fn guarded(folder: &Path, command: &Command) -> Command {
    let mut guard = Command::new("sh");
    guard.args(["-c", GUARD, "guard"]).arg(folder).arg(command.get_program()).args(command.get_args());
    // The server's user need not be allowed into the folder we are in.
    guard.stdin(Stdio::piped()).current_dir("/");
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C is meant for us. The guard notices soon enough.
        guard.process_group(0);
    }
    guard
}

/// The folder of PostgreSQL's programs, which are installed if they are missing.
fn programs() -> Result<PathBuf> {
    if let Some(folder) = find_programs() {
        return Ok(folder);
    }
    packages::ensure(&["postgresql"], PURPOSE)?;
    find_programs().with_context(|| {
        format!("to {PURPOSE}, put `initdb` and `postgres` on the path or set {VARIABLE} to the address of a server")
    })
}

/// Debian has a folder for each version, and none of them on the path.
fn find_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    newest(versions.map(|version| version.path().join("bin")).filter(|folder| is_complete(folder)))
        .or_else(|| Some(which("initdb")?.parent()?.to_owned()).filter(|folder| is_complete(folder)))
}

/// Whether it has a server; often there are only the programs for clients.
fn is_complete(folder: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file())
}

/// The one with the highest version of folders such as `/usr/lib/postgresql/15/bin`.
fn newest(folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let version = |folder: &Path| folder.parent()?.file_name()?.to_str()?.parse::<u32>().ok();
    folders.filter_map(|folder| Some((version(&folder)?, folder))).max().map(|(_, folder)| folder)
}

/// PostgreSQL does not run as root, so for root it is the user that Debian's package has made.
fn unprivileged(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut setpriv = Command::new("setpriv");
        setpriv.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
        setpriv
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

/// An empty folder that belongs to the server's user.
fn new_folder() -> Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("postgres-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let within = |parent: PathBuf| -> Result<PathBuf> {
        let folder = parent.join(&name);
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        if is_root() {
            let owned = quietly(Command::new("chown").arg("postgres:").arg(&folder));
            owned.context("PostgreSQL does not run as root and wants a user `postgres`").inspect_err(|_| {
                let _ = fs::remove_dir(&folder);
            })?;
        }
        Ok(folder)
    };
    let folder = within(root().join("target"))?;
    if works(unprivileged(Path::new("test")).arg("-w").arg(&folder)) {
        return Ok(folder);
    }
    // Root's own folders are closed to that user. Not in /tmp, which may be in memory: what is measured there would mean nothing.
    let _ = fs::remove_dir(&folder);
    within("/var/tmp".into())
}

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn the_newest_version_is_taken() {
        let folders = ["9.6", "15", "9", "old"].map(|name| Path::new("/usr/lib/postgresql").join(name).join("bin"));
        assert_eq!(newest(folders.into_iter()), Some("/usr/lib/postgresql/15/bin".into()));
    }

    #[test]
    fn nothing_is_left_once_we_are_gone() {
        let folder = env::temp_dir().join(format!("zertz-guard-{}", process::id()));
        fs::create_dir_all(folder.join("data")).unwrap();
        let mut server = Command::new("sleep");
        server.arg("60");
        let mut guard = guarded(&folder, &server).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(200));
        assert!(guard.try_wait().unwrap().is_none() && folder.exists());
        // As the system does for a program that ends, however it ends.
        drop(guard.stdin.take());
        let start = Instant::now();
        assert!(guard.wait().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(30), "the server went on");
        assert!(!folder.exists());
    }

    /// Only where `cargo xtask test` has seen to it that there is one.
    fn is_installed() -> bool {
        env::var_os(VARIABLE).is_some() && find_programs().is_some()
    }

    #[test]
    fn a_server_that_cannot_start_says_why() {
        use std::os::unix::fs::PermissionsExt;
        if !is_installed() {
            return;
        }
        let folder = new_folder().unwrap();
        for (program, script) in
            [("initdb", "#!/bin/sh\n"), ("postgres", "#!/bin/sh\necho FATAL: not today >&2\nexit 1\n")]
        {
            fs::write(folder.join(program), script).unwrap();
            fs::set_permissions(folder.join(program), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let error = Postgres::start_in(&folder, &folder).err().unwrap();
        assert_eq!(error.to_string(), "PostgreSQL did not start:\nFATAL: not today");
        assert!(!folder.exists());
    }

    #[test]
    fn a_server_comes_and_goes() {
        if !is_installed() {
            return;
        }
        let server = Postgres::start().unwrap();
        let address = server.url.strip_prefix("postgres://postgres@").unwrap().strip_suffix("/postgres").unwrap();
        assert!(TcpStream::connect(address).is_ok());
        let address = address.to_owned();
        drop(server);
        assert!(TcpStream::connect(address).is_err());
    }
}
