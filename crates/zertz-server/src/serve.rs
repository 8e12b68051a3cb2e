//! Runs the server until it has to stop, and keeps connections within limits.

use crate::{
    address::network,
    config::Config,
    limits::{CONNECTIONS, FILES_KEPT, HEAD_TIME, READ_TIME},
};
use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    collections::HashMap,
    future::Future,
    io,
    net::IpAddr,
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{Sleep, sleep},
};
use tower::ServiceExt;

/// How long requests in progress may take after the shutdown has begun.
const GRACE: Duration = Duration::from_secs(5);

/// The pause after a connection that could not be accepted, for lack of files for example.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves requests until `end`, then finishes those in progress, for at most five seconds.
///
/// There are fewer connections than the system allows files, and no address has all of them, unless it is a proxy. A client that is slow to
/// send the head of a request, or to read the response, is disconnected.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (ending, mut end) = (watch::Sender::new(()), pin!(end));
    let connections = Connections::new(file_limit());
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    sleep(PAUSE).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        let is_limited = config.limits && !config.is_proxy(peer.ip());
        // Over a limit, the connection is closed at once.
        let Some(place) = connections.take(peer.ip(), is_limited) else { continue };
        let _ = stream.set_nodelay(true);
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        });
        let stream = TokioIo::new(ImpatientStream { stream, deadline: None, _place: place });
        let connection = server.serve_connection(stream, TowerToHyperService::new(service)).with_upgrades();
        let mut ended = ending.subscribe();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let result = tokio::select! {
                result = connection.as_mut() => result,
                _ = ended.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = result {
                tracing::debug!(%error, "a connection failed");
            }
        });
    }
    drop(listener);
    ending.send_replace(());
    tokio::select! {
        // Every connection has a receiver.
        () = ending.closed() => {}
        () = sleep(GRACE) => {}
    }
    Ok(())
}

/// The number of files that this process may have open, raised to what the system allows it.
fn file_limit() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024)
}

/// The open connections, in all and by address.
#[derive(Debug)]
struct Connections {
    most: u64,
    open: Mutex<(u64, HashMap<IpAddr, u32>)>,
}

impl Connections {
    fn new(files: u64) -> Arc<Connections> {
        Arc::new(Connections { most: files.saturating_sub(FILES_KEPT).max(1), open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, (u64, HashMap<IpAddr, u32>)> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(self: &Arc<Self>, address: IpAddr, is_limited: bool) -> Option<Connected> {
        let address = network(address);
        let mut open = self.open();
        let (all, by_address) = &mut *open;
        let own = by_address.get(&address).copied().unwrap_or(0);
        if *all >= self.most || is_limited && own >= CONNECTIONS {
            return None;
        }
        *all += 1;
        by_address.insert(address, own + 1);
        Some(Connected { connections: Arc::clone(self), address })
    }
}

/// An open connection, which is counted until this value is dropped.
#[derive(Debug)]
struct Connected {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        let (all, by_address) = &mut *open;
        *all -= 1;
        match by_address.get_mut(&self.address) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(by_address.remove(&self.address)),
        }
    }
}

/// A connection that fails when the client reads nothing for a while.
struct ImpatientStream {
    stream: TcpStream,
    /// When a write that waits for the client fails.
    deadline: Option<Pin<Box<Sleep>>>,
    _place: Connected,
}

impl ImpatientStream {
    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(READ_TIME)));
        match deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for ImpatientStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for ImpatientStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_stay_below_the_file_limit_and_no_address_has_all() {
        let connections = Connections::new(FILES_KEPT + 1000);
        let take = |last: u8, is_limited| connections.take(IpAddr::from([192, 0, 2, last]), is_limited);
        let mut held: Vec<Connected> = (0..CONNECTIONS).map(|_| take(1, true).unwrap()).collect();
        assert!(take(1, true).is_none() && take(2, true).is_some());
        // A proxy brings the connections of everybody.
        while let Some(one) = take(3, false) {
            held.push(one);
        }
        assert_eq!(held.len(), 1000);
        held.clear();
        assert_eq!(*connections.open(), (0, HashMap::new()));
    }
}
