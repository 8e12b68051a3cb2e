//! Runs other programs and reports their failures.

use anyhow::{Context, Result, bail};
use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Long enough for a slow download of 20 MB, short enough for a network that never answers.
pub const PATIENCE: Duration = Duration::from_secs(180);

pub fn root() -> PathBuf {
    // Cargo also sets the variable at run time. The value from compile time is wrong after the clone was moved.
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let here = PathBuf::from(here);
    here.parent().map_or_else(|| here.clone(), Path::to_path_buf)
}

/// A command that runs in the root of the repository.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// A command that runs the cargo that started xtask. Arguments cannot contain spaces.
pub fn cargo(words: &str) -> Command {
    let mut cargo = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(words.split_whitespace());
    cargo
}

/// The command as a person would type it, for messages.
pub fn shown(command: &Command) -> String {
    // Only the name of the program: its folder does not matter.
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let mut line = program.to_string_lossy().into_owned();
    for word in command.get_args() {
        line.push(' ');
        line.push_str(&word.to_string_lossy());
    }
    line
}

/// Runs the command with our input and output; fails when it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    succeeded(command, status)
}

/// Runs the command and returns its standard output; its standard error is shown.
pub fn output(command: &mut Command) -> Result<String> {
    command.stderr(Stdio::inherit());
    let output = command.output().with_context(|| cannot_start(command))?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs the command and returns its standard output and standard error, which are shown only if it fails.
pub fn quietly(command: &mut Command) -> Result<(String, String)> {
    let answer = command.stdin(Stdio::null()).output().with_context(|| cannot_start(command))?;
    let [out, err] = [answer.stdout, answer.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if !answer.status.success() {
        eprint!("{out}{err}");
    }
    succeeded(command, answer.status)?;
    Ok((out, err))
}

/// Whether the command can be started and succeeds. Its output is not shown.
pub fn works(command: &mut Command) -> bool {
    works_within(Duration::MAX, command)
}

/// As [`works`], but gives up after the limit: without a network, a download may hang instead of failing.
pub fn works_within(limit: Duration, command: &mut Command) -> bool {
    let start = Instant::now();
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else {
        return false;
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(50)),
            // Too slow, or it cannot be waited for. Stop it if possible.
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

#[derive(Clone, Copy)]
pub enum Stream {
    Out,
    Err,
}

/// Runs the command and calls `take` with each line of one stream; the other stream goes to ours.
pub fn each_line(command: &mut Command, stream: Stream, mut take: impl FnMut(&str)) -> Result<ExitStatus> {
    match stream {
        Stream::Out => command.stdout(Stdio::piped()),
        Stream::Err => command.stderr(Stdio::piped()),
    };
    let mut child = command.spawn().with_context(|| cannot_start(command))?;
    let pipe: Option<Box<dyn Read>> = match stream {
        Stream::Out => child.stdout.take().map(|pipe| Box::new(pipe) as _),
        Stream::Err => child.stderr.take().map(|pipe| Box::new(pipe) as _),
    };
    if let Some(pipe) = pipe {
        // Bytes, not `lines()`: a test or a fuzzer may print text that is not UTF-8.
        for line in BufReader::new(pipe).split(b'\n') {
            let line = line.with_context(|| format!("the output of `{}` cannot be read", shown(command)))?;
            take(&String::from_utf8_lossy(&line));
        }
    }
    child.wait().with_context(|| format!("`{}` was lost", shown(command)))
}

/// Runs `cargo build` or a similar command and returns the path of the program that it built.
pub fn executable(words: &str) -> Result<PathBuf> {
    let mut cargo = cargo(words);
    cargo.arg("--message-format=json-render-diagnostics");
    let messages = output(&mut cargo)?;
    let path = messages.lines().filter_map(executable_in).next_back();
    path.with_context(|| format!("`cargo {words}` built no program"))
}

fn executable_in(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().map(PathBuf::from)
}

/// Installs the program for `cargo <subcommand>` if it is missing.
pub fn install(subcommand: &str) -> Result<()> {
    if works(&mut cargo(&format!("{subcommand} --version"))) {
        return Ok(());
    }
    println!("Installing cargo-{subcommand}");
    run(&mut cargo(&format!("install cargo-{subcommand} --locked")))
}

pub fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

pub fn on_path(program: &str) -> bool {
    which(program).is_some()
}

/// Turns the failure of a program into an error.
pub fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        match status.code() {
            Some(code) => bail!("`{}` failed with exit code {code}", shown(command)),
            None => bail!("`{}` was killed by a signal", shown(command)),
        }
    }
    Ok(())
}

fn cannot_start(command: &Command) -> String {
    format!("`{}` cannot be started", shown(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut command = Command::new("/some/where/cargo");
        command.args(["test", "--workspace"]);
        assert_eq!(shown(&command), "cargo test --workspace");
    }

    #[test]
    fn the_program_is_found_in_cargos_message() {
        let message = r#"{"reason":"compiler-artifact","executable":"/a b/target/zertz","fresh":true}"#;
        assert_eq!(executable_in(message), Some("/a b/target/zertz".into()));
        let message = r#"{"executable":"C:\\a\\zertz.exe","fresh":true}"#;
        assert_eq!(executable_in(message), Some(r"C:\a\zertz.exe".into()));
        assert_eq!(executable_in(r#"{"reason":"compiler-artifact","executable":null}"#), None);
    }

    #[test]
    fn a_program_that_is_not_there_is_a_sentence() {
        let error = run(&mut command("no-such-program")).unwrap_err();
        assert_eq!(error.to_string(), "`no-such-program` cannot be started");
        assert!(!on_path("no-such-program"));
    }

    #[test]
    fn a_program_that_hangs_is_given_up() {
        let start = Instant::now();
        assert!(!works_within(Duration::from_millis(100), Command::new("sleep").arg("30")));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
