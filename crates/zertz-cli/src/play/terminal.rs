//! The terminal is taken over here, and given back whatever happens.

use ratatui::{
    DefaultTerminal,
    crossterm::{
        cursor::Show,
        event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
        execute,
    },
};
use std::io::{self, stdout};

/// The terminal while it is ours.
pub struct Screen {
    /// To draw on.
    pub terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Screen> {
        // The library's own hook leaves some things as they are; ours runs before it.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back_the_rest();
            hook(panic);
        }));
        let terminal = ratatui::try_init()?;
        let screen = Screen { terminal };
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        #[cfg(unix)]
        watch_signals()?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic the hook has done it, and doing it again would write over its message.
        if !std::thread::panicking() {
            give_back_the_rest();
            ratatui::restore();
        }
    }
}

/// What [`ratatui::restore`] does not undo.
fn give_back_the_rest() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, Show);
}

/// Gives the terminal back before a signal ends the program.
///
/// In a thread of its own: when a terminal hangs up, waiting for its next key never returns.
#[cfg(unix)]
fn watch_signals() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            give_back_the_rest();
            // A terminal that is gone cannot be restored, and need not be.
            let _ = ratatui::try_restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}
