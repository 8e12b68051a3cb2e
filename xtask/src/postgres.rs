//! A temporary PostgreSQL server for tests and measurements.
//!
//! It has a folder and a port of its own, and writes as durably as a real one. Its folder is deleted when it stops. Other servers of the
//! machine are never used.

use crate::{
    browser::free_port,
    packages::{self, is_root},
    process::{quietly, root, which, works},
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs::{self, File},
    io::{self, Read, Seek},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The variable with the address of a PostgreSQL server in which tests may create databases.
pub const VARIABLE: &str = "ZERTZ_TEST_POSTGRES";

const PURPOSE: &str = "test with PostgreSQL";

/// How long to wait for the server, which usually starts within a second.
const START: Duration = Duration::from_secs(60);

/// A shell script that runs the server. It waits until its input is closed, which also happens when xtask crashes or is killed, then
/// stops the server and deletes the folder. The data is deleted anyway, so SIGQUIT, which does not wait for clients, is good enough.
/// SIGTERM is for a server that has just been started: background processes of a shell ignore SIGQUIT at first. If the server ends by
/// itself and there is a file `restart`, the server is started again after as many seconds as the file says.
const GUARD: &str = r#"
folder=$1
shift
exec 3<&0
{
    read -r _ <&3
    rm -f "$folder/restart"
    while read -r server < "$folder/server"; do
        kill -TERM "$server"
        kill -QUIT "$server"
        sleep 0.2
    done
} 2>/dev/null &
reader=$!
while
    "$@" 3<&- &
    echo $! > "$folder/server"
    wait $!
    [ -f "$folder/restart" ]
do
    sleep "$(cat "$folder/restart")"
done
kill $reader 2>/dev/null
rm -rf "$folder"
"#;

/// A running PostgreSQL server, stopped when the value is dropped.
pub struct Postgres {
    guard: Child,
    /// The address of its database `postgres`, for a superuser.
    pub url: String,
    /// If there is a number in this file, the server is started again after so many seconds when it has been stopped.
    pub restart: PathBuf,
}

impl Postgres {
    /// Starts it and waits until it is ready.
    pub fn start() -> Result<Self> {
        ensure!(cfg!(unix), "to {PURPOSE}, set {VARIABLE} to the address of a server");
        let programs = programs()?;
        let folder = new_folder()?;
        Self::start_in(&folder, &programs).inspect_err(|_| {
            // The guard has deleted it, unless it was never started.
            let _ = fs::remove_dir_all(&folder);
        })
    }

    fn start_in(folder: &Path, programs: &Path) -> Result<Self> {
        let data = folder.join("data");
        let mut initdb = unprivileged(&programs.join("initdb"));
        // Sort by bytes: the same on every machine.
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
        quietly(initdb.arg(&data)).context("PostgreSQL cannot create its folder")?;

        let port = free_port()?;
        let mut postgres = unprivileged(&programs.join("postgres"));
        postgres.arg("-D").arg(&data);
        for setting in [
            "listen_addresses=127.0.0.1",
            &format!("port={port}"),
            // No Unix socket: the length of its path is limited.
            "unix_socket_directories=",
            "max_connections=100",
            "fsync=on",
            "synchronous_commit=on",
        ] {
            postgres.args(["-c", setting]);
        }
        // Keep the file open, so that it can be read after the folder was deleted.
        let mut log = File::options().read(true).append(true).create_new(true).open(folder.join("log"))?;
        let guard = guarded(folder, &postgres).stdout(log.try_clone()?).stderr(log.try_clone()?).spawn();
        let guard = guard.context("`sh` cannot be started")?;
        let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        let mut server = Self { guard, url, restart: folder.join("restart") };
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
            // The last line of this file is the state of the server; pg_ctl reads it too.
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
        // This closes the input of the guard and waits. It may have ended already.
        let _ = self.guard.wait();
    }
}

/// `cargo xtask postgres`: runs a server until Enter is pressed or the input ends.
pub fn postgres() -> Result<()> {
    let server = Postgres::start()?;
    println!("PostgreSQL runs until you press Enter or Ctrl-C. Its data is then deleted.\n");
    println!("{VARIABLE}={} cargo test --workspace", server.url);
    io::stdin().read_line(&mut String::new()).context("the input cannot be read")?;
    Ok(())
}

fn guarded(folder: &Path, command: &Command) -> Command {
    let mut guard = Command::new("sh");
    guard.args(["-c", GUARD, "guard"]).arg(folder).arg(command.get_program()).args(command.get_args());
    // The server's user may have no access to the current folder.
    guard.stdin(Stdio::piped()).current_dir("/");
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C must reach xtask alone. The guard ends when xtask does.
        guard.process_group(0);
    }
    guard
}

/// The folder with PostgreSQL's programs. They are installed if they are missing.
fn programs() -> Result<PathBuf> {
    if let Some(folder) = find_programs() {
        return Ok(folder);
    }
    packages::ensure(&["postgresql"], PURPOSE)?;
    find_programs().with_context(|| {
        format!("to {PURPOSE}, put `initdb` and `postgres` on the path or set {VARIABLE} to the address of a server")
    })
}

/// Debian has a folder for each version, none of which is on the path.
fn find_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    newest(versions.map(|version| version.path().join("bin")).filter(|folder| is_complete(folder)))
        .or_else(|| Some(which("initdb")?.parent()?.to_owned()).filter(|folder| is_complete(folder)))
}

/// Whether a folder has the server; often there are only client programs.
fn is_complete(folder: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file())
}

/// The folder with the highest version, of folders such as `/usr/lib/postgresql/15/bin`.
fn newest(folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let version = |folder: &Path| folder.parent()?.file_name()?.to_str()?.parse::<u32>().ok();
    folders.filter_map(|folder| Some((version(&folder)?, folder))).max().map(|(_, folder)| folder)
}

/// Runs a program as the user `postgres`, which Debian's package creates, when we are root: PostgreSQL refuses to run as root.
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

/// An empty folder owned by the server's user.
fn new_folder() -> Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("postgres-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let within = |parent: PathBuf| -> Result<PathBuf> {
        let folder = parent.join(&name);
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        if is_root() {
            let owned = quietly(Command::new("chown").arg("postgres:").arg(&folder));
            owned.context("PostgreSQL does not run as root and needs a user `postgres`").inspect_err(|_| {
                let _ = fs::remove_dir(&folder);
            })?;
        }
        Ok(folder)
    };
    let folder = within(root().join("target"))?;
    if works(unprivileged(Path::new("test")).arg("-w").arg(&folder)) {
        return Ok(folder);
    }
    // That user has no access to root's folders. /tmp may be in memory, which would make measurements meaningless.
    let _ = fs::remove_dir(&folder);
    within("/var/tmp".into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::tally::SKIPPED;
    use std::{env, io::Write, net::TcpStream};

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
        // The system does this for every process that ends.
        drop(guard.stdin.take());
        let start = Instant::now();
        assert!(guard.wait().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(30), "the server went on");
        assert!(!folder.exists());
    }

    /// Whether `cargo xtask test` has installed PostgreSQL. A test that returns early for the lack of it is reported as skipped.
    fn is_installed() -> bool {
        let is_installed = env::var_os(VARIABLE).is_some() && find_programs().is_some();
        if !is_installed {
            // Past the capture of output, which would hide it.
            let reason = format!("{SKIPPED}PostgreSQL is not installed or {VARIABLE} is not set\n");
            io::stdout().write_all(reason.as_bytes()).unwrap();
        }
        is_installed
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
