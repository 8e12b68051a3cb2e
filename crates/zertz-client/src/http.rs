//! The HTTP and TLS connections of a [`Client`](crate::Client).

use crate::Error;
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response, body::Bytes};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use rustls::{ClientConfig, RootCertStore};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

/// Less than the idle timeout of servers and proxies, so that no request is sent on a connection that is closing.
const IDLE: Duration = Duration::from_secs(15);

/// The TLS settings of all clients: reading the certificates once is enough.
static PUBLIC: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())
});

/// A pool of connections, shared by all clones.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    pool: legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    /// The TLS settings, which sockets use too.
    pub(crate) tls: Arc<ClientConfig>,
}

impl Connections {
    /// A pool for servers whose certificates a public authority has signed.
    pub(crate) fn new() -> Connections {
        Connections::with_tls(PUBLIC.clone())
    }

    pub(crate) fn with_tls(tls: Arc<ClientConfig>) -> Connections {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let https = HttpsConnectorBuilder::new().with_tls_config((*tls).clone());
        let connector = https.https_or_http().enable_http1().wrap_connector(tcp);
        let mut builder = legacy::Client::builder(TokioExecutor::new());
        let pool = builder.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE).build(connector);
        Connections { pool, tls }
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn send(&self, request: Request<Full<Bytes>>) -> Result<Response<String>, Error> {
        let response = self.pool.request(request).await.map_err(Error::connection)?;
        let (head, body) = response.into_parts();
        let body = body.collect().await.map_err(Error::connection)?.to_bytes();
        let body = String::from_utf8(body.into()).map_err(|_| Error::Unreadable)?;
        Ok(Response::from_parts(head, body))
    }
}
