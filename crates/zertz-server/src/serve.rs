//! Runs the server until it has to stop.

use axum::Router;
use std::{future::Future, io, net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, sync::watch, time::sleep};

/// How long requests in progress may take after the shutdown has begun.
const GRACE: Duration = Duration::from_secs(5);

/// Serves requests until `end`, then finishes those in progress, for at most five seconds.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (ending, mut ended) = watch::channel(false);
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        end.await;
        ending.send_replace(true);
    });
    let deadline = async move {
        // An error means that the sender is gone, which happens only after it has sent.
        let _ = ended.wait_for(|&ended| ended).await;
        sleep(GRACE).await;
    };
    tokio::select! {
        result = server => result,
        () = deadline => Ok(()),
    }
}

/// Listens for signals from now on. Completes on Ctrl-C or SIGTERM.
#[cfg(unix)]
pub fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Listens for signals from now on. Completes on Ctrl-C.
#[cfg(windows)]
pub fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
