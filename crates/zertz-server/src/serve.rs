//! From the first connection to the last.

use std::{future::Future, io, net::SocketAddr, time::Duration};

use axum::Router;
use tokio::{net::TcpListener, sync::watch, time::sleep};

/// How long answers under way may take after the end was called for.
const GRACE: Duration = Duration::from_secs(5);

/// Answers requests until `end`, then lets those under way finish. The wait for them is a short one: nobody who presses Ctrl-C wants
/// to hear of a slow reader.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (ending, mut ended) = watch::channel(false);
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let answers = axum::serve(listener, service).with_graceful_shutdown(async move {
        end.await;
        ending.send_replace(true);
    });
    let patience = async move {
        // The sender goes only after it has sent, so there is nothing else to hear.
        let _ = ended.wait_for(|&ended| ended).await;
        sleep(GRACE).await;
    };
    tokio::select! {
        result = answers => result,
        () = patience => Ok(()),
    }
}

/// Listens from now on; ends when somebody presses Ctrl-C or the system asks the program to end.
#[cfg(unix)]
pub fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut pressed, mut asked) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = pressed.recv() => {}
            _ = asked.recv() => {}
        }
    })
}

/// Listens from now on; ends when somebody presses Ctrl-C.
#[cfg(windows)]
pub fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut pressed = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        pressed.recv().await;
    })
}
