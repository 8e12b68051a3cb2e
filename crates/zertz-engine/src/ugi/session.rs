//! [`Session`]: carries out commands, starts and stops searches.

use super::{
    Error, State,
    command::Command,
    go::Go,
    job::{self, NO_TURN},
};
use crate::{Engine, Stop, theory};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The session goes on.
    Continue,
    /// The command was `quit`.
    Quit,
}

/// A session of the engine protocol.
///
/// A line that cannot be read or carried out gets one line `info string error …` and changes nothing. A search runs on its own thread, so
/// the session can answer other commands meanwhile.
pub struct Session<W: Write + Send + 'static> {
    state: State,
    out: Arc<Mutex<W>>,
    engine: Arc<Mutex<Engine>>,
    running: Option<RunningSearch>,
    max_hash: usize,
}

struct RunningSearch {
    thread: thread::JoinHandle<()>,
    stop: Stop,
    bounded: bool,
    /// Set just before `bestmove` is written, after which the next command may follow at once.
    over: Arc<AtomicBool>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Creates a session that writes its answers to `out`.
    pub fn new(out: W) -> Session<W> {
        Session {
            state: State::new(),
            out: Arc::new(Mutex::new(out)),
            // The table gets its size when it is needed, so that the start is fast.
            engine: Arc::new(Mutex::new(Engine::new(1))),
            running: None,
            max_hash: usize::MAX,
        }
    }

    /// Sets the maximum size of the table, in MiB. Many systems promise more memory than they have, and kill programs that use it.
    pub fn limit_hash(&mut self, megabytes: usize) {
        self.max_hash = megabytes.max(1);
    }

    /// The output. Searches wait while it is locked.
    pub fn output(&self) -> MutexGuard<'_, W> {
        lock(&self.out)
    }

    /// Carries out a line. An error means that the answer could not be written.
    pub fn line(&mut self, line: &str) -> io::Result<Flow> {
        if self
            .running
            .as_ref()
            .is_some_and(|search| search.over.load(Ordering::Acquire) || search.thread.is_finished())
        {
            self.wait()?;
        }
        let answer = match Command::parse(line) {
            Ok(None) => Ok(String::new()),
            Ok(Some(Command::Quit)) => {
                self.stop();
                // Nobody reads the output after quit, so an error does not matter.
                let _ = self.wait();
                return Ok(Flow::Quit);
            }
            Ok(Some(command)) => self.execute(command),
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) if answer.is_empty() => {}
            Ok(answer) => self.write(&answer)?,
            Err(error) => self.write_error(&error)?,
        }
        Ok(Flow::Continue)
    }

    /// Answers a line that could not be read with an error.
    pub fn unreadable(&mut self, why: &str) -> io::Result<()> {
        self.write_error(&Error::new(why))
    }

    /// Ends the session: waits for a search that has a limit, and stops any other.
    pub fn end_of_input(&mut self) -> io::Result<()> {
        if self.running.as_ref().is_some_and(|search| !search.bounded) {
            self.stop();
        }
        self.wait()
    }

    /// Waits until the running search has answered.
    pub fn wait(&mut self) -> io::Result<()> {
        let Some(search) = self.running.take() else { return Ok(()) };
        // A panic in the search does not end the session, unless the program is built to abort.
        let failed = |_| self.write(&format!("info string error the search failed\nbestmove {NO_TURN}"));
        search.thread.join().or_else(failed)
    }

    /// Carries out a command and returns the answer, which is empty for most commands.
    fn execute(&mut self, command: Command<'_>) -> Result<String, Error> {
        if self.running.is_some()
            && let Command::NewGame | Command::Position(..) | Command::SetOption { .. } | Command::Go(_) = command
        {
            return Err(Error::new("a search is running: send stop and wait for bestmove first"));
        }
        let mut answer = String::new();
        match command {
            Command::Ugi => {
                let (version, options) = (env!("CARGO_PKG_VERSION"), State::options());
                answer = format!("id name zertz {version}\nid author the zertz contributors\n{options}ugiok");
            }
            Command::IsReady => {
                // The answer is always readyok. If memory is short, setoption has said so.
                let _ = self.configure();
                // The first use reads the opening proof, which should not take time from a turn.
                theory::known(self.state.game().rules());
                answer = "readyok".to_owned();
            }
            Command::NewGame => {
                self.state.new_game();
                lock(&self.engine).set_seed(random());
            }
            Command::Position(start, turns) => self.state.set_position(start, &turns)?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Query(query) => answer = format!("response {}", self.state.query(&query)?).trim_end().to_owned(),
            Command::Go(go) => answer = self.go(&go)?,
            Command::Stop | Command::Quit => self.stop(),
        }
        Ok(answer)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let before = self.state.hash;
        self.state.set_option(name, value)?;
        if self.state.hash == before {
            return Ok(());
        }
        // It is better to fail now than during a game.
        self.configure().inspect_err(|_| self.state.hash = before)
    }

    fn configure(&mut self) -> Result<(), Error> {
        if self.running.is_some() {
            return Ok(());
        }
        let mut engine = lock(&self.engine);
        engine.set_threads(self.state.threads as usize);
        engine.set_level(self.state.level());
        engine.set_variety(self.state.variety as u16);
        engine.set_book(self.state.own_book);
        let hash = self.state.hash as usize;
        if engine.hash() != hash && (hash > self.max_hash || !engine.try_set_hash(hash)) {
            return Err(Error::new(format_args!("there is not enough memory for a Hash of {hash} MiB")));
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<String, Error> {
        let game = self.state.game().clone();
        let limits = go.limits(game.position().mover(), self.state.multi_pv as usize)?;
        if let Some(outcome) = game.outcome() {
            // Without bestmove, the other program would wait forever.
            return Ok(format!("info string error the game is over, {outcome}\nbestmove {NO_TURN}"));
        }
        // If memory is short, the engine plays with the table that it has.
        let _ = self.configure();
        let (stop, over) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (searching, engine, out) = (stop.clone(), Arc::clone(&self.engine), Arc::clone(&self.out));
        let finish = {
            let (stop, over, waits) = (stop.clone(), Arc::clone(&over), go.waits_for_stop());
            move || {
                while waits && !stop.is_set() {
                    thread::park();
                }
                over.store(true, Ordering::Release);
            }
        };
        let search = {
            let question = go.question;
            move || job::run(question, &game, &limits, &searching, &engine, &out, finish)
        };
        let thread = thread::Builder::new().spawn(search);
        let thread = thread.map_err(|_| Error::new("the system cannot start a thread for the search"))?;
        self.running = Some(RunningSearch { thread, stop, bounded: go.is_bounded(), over });
        Ok(String::new())
    }

    fn stop(&self) {
        if let Some(search) = &self.running {
            search.stop.set();
            search.thread.thread().unpark();
        }
    }

    fn write_error(&self, error: &Error) -> io::Result<()> {
        self.write(&format!("info string error {error}"))
    }

    fn write(&self, text: &str) -> io::Result<()> {
        write_line(&self.out, text)
    }
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
    }
}

/// A random number from the operating system.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Locks a mutex, even after a panic: lines are written whole, and the engine keeps only what it may lose.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes whole lines at once, so that those of the search and those of the session do not mix.
pub(super) fn write_line<W: Write>(out: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut out = lock(out);
    writeln!(out, "{text}")?;
    out.flush()
}
