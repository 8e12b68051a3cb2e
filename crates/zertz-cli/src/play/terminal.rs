//! [`Screen`]: takes over the terminal, and restores it in any case.

use ratatui::{
    DefaultTerminal,
    crossterm::{
        cursor::Show,
        event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
        execute,
    },
};
use std::io::{self, stdout};

pub struct Screen {
    pub terminal: DefaultTerminal,
}

impl Screen {
    pub fn open() -> io::Result<Screen> {
        // The hook of ratatui does not restore everything. This one runs before it.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore_the_rest();
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
        // After a panic, the hook has restored the terminal. Restoring it again would overwrite the message.
        if !std::thread::panicking() {
            restore_the_rest();
            ratatui::restore();
        }
    }
}

/// Restores what [`ratatui::restore`] does not.
fn restore_the_rest() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, Show);
}

/// Restores the terminal before a signal ends the program. This needs a thread: reading a key from a closed terminal never returns.
#[cfg(unix)]
fn watch_signals() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            restore_the_rest();
            // Fails if the terminal is closed.
            let _ = ratatui::try_restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}
