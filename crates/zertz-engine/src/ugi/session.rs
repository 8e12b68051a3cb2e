//! [`Session`]: answers lines, starts and stops searches.

use super::{
    Refusal, State,
    command::Command,
    go::Go,
    job::{Job, NO_TURN, Now},
};
use crate::{Engine, Stop};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// Whether there is more to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on with the next line.
    GoOn,
    /// The other side has said `quit`.
    Quit,
}

/// One conversation with an engine.
///
/// Every line is answered as `docs/protocol.md` says. What makes no sense gets one line `info string error …` and changes nothing. A
/// search runs on a thread of its own, so that `stop` can be heard; [`Session::inline`] is for where there are no threads.
pub struct Session<W: Write + Send + 'static> {
    state: State,
    out: Arc<Mutex<W>>,
    engine: Arc<Mutex<Engine>>,
    searching: Option<Searching>,
    place: Place,
    most_hash: usize,
}

/// Where searches run.
#[derive(Clone, Copy)]
enum Place {
    Thread,
    Inline(Now),
}

/// A search on its thread.
struct Searching {
    thread: thread::JoinHandle<()>,
    stop: Stop,
    bounded: bool,
    /// Set just before the answer is written: whoever has read the answer may go on at once.
    over: Arc<AtomicBool>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes its answers to `out`.
    pub fn new(out: W) -> Session<W> {
        Session::at(Place::Thread, out)
    }

    /// A session without threads: a search is over when [`Session::line`] returns. A search without end is refused, since
    /// nothing could stop it. `now` tells the time since any fixed moment.
    pub fn inline(out: W, now: fn() -> Duration) -> Session<W> {
        Session::at(Place::Inline(now), out)
    }

    fn at(place: Place, out: W) -> Session<W> {
        Session {
            state: State::new(),
            out: Arc::new(Mutex::new(out)),
            // The memory of the option's size is taken when it is needed, so that starting is quick.
            engine: Arc::new(Mutex::new(Engine::new(1))),
            searching: None,
            place,
            most_hash: usize::MAX,
        }
    }

    /// Refuses larger tables than this, in mebibytes. For a host that knows how much memory there is: many systems promise more than
    /// they have, and end the program that believes them.
    pub fn limit_hash(&mut self, megabytes: usize) {
        self.most_hash = megabytes.max(1);
    }

    /// What has been written. Searches wait while this is held.
    pub fn output(&self) -> MutexGuard<'_, W> {
        locked(&self.out)
    }

    /// Takes one line. An error means that the answer could not be written.
    pub fn line(&mut self, line: &str) -> io::Result<Flow> {
        self.settle()?;
        match Command::read(line).and_then(|command| command.map_or(Ok(Answer::Nothing), |c| self.obey(c))) {
            Ok(Answer::Nothing) => Ok(Flow::GoOn),
            Ok(Answer::Text(text)) => self.write(&text).map(|()| Flow::GoOn),
            Ok(Answer::Quit) => Ok(Flow::Quit),
            Err(refusal) => self.refuse(&refusal).map(|()| Flow::GoOn),
        }
    }

    /// Answers a line that could not be read at all with one error.
    pub fn unreadable(&mut self, why: &str) -> io::Result<()> {
        self.refuse(&Refusal::new(why))
    }

    /// No line will follow. A search that ends by itself is waited for; one that does not is stopped.
    pub fn end_of_input(&mut self) -> io::Result<()> {
        if self.searching.as_ref().is_some_and(|searching| !searching.bounded) {
            self.stop();
        }
        self.wait()
    }

    /// Waits until a search that runs has answered.
    pub fn wait(&mut self) -> io::Result<()> {
        let Some(searching) = self.searching.take() else { return Ok(()) };
        // Builds that abort on a panic never get here with an error; the others lose a search, not the session.
        searching
            .thread
            .join()
            .or_else(|_| self.write(&format!("info string error the search failed\nbestmove {NO_TURN}")))
    }

    fn obey(&mut self, command: Command<'_>) -> Result<Answer, Refusal> {
        if self.searching.is_some()
            && let Command::NewGame | Command::Position(..) | Command::SetOption { .. } | Command::Go(_) = command
        {
            return Err(Refusal::new("a search is running: send stop and wait for bestmove first"));
        }
        Ok(match command {
            Command::Ugi => Answer::Text(format!(
                "id name zertz {}\nid author the zertz contributors\n{}ugiok",
                env!("CARGO_PKG_VERSION"),
                State::describe()
            )),
            Command::IsReady => {
                // Whoever asks is kept waiting by anything but this word; a table that does not fit was told when it was set.
                let _ = self.prepare();
                Answer::Text("readyok".to_owned())
            }
            Command::NewGame => {
                self.state.new_game();
                locked(&self.engine).set_seed(chance());
                Answer::Nothing
            }
            Command::Position(start, turns) => {
                self.state.set_position(start, &turns)?;
                Answer::Nothing
            }
            Command::SetOption { name, value } => {
                self.set_option(&name, &value)?;
                Answer::Nothing
            }
            Command::Query(query) => {
                Answer::Text(format!("response {}", self.state.query(query)?).trim_end().to_owned())
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => {
                self.stop();
                Answer::Nothing
            }
            Command::Quit => {
                self.stop();
                // Nobody reads an answer after quit, so it does not matter whether it can be written.
                let _ = self.wait();
                Answer::Quit
            }
        })
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let before = self.state.hash;
        self.state.set_option(name, value)?;
        if self.state.hash == before {
            return Ok(());
        }
        // Memory that is not there is better refused now than during a game.
        let prepared = self.prepare();
        if prepared.is_err() {
            self.state.hash = before;
        }
        prepared
    }

    /// Gives the engine the threads and the memory that the options say.
    fn prepare(&mut self) -> Result<(), Refusal> {
        if self.searching.is_some() {
            return Ok(());
        }
        let mut engine = locked(&self.engine);
        engine.set_threads(self.state.threads);
        engine.set_level(self.state.level);
        engine.set_variety(self.state.variety as u16);
        let hash = self.state.hash;
        if engine.hash() == hash {
            return Ok(());
        }
        if hash > self.most_hash || !engine.try_set_hash(hash) {
            return Err(Refusal::new(format_args!("there is not enough memory for a Hash of {hash} MB")));
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<Answer, Refusal> {
        let game = self.state.game();
        let limits = go.limits(game.position().mover(), self.state.multi_pv)?;
        if let Some(outcome) = game.outcome() {
            // Somebody waits for an answer; without one a match would hang.
            return Ok(Answer::Text(format!("info string error the game is over, {outcome}\nbestmove {NO_TURN}")));
        }
        let mut job = Job { game: game.clone(), limits, stop: Stop::new(), now: None };
        // Too little memory for the table is no reason not to play: the one there is will do.
        let _ = self.prepare();
        let (engine, out) = (Arc::clone(&self.engine), Arc::clone(&self.out));
        match self.place {
            Place::Inline(_) if !go.is_bounded() => {
                return Err(Refusal::new("nothing could stop this search: give it depth, nodes or a time"));
            }
            Place::Inline(now) => {
                job.now = Some(now);
                job.run(&engine, &out, || {});
            }
            Place::Thread => {
                let (stop, over) = (job.stop.clone(), Arc::new(AtomicBool::new(false)));
                let waits = go.waits_for_stop();
                let finish = {
                    let (stop, over) = (stop.clone(), Arc::clone(&over));
                    move || {
                        while waits && !stop.is_set() {
                            thread::park();
                        }
                        over.store(true, Ordering::Release);
                    }
                };
                let thread = thread::Builder::new().spawn(move || job.run(&engine, &out, finish));
                let thread = thread.map_err(|_| Refusal::new("the system has no thread to search on"))?;
                self.searching = Some(Searching { thread, stop, bounded: go.is_bounded(), over });
            }
        }
        Ok(Answer::Nothing)
    }

    /// Tells a search to come to an end.
    fn stop(&self) {
        if let Some(searching) = &self.searching {
            searching.stop.set();
            searching.thread.thread().unpark();
        }
    }

    /// Forgets a search that is over.
    fn settle(&mut self) -> io::Result<()> {
        let over = |searching: &Searching| searching.over.load(Ordering::Acquire) || searching.thread.is_finished();
        if self.searching.as_ref().is_some_and(over) { self.wait() } else { Ok(()) }
    }

    fn refuse(&self, refusal: &Refusal) -> io::Result<()> {
        self.write(&format!("info string error {refusal}"))
    }

    fn write(&self, text: &str) -> io::Result<()> {
        write_line(&self.out, text)
    }
}

/// A session that goes away takes its search with it.
impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
    }
}

/// What a command is answered with.
enum Answer {
    Nothing,
    Text(String),
    Quit,
}

/// A number that is another one each time, where the system has any chance to give.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A panic while a lock was held leaves nothing that could not be used further: lines are written whole, and the engine keeps
/// only what it may forget.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes whole lines at once, so that those of a search and those of the session never mix.
pub(super) fn write_line<W: Write>(out: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut out = locked(out);
    writeln!(out, "{text}")?;
    out.flush()
}
